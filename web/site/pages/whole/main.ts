// The whole Transformer in one figure, computed for one sentence; and what a reader of the lessons can do now.
import type { Heed, Tensor } from "heed";
import { byId, integer } from "../../kit/index.js";
import { digits, make, percent, svg } from "../../../show/index.js";
import { headOf, offerMatrices, Page, type Offered, type Parameters } from "../../rooms/lesson/index.js";
import { cells } from "../../rooms/thumbnails/index.js";
import { DIM, runMachine, SOURCE, type Stack, TARGET, VOCABULARY } from "./machine.js";

/** What the reader can do after each lesson: a text and a link. */
const RECAP = [
  "look",
  "rows",
  "split",
  "row",
  "learn",
  "divide",
  "meaning",
  "heads",
  "order",
  "layers",
  "whole",
] as const;

const page = new Page({ seed: integer(1, 1, 99) });
page.bind("seed", { show: String });
byId("recap").append(...RECAP.map((key) => page.element("li", `can-${key}`)));
for (const [id, words] of [
  ["source", SOURCE],
  ["target", TARGET],
] as const)
  byId(id).append(...words.flatMap((word) => [make("span", { lang: id === "source" ? "en" : "de" }, word), " "]));
void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  const { encoder, decoder, next } = runMachine(heed, page.state.seed);
  byId("encoder").replaceChildren(...blocksOf(encoder));
  byId("decoder").replaceChildren(...blocksOf(decoder), block("last"));
  const ranked = next.map((share, at) => ({ share, word: VOCABULARY[at]! })).sort((a, b) => b.share - a.share);
  offerMatrices("stacks", () => [...headsOf("encoder", encoder), ...headsOf("decoder", decoder)]);
  byId("next").replaceChildren(
    ...ranked.map(({ share, word }) =>
      make(
        "li",
        {},
        make("span", { lang: "de" }, word),
        bar(share / ranked[0]!.share),
        make("span", {}, percent(share)),
      ),
    ),
  );
  const [first] = ranked as [{ share: number; word: string }];
  page.fill(byId("guess"), "guess", { word: first.word, share: percent(first.share), even: percent(1 / next.length) });
  byId("moved").replaceChildren(...SOURCE.map((word, row) => movedRow(encoder, word, row)));
}

/** The weights of every head of a stack, to be saved. */
function headsOf(name: "encoder" | "decoder", { layers }: Stack): Offered[] {
  const rowLabels = name === "encoder" ? SOURCE : TARGET;
  return layers.flatMap(({ own, across }, at) =>
    [own, across].flatMap((weights) =>
      weightsOf(weights, { name, layer: at, rowLabels, columnLabels: weights === own ? rowLabels : SOURCE }),
    ),
  );
}

function weightsOf(
  weights: Tensor | undefined,
  { name, layer, ...labels }: Pick<Offered, "name" | "rowLabels" | "columnLabels"> & { layer: number },
): Offered[] {
  if (weights === undefined) return [];
  const key = labels.rowLabels === labels.columnLabels ? `save-${name}` : "save-across";
  return Array.from({ length: weights.shape[0]! }, (_, head) => ({
    ...labels,
    name: `${name}-layer${layer}`,
    title: page.text(key, { layer, head }),
    kind: "weights",
    matrix: headOf(weights, head),
    head,
  }));
}

/** From the first rows to the last: a block for each step. */
function blocksOf({ embedded, layers }: Stack): HTMLElement[] {
  return [
    block("embed"),
    block("hidden", rowsPicture(embedded), { number: 0 }),
    ...layers.flatMap(({ own, across, output }, at) => [
      block(across === undefined ? "own" : "own-masked", headsPicture(own), { layer: page.text(`layer-${at}`) }),
      ...(across === undefined ? [] : [block("across", headsPicture(across))]),
      block("add"),
      block("net"),
      block("hidden", rowsPicture(output), { number: at + 1 }),
    ]),
  ];
}

function block(key: string, picture?: SVGElement, parameters: Parameters = {}): HTMLLIElement {
  return make("li", { class: `block ${key}` }, page.element("p", key, {}, parameters), ...(picture ? [picture] : []));
}

/** The weights of both heads, side by side. */
function headsPicture({ data, shape }: Tensor): SVGElement {
  const [, rows, columns] = shape as [number, number, number];
  const head = (at: number): Tensor => ({
    data: data.slice(at * rows * columns, (at + 1) * rows * columns),
    shape: [rows, columns],
  });
  const [width, height] = [10 * columns, 10 * rows];
  return drawing(2 * width + 10, height, [
    ...cells(head(0), "accent", { x: 0, y: 0, width, height }),
    ...cells(head(1), "accent", { x: width + 10, y: 0, width, height }),
  ]);
}

/** A line of cells for each row: blue above 0, brown below, the stronger the farther. */
function rowsPicture({ data, shape }: Tensor): SVGElement {
  const rows = shape[0]!;
  const largest = Math.max(...data.map(Math.abs));
  const marks = Array.from(data, (value, at) => {
    const size = 8 * Math.sqrt(Math.abs(value) / largest);
    const [x, y] = [10 * (at % DIM) + 5, 10 * Math.floor(at / DIM) + 5];
    return value < 0
      ? svg("rect", { class: "k", x: x - size / 2, y: y - size / 2, width: size, height: size })
      : svg("circle", { class: "q", cx: x, cy: y, r: size / 2 });
  });
  return drawing(10 * DIM, 10 * rows, marks);
}

function drawing(width: number, height: number, marks: readonly SVGElement[]): SVGElement {
  return svg(
    "svg",
    { class: "thumbnail", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    ...marks,
  );
}

const bar = (share: number): HTMLElement => {
  const line = make("span", { class: "share-bar" });
  line.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
  return line;
};

/** The cosine of a word's hidden states with the row that it began with. */
function movedRow({ embedded, layers }: Stack, word: string, row: number): HTMLElement {
  const of = ({ data }: Tensor): Float32Array => data.subarray(row * DIM, (row + 1) * DIM);
  const cosines = layers.map(({ output }) => make("td", {}, digits(cosine(of(embedded), of(output)), 2)));
  return make("tr", {}, make("th", { scope: "row", lang: "en" }, word), ...cosines);
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
