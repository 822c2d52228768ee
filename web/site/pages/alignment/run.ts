// What the translator makes of one pair at a step, computed again from its numbers: as a run that a machine draws. The
// lines of the source come first. On the lines of the target are the words before each answer.
import type { Heed, Tensor } from "heed";
import { linear } from "heed/layers";
import { layerOf, plus, rowsFrom, sharesOf, withoutHeads, type LogitShare } from "../../rooms/lesson/index.js";
import type { HeadPlace, MachineRun } from "../../rooms/machine/index.js";
import { readPair } from "./net.js";
import type { Pair, Task } from "./tasks.js";

export interface TranslatorRun extends MachineRun {
  shares(line: number): readonly LogitShare[];
}

export interface Translated {
  readonly task: Task;
  readonly pair: Pair;
  /** All numbers of the net, in the order of its parameters. */
  readonly parameters: Float32Array;
  /** What the page calls the head. */
  readonly title?: string;
}

/** @param off heads that are off: there is one */
export function runOf(
  heed: Heed,
  { task, pair, parameters, title }: Translated,
  off: readonly HeadPlace[] = [],
): TranslatorRun {
  const { before, x, context, weights, readOut } = readPair(task, parameters, pair);
  const outputWeight = withoutHeads(
    weights.outputWeight,
    1,
    off.map(({ head }) => head),
  );
  const look = layerOf(heed, {
    tokens: before,
    keyTokens: pair.source,
    x,
    context,
    weights: { ...weights, outputWeight },
  });
  const last = plus(x, look.kept.output);
  const logits = linear(heed, last, readOut);
  const [first, end] = [pair.source.length, pair.source.length + before.length];
  const numberOf = (word: number, column: number): number =>
    readOut.weight.data[column * task.targetWords.length + word]!;
  return {
    words: [...pair.source, ...before],
    layers: [{ lines: [first, end], seen: [0, first], heads: 1, net: false, ...(title && { title }) }],
    says: "next",
    rows: (depth) => below(context, depth === 0 ? x : last),
    look: () => look,
    net: () => last,
    shares(line) {
      const row = line - first;
      if (row < 0) return [];
      return sharesOf(rowsFrom(logits, [row, row + 1]).data, rowsFrom(last, [row, row + 1]).data, {
        words: task.targetWords,
        numberOf,
        bias: readOut.bias,
      });
    },
  };
}

/** The rows of one matrix, and below them those of another. */
function below(one: Tensor, other: Tensor): Tensor {
  const data = new Float32Array(one.data.length + other.data.length);
  data.set(one.data);
  data.set(other.data, one.data.length);
  return { data, shape: [one.shape[0]! + other.shape[0]!, one.shape[1]!] };
}
