// The machine as a small picture: one part of it is lit. It is text, made at the build, so it costs a page no script.
import type { Tensor } from "heed";
import { draw, type Kind } from "./drawing.js";
import { layoutOf, windowOf } from "./layout.js";
import { sizesOf, type MachineRun, type Share } from "./run.js";
import { shape, textOf } from "./shapes.js";

/** What a map lights: all parts of a kind, or those of one layer. */
export interface Lit {
  readonly kind: Kind;
  readonly layer?: number;
}

const WIDTH = 240;
const MOST_WORDS = 12;

/** @param name what it shows, for a reader's voice; left out where words beside it say so */
export function mapOf(run: MachineRun, word: number, lit: readonly Lit[], name?: string): string {
  const words = windowOf(run.words.length, word, MOST_WORDS);
  const layout = layoutOf(run, { width: WIDTH, map: true, upright: false, words });
  const isLit = (kind: Kind, at: number): boolean =>
    lit.some((one) => one.kind === kind && (one.layer === undefined || one.layer === at));
  const state = (kind: Kind, at: number): "now" | "later" => (isLit(kind, at) ? "now" : "later");
  const { still, followed } = draw(run, layout, { word, state });
  const said = name === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": name };
  const { width, height } = layout;
  const attributes = { class: "machine-map", viewBox: `0 0 ${width} ${height}`, ...said };
  return textOf(shape("svg", attributes, ...still, ...followed));
}

/** What a map needs to know of a run. */
export interface Sketch {
  readonly words: readonly string[];
  /** Of each layer: the weights of each head, word by word. */
  readonly layers: readonly (readonly (readonly (readonly number[])[])[])[];
  readonly says: MachineRun["says"];
  /** Of the word that is followed. */
  readonly shares: readonly Share[];
}

/** A run of a few stored numbers. Only its weights and shares are those of a model. */
export function runOf({ words, layers, says, shares }: Sketch): MachineRun {
  const ones = (...lengths: number[]): Tensor => ({
    data: new Float32Array(lengths.reduce((all, one) => all * one, 1)).fill(1),
    shape: lengths,
  });
  const count = words.length;
  return {
    ...sizesOf(words, layers.length, layers[0]?.length ?? 0),
    says,
    rows: () => ones(count, 1),
    net: () => ones(count, 1),
    shares: () => shares,
    look: (layer) => {
      const heads = layers[layer]!;
      const weights = { data: Float32Array.from(heads.flat(2)), shape: [heads.length, count, count] };
      const qkv = ones(heads.length, count, 1);
      return { tokens: words, options: {}, kept: { q: qkv, k: qkv, v: qkv, weights } };
    },
  };
}
