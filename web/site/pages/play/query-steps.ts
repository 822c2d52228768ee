// The five steps of one query, in the core's numbers and in words.
import { digits } from "../../../show/index.js";
import type { State } from "../../rooms/state/index.js";
import { html, text } from "./dom.js";
import type { Computed } from "./compute.js";
import { headOf } from "./page-matrix.js";
import { scaleText } from "./formula-parts.js";

/** Terms of a sum that are written out. */
const TERMS = 4;

/** The numbers of one query's steps, as the core returned them. */
export class QuerySteps {
  readonly tokens: readonly string[];
  readonly x: number[];
  readonly q: number[];
  readonly keys: number[][];
  readonly raw: number[];
  readonly scores: number[];
  readonly weights: number[];
  readonly v: number[][];
  readonly output: number[];
  readonly seen: boolean[];
  /** The keys that the query may attend to. */
  readonly visible: readonly number[];

  constructor(state: State, computed: Computed) {
    const head = Math.min(state.head, computed.heads - 1);
    const at = state.followed;
    const row = (name: "mixed" | keyof Computed["kept"], index: number): number[] =>
      rowOf(headOf(computed, name, head), index);
    this.tokens = computed.tokens;
    this.x = rowOf({ data: computed.x.data, shape: computed.x.shape as [number, number] }, at);
    this.q = row("q", at);
    this.keys = this.tokens.map((_, key) => row("k", key));
    this.raw = row("raw", at);
    this.scores = row("scores", at);
    this.weights = row("weights", at);
    this.v = this.tokens.map((_, key) => row("v", key));
    this.output = row("mixed", at);
    this.seen = row("logits", at).map((logit) => logit !== -Infinity);
    this.visible = Array.from(this.seen.keys()).filter((key) => this.seen[key]);
  }

  /** The name of the step on show, and a sentence with its numbers as HTML. @param met the key that is met now */
  tell(state: State, computed: Computed, met = this.visible[0]!): { name: string; words: string } {
    const [name, words] = this.#tell(state, computed, met);
    return { name, words };
  }

  #tell(state: State, computed: Computed, met: number): [name: string, words: string] {
    const key = this.tokens[met]!;
    const n = (value: number): string => digits(value);
    switch (state.step) {
      case 1: {
        const weight = computed.weights?.queryWeight;
        if (weight === undefined) return [text("the-query"), html("query-plain")];
        const columns = weight.shape[1]!;
        const weights = Array.from(this.x, (_, m) => weight.data[m * columns + state.head * state.dim]!);
        const sum = sumText(this.x, weights);
        return [text("the-query"), html("query-words", { sum, result: n(this.q[0]!) })];
      }
      case 2: {
        const sum = sumText(this.q, this.keys[met]!);
        return [text("the-scores"), html("scores-words", { key, sum, result: n(this.raw[met]!) })];
      }
      case 3: {
        const [scale, raw, result] = [scaleText(state), n(this.raw[met]!), n(this.scores[met]!)];
        const words = html(scale === "" ? "scale-none-words" : "scale-words", { scale, key, raw, result });
        const hidden = [...(state.causal ? ["later-tokens"] : []), ...(state.ahead ? ["earlier-tokens"] : [])];
        return [text("the-scale"), [words, ...hidden.map((why) => text(why))].join(" ")];
      }
      case 4: {
        if (!state.softmax) return [text("the-weights"), html("no-softmax-words")];
        const most = Math.max(...this.scores.filter((_, at) => this.seen[at]));
        return [text("the-weights"), html("weights-words", { largest: n(most) })];
      }
      default: {
        const firsts = this.v.map((value) => value[0]!);
        const sum = sumText(this.weights, firsts);
        return [text("the-mix"), html("mix-words", { sum, result: n(this.output[0]!) })];
      }
    }
  }
}

/** "0.55 · 0.2961 + 0.87 · 0.2517 + …" */
function sumText(left: readonly number[], right: readonly number[]): string {
  const terms = left.slice(0, TERMS).map((value, at) => `${digits(value)} · ${digits(right[at]!)}`);
  return terms.join(" + ") + (left.length > TERMS ? " + …" : "");
}

function rowOf(
  { data, shape: [, columns] }: { data: Float32Array; shape: readonly [number, number] },
  row: number,
): number[] {
  return Array.from(data.subarray(row * columns, (row + 1) * columns));
}
