// What the net of a step makes of the beginning of a line: its heads as a computation that opens, and the letters that
// may come next, each with what its logit is made of.
import type { Heed } from "heed";
import {
  formula,
  layerOf,
  lossFigure,
  productsFigure,
  type Figure,
  type FigureNames,
  type LayerComputation,
} from "../../rooms/lesson/index.js";
import { DIM } from "./plan.js";
import type { Reading } from "./plan.js";

interface Candidate {
  readonly id: number;
  readonly share: number;
  readonly loss: number;
}

/** The attention of the line, computed again for the inspector; undefined where it is left out. */
export function headsOf(
  heed: Heed,
  { attention, ids }: Reading,
  names: readonly string[],
): LayerComputation | undefined {
  if (attention === undefined) return undefined;
  const { x, heads, causal, ...matrices } = attention;
  const matrix = (data: Float32Array<ArrayBuffer>) => ({ data, shape: [DIM, DIM] });
  const { queryWeight, keyWeight, valueWeight, outputWeight } = matrices;
  return layerOf(heed, {
    tokens: names,
    x: { data: x, shape: [ids.length, DIM] },
    weights: {
      queryWeight: matrix(queryWeight),
      keyWeight: matrix(keyWeight),
      valueWeight: matrix(valueWeight),
      outputWeight: matrix(outputWeight),
      heads,
    },
    options: { causal },
  });
}

/** The letters that may follow, the likeliest first. */
export function candidatesOf({ logits }: Reading, count: number): Candidate[] {
  const most = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  const all = powers.map((power, id) => ({ id, share: power / sum, loss: Math.log(sum) + most - logits[id]! }));
  return all.sort((a, b) => b.share - a.share).slice(0, count);
}

/** −ln of a letter's share: its logits, and each logit as the product of two rows. */
export function lossOf(
  { logits, last, table }: Reading,
  names: FigureNames,
  letters: readonly string[],
  right: number,
): Figure {
  const logitOf = (id: number): Figure =>
    productsFigure(
      { location: names.location, title: nameOf(letters[id]!) },
      {
        formula: formula("\\sum_i h_i t_i", true),
        heads: ["", "h", "t"],
        rows: Array.from(last, (value, at) => ({ name: String(at + 1), numbers: [value, table[id * DIM + at]!] })),
      },
    );
  const rows = Array.from(logits, (value, id) => ({ name: nameOf(letters[id]!), value, figure: () => logitOf(id) }));
  return lossFigure(names, rows, right);
}

/** Letters that show nothing have signs. */
export function nameOf(letter: string): string {
  return letter === " " ? "␣" : letter === "\n" ? "↵" : letter;
}
