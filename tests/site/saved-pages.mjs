// Saved pages of each kind, written to disk: what pageOf() makes, with their numbers.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pageOf } from "../../dist/page.js";
import { toHalf } from "../lib/cache-model.mjs";

const WORDS = "The animal did not cross the street because it was tired".split(" ");
/** Tokens that would do something if they were taken for markup. */
const HOSTILE = [
  "</script><script>window.hacked = 1</script>",
  "<img src=x onerror=hacked=1>",
  "%data%",
  "\u202eabc",
  "&lt;",
];
const N = WORDS.length;

/** Weights that differ from head to head; rows sum to 1. */
function weights(heads, rows, columns, seen = (_row, _column) => true) {
  const data = new Float32Array(heads * rows * columns);
  for (let row = 0; row < heads * rows; row++) {
    const [head, at] = [Math.floor(row / rows), row % rows];
    let sum = 0;
    for (let column = 0; column < columns; column++)
      sum += data[row * columns + column] = seen(at, column)
        ? Math.exp(2 * Math.sin(head + at * 1.3 + column * column))
        : 0;
    for (let column = 0; column < columns; column++) data[row * columns + column] /= sum;
  }
  return data;
}

const scores = Float32Array.from({ length: N * N }, (_, at) => 3 * Math.sin(at * 1.7));
const causal = (row, column) => column <= row;

/**
 * name → the options of pageOf()
 * @type {Record<string, import("../../dist/page.js").PageOptions>}
 */
export const KINDS = {
  causal: {
    matrix: { data: weights(1, N, N, causal), shape: [N, N] },
    rowLabels: WORDS,
    mask: Array.from({ length: N * N }, (_, at) => at % N <= Math.floor(at / N)),
    title: "What “it” looks at",
  },
  scores: { matrix: { data: scores, shape: [N, N] }, kind: "scores", rowLabels: WORDS, title: "Scores" },
  vectors: {
    matrix: { data: scores.slice(0, 12), shape: [4, 3] },
    kind: "vectors",
    title: "Queries",
    rowLabels: WORDS.slice(0, 4),
  },
  cross: {
    matrix: { data: weights(1, 5, N), shape: [5, N] },
    rowLabels: HOSTILE,
    columnLabels: WORDS,
    title: HOSTILE[0],
    about: HOSTILE[1],
  },
  layers: { matrix: { data: weights(6, N, N), shape: [2, 3, N, N] }, rowLabels: WORDS, head: 4, title: "Two layers" },
  long: {
    matrix: { data: weights(1, 300, 300), shape: [300, 300] },
    type: "float16",
    view: "heatmap",
    title: "300 tokens",
  },
};

/** Writes them into a folder and gives each address. */
export function savedPages() {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-saved-"));
  return Object.fromEntries(
    Object.entries(KINDS).map(([name, options]) => {
      const file = path.join(folder, `${name}.html`);
      writeFileSync(file, pageOf(options));
      return [name, pathToFileURL(file).href];
    }),
  );
}

/**
 * The numbers that the page must show first.
 * @param {import("../../dist/page.js").PageOptions} options
 */
export function firstOf({ matrix: { data, shape }, head = 0, type }) {
  const cells = shape.at(-1) * shape.at(-2);
  const part = Array.from(data).slice(head * cells, (head + 1) * cells);
  return type === "float16" ? part.map((value) => toHalf(value)) : part;
}
