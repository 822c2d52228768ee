// What the net of a step makes of the beginning of a line, computed again from its numbers: as a run that a machine
// draws, and the loss of each letter that may come next.
import type { Heed, Tensor } from "heed";
import { layerNorm, linear } from "heed/layers";
import {
  layerOf,
  lossFigure,
  plus,
  rowsFrom,
  sharesOf,
  withoutHeads,
  type Figure,
  type FigureNames,
  type LayerComputation,
  type LogitShare,
} from "../../rooms/lesson/index.js";
import { sizesOf, type HeadPlace, type MachineRun } from "../../rooms/machine/index.js";
import { DIM, HEADS, TOKENS, type Reading, type Variant } from "./plan.js";

/** Its numbers as matrices. What a variant leaves out is undefined. */
interface Parts {
  readonly table: Tensor;
  readonly positions: Tensor | undefined;
  readonly gain: Tensor | undefined;
  readonly weights: Readonly<Record<`${"query" | "key" | "value" | "output"}Weight`, Tensor>> | undefined;
  readonly netGain: Tensor | undefined;
  readonly net: { readonly up: Tensor; readonly down: Tensor } | undefined;
  readonly lastGain: Tensor | undefined;
}

export interface SmallRun extends MachineRun {
  /** Undefined where attention is left out: then there is nothing to draw. */
  readonly attention: LayerComputation | undefined;
  shares(line: number): readonly LogitShare[];
  /** What the row says before it is whole, and at last what it says. */
  readonly stages: readonly Stage[];
}

/** The row as it comes in, after the heads, or after the net. */
export interface Stage {
  readonly key: "rows" | "heads" | "net";
  readonly shares: (line: number) => readonly LogitShare[];
}

/** In the order in which openNet of net.ts has its parameters. */
function partsOf(numbers: Float32Array, variant: Variant, letters: number): Parts {
  const has = (part: Variant): boolean => variant !== part;
  let end = 0;
  const take = (...shape: number[]): Tensor => {
    const begin = end;
    end += shape.reduce((product, extent) => product * extent, 1);
    return { data: numbers.slice(begin, end), shape };
  };
  const square = (): Tensor => take(DIM, DIM);
  const gain = (): Tensor | undefined => (has("norm") ? take(DIM) : undefined);
  const table = take(letters, DIM);
  const positions = has("positions") ? take(TOKENS, DIM) : undefined;
  const headGain = has("attention") ? gain() : undefined;
  const weights = has("attention")
    ? { queryWeight: square(), keyWeight: square(), valueWeight: square(), outputWeight: square() }
    : undefined;
  const netGain = has("net") ? gain() : undefined;
  const net = has("net") ? { up: take(DIM, 4 * DIM), down: take(4 * DIM, DIM) } : undefined;
  return { table, positions, gain: headGain, weights, netGain, net, lastGain: gain() };
}

/** @param off heads that are off */
export function runOf(
  heed: Heed,
  { reading, variant, letters }: { reading: Reading; variant: Variant; letters: readonly string[] },
  off: readonly HeadPlace[] = [],
): SmallRun {
  const parts = partsOf(reading.numbers, variant, letters.length);
  const names = letters.map(nameOf);
  const words = reading.ids.map((id) => names[id]!);
  const heads = variant === "heads" ? 1 : HEADS;
  const norm = (x: Tensor, gain: Tensor | undefined): Tensor => (gain ? layerNorm(heed, x, { gain }) : x);
  const join = (x: Tensor, added: Tensor): Tensor => (variant === "residual" ? added : plus(x, added));
  const first = embedded(parts, reading.ids);
  const { weights } = parts;
  const turnedOff = off.map(({ head }) => head);
  const attention =
    weights &&
    layerOf(heed, {
      tokens: words,
      x: norm(first, parts.gain),
      weights: { ...weights, outputWeight: withoutHeads(weights.outputWeight, heads, turnedOff), heads },
      options: { causal: variant !== "mask" },
    });
  const middle = attention ? join(first, attention.kept.output) : first;
  const net = parts.net && smallNet(heed, norm(middle, parts.netGain), parts.net);
  const behind = net ? join(middle, net) : middle;
  const numberOf = (id: number, column: number): number => parts.table.data[id * DIM + column]!;
  const stageOf = (key: Stage["key"], rows: Tensor): Stage => {
    const last = norm(rows, parts.lastGain);
    const logits = linear(heed, last, { weight: parts.table, layout: "out-in" });
    return { key, shares: (line) => sharesOf(rowAt(logits, line), rowAt(last, line), { words: names, numberOf }) };
  };
  const stages = [
    stageOf("rows", first),
    ...(attention ? [stageOf("heads", middle)] : []),
    ...(net ? [stageOf("net", behind)] : []),
  ];
  return {
    ...sizesOf(words, attention ? 1 : 0, heads, net !== undefined),
    says: "next",
    attention,
    rows: (depth) => (depth === 0 ? first : behind),
    look: () => attention!,
    net: () => net!,
    stages,
    shares: stages.at(-1)!.shares,
  };
}

function smallNet(heed: Heed, x: Tensor, { up, down }: { readonly up: Tensor; readonly down: Tensor }): Tensor {
  return linear(heed, linear(heed, x, { weight: up, activation: "gelu" }), { weight: down });
}

const rowAt = (rows: Tensor, row: number): Tensor["data"] => rowsFrom(rows, [row, row + 1]).data;

function embedded({ table, positions }: Parts, ids: readonly number[]): Tensor {
  const data = new Float32Array(ids.length * DIM);
  for (const [place, id] of ids.entries())
    for (let column = 0; column < DIM; column++)
      data[place * DIM + column] = table.data[id * DIM + column]! + (positions?.data[place * DIM + column] ?? 0);
  return { data, shape: [ids.length, DIM] };
}

/** −ln of a letter's share: its logits, and each logit as the product of two rows. */
export function lossOf(shares: readonly LogitShare[], names: FigureNames, right: number): Figure {
  const byId = [...shares].sort((a, b) => a.id - b.id);
  const rows = byId.map(({ word, logit, figure }) => ({ name: word, value: logit, figure }));
  return lossFigure(names, rows, right);
}

/** Letters that show nothing have signs. */
export function nameOf(letter: string): string {
  return letter === " " ? "␣" : letter === "\n" ? "↵" : letter;
}
