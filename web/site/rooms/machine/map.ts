// The machine as a small picture: one part of it is lit. It is text, made at the build, so it costs a page no script.
import type { Tensor } from "heed";
import { draw, type Kind } from "./drawing.js";
import { layoutOf, pointOf, slotOf, windowOf, type Band, type Layout } from "./layout.js";
import { weightsIn, type MachineRun, type Share, type Span } from "./run.js";
import { shape, textOf, type Shape } from "./shapes.js";

/** What a map lights: all parts of a kind, or those of one layer. A look that is lit as "head" is opened. */
export interface Lit {
  readonly kind: Kind | "head";
  readonly layer?: number | undefined;
}

const WIDTH = 240;
const MOST_WORDS = 12;
/** Of an opened head: its size, its distance from the line, and that of its bars from its edge. */
const [OPENED_WIDTH, OPENED_HEIGHT, BELOW, INSIDE] = [52, 26, 8, 3];

/** @param name what it shows, for a reader's voice; left out where words beside it say so */
export function mapOf(run: MachineRun, word: number, lit: readonly Lit[], name?: string): string {
  const words = windowOf(run.words.length, word, MOST_WORDS);
  const layout = layoutOf(run, { width: WIDTH, map: true, upright: false, words });
  const isLit = (kind: Lit["kind"], at: number): boolean =>
    lit.some((one) => one.kind === kind && (one.layer === undefined || one.layer === at));
  const state = (kind: Kind, at: number): "now" | "later" =>
    isLit(kind, at) || (kind === "look" && isLit("head", at)) ? "now" : "later";
  const { still, followed } = draw(run, layout, { word, state });
  const opened = layout.bands.filter(({ layer }) => isLit("head", layer));
  const said = name === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  const { width, height } = layout;
  const attributes = { class: "machine-map", viewBox: `0 0 ${width} ${height}`, ...said };
  const heads = opened.map((band) => openedHead(run, layout, word, band));
  return textOf(shape("svg", attributes, ...still, ...followed, ...heads));
}

/** A head that is open, below its stop: a bar for each word that the line sees, as high as its share. */
function openedHead(run: MachineRun, layout: Layout, word: number, { layer, look }: Band): Shape {
  const { seen } = run.layers[layer]!;
  const weightOn = weightsIn(run, layer);
  const [x, y] = pointOf(layout, look[1] - OPENED_WIDTH, slotOf(layout, word).v + BELOW).map(Math.round) as [
    number,
    number,
  ];
  const step = (OPENED_WIDTH - 2 * INSIDE) / (seen[1] - seen[0]);
  const bar = (at: number): string => {
    const height = Math.max(1, Math.round((OPENED_HEIGHT - 2 * INSIDE) * weightOn(0, word, seen[0] + at)));
    return `M${Math.round(x + INSIDE + (at + 0.5) * step)} ${y + OPENED_HEIGHT - INSIDE}v-${height}`;
  };
  const bars = Array.from({ length: seen[1] - seen[0] }, (_, at) => bar(at)).join("");
  return shape(
    "g",
    { class: `opened look-${layer % 4}` },
    shape("rect", { x, y, width: OPENED_WIDTH, height: OPENED_HEIGHT, rx: 2 }),
    shape("path", { d: bars }),
  );
}

/** What a map needs to know of a look. */
export interface SketchedLook {
  /** Of each head: the weights of each line that looks, on each line that it looks at. */
  readonly weights: readonly (readonly (readonly number[])[])[];
  /** As in a MachineLayer. Left out: all lines, and a net. */
  readonly lines?: Span;
  readonly seen?: Span;
  readonly net?: boolean;
}

/** What a map needs to know of a run. */
export interface Sketch {
  readonly words: readonly string[];
  readonly layers: readonly SketchedLook[];
  readonly says: MachineRun["says"];
  /** Of the word that is followed. */
  readonly shares: readonly Share[];
}

/** A run of a few stored numbers. Only its weights and shares are those of a model. */
export function runOf({ words, layers: looks, says, shares }: Sketch): MachineRun {
  const ones = (...lengths: number[]): Tensor => ({
    data: new Float32Array(lengths.reduce((all, one) => all * one, 1)).fill(1),
    shape: lengths,
  });
  const all = [0, words.length] as const;
  const layers = looks.map(({ weights, lines = all, seen = all, net = true }) => ({
    ...{ lines, seen, net },
    heads: weights.length,
  }));
  const countOf = ([from, to]: Span): number => to - from;
  return {
    words,
    layers,
    says,
    rows: () => ones(words.length, 1),
    net: (layer) => ones(countOf(layers[layer]!.lines), 1),
    shares: () => shares,
    look: (layer) => {
      const { lines, seen, heads } = layers[layer]!;
      const [rows, columns] = [countOf(lines), countOf(seen)];
      const data = Float32Array.from(looks[layer]!.weights.flat(2));
      const weights = { data, shape: [heads, rows, columns] };
      const kept = { q: ones(heads, rows, 1), k: ones(heads, columns, 1), v: ones(heads, columns, 1), weights };
      return { tokens: words.slice(...lines), keyTokens: words.slice(...seen), options: {}, kept };
    },
  };
}
