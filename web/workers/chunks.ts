// Cuts a call into chunks.
import {
  ownShape,
  tableOf,
  type Call,
  type CallTensor,
  type Chunk,
  type ChunkInput,
  type ChunkResult,
  type ReadCall,
} from "../lib/call/index.js";
import type { TypedNumbers } from "../lib/index.js";
import { sizesIn, windowIn, type Cut, type Row, type Window } from "../lib/rows/index.js";

/** The arrays of all results of a call, by the names of their words. */
export type Results = Readonly<Record<string, Float32Array>>;

/** The name under which workers hold this window of an input; undefined where they do not hold it. */
export type HeldAs = (row: Row, window: Window) => string | undefined;

/** The part of a call that a cut leaves. */
export function chunkOf(
  read: ReadCall,
  tensors: readonly CallTensor[],
  cut: Cut,
  results: Results,
  heldAs: HeldAs = () => undefined,
): Chunk {
  const { call } = read;
  const inputs: ChunkInput[] = [];
  const into: ChunkResult[] = [];
  for (const { row } of tensors) {
    const { name, when, holds } = row;
    const window = windowIn(row, call.sizes, cut, ownShape(row, call));
    if (when === "given") {
      inputs.push({ name, data: dataOf(call, cut, row), holds, window, heldAs: heldAs(row, window) });
    } else if (results[name]) {
      into.push({ name, into: results[name], window });
    }
  }
  const words = { ...optionsIn(call, cut), ...sizesIn(call.sizes, cut) };
  const names = Object.fromEntries([...inputs, ...into].map(({ name }) => [name, name]));
  const run = { kind: tableOf(call), words, tensors: names };
  return { inputs, results: into, runs: [run], ends: 0 };
}

/**
 * A row of the part is `first` rows before its row in the whole call, so a number that counts from the first row
 * grows by `first`.
 */
function dataOf({ given }: Call, cut: Cut, { name, fromFirstRow }: Row): TypedNumbers {
  const { data } = given[name]!;
  const first = cut.queries?.[0] ?? 0;
  return fromFirstRow && first > 0 ? Int32Array.from(data, (offset) => offset + first) : data;
}

/** The strides of a mask or a bias, by axis, the innermost first. */
const STRIDES = { keys: "Key", queries: "Query", heads: "Head", batch: "Batch" };

/** The words of the options in the part: its masks and biases lie without gaps, so they have strides of their own. */
function optionsIn({ options, sizes }: Call, cut: Cut): Record<string, number> {
  const words: Record<string, number> = { ...options };
  const part = sizesIn(sizes, cut);
  for (const name of ["mask", "bias"]) {
    let stride = 1;
    for (const [axis, of] of Object.entries(STRIDES)) {
      const word = `${name}${of}Stride`;
      if (!words[word]) continue; // It is repeated along this axis.
      words[word] = stride;
      stride *= part[axis]!;
    }
  }
  return words;
}
