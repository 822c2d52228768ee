// What a call costs. Calls are cut by it.
import type { CallTensor, ReadCall } from "../lib/call/index.js";
import { isWeight, type AttentionSizes, type LayerSizes } from "../lib/rows/index.js";

/** What a row costs beside its keys, in keys. It also gives rows that see nothing some work, so no line is empty. */
const ROW_COST = 32;

/** For each batch the sums of work over the rows, in pairs of query and key. */
export function workOfRows(read: ReadCall): Float64Array[] {
  const { sizes, given, options } = read.call;
  const { batch, queries: rows, keys } = sizes as AttentionSizes;
  const { causalOffsets, offsets, keyLengths, spans } = given;
  const { windowLeft, windowRight } = options;
  const [left, right] = [windowLeft ? windowLeft - 1 : Infinity, windowRight ? windowRight - 1 : Infinity];
  return Array.from({ length: batch }, (_, b) => {
    const length = keyLengths?.data[b] ?? keys;
    const sums = new Float64Array(rows + 1);
    for (let i = 0; i < rows; i++) {
      const place = [0, length, i + ((causalOffsets ?? offsets)?.data[b] ?? 0)];
      const [first, last, position] = (spans?.data.subarray(3 * i, 3 * i + 3) ?? place) as [number, number, number];
      const end = Math.min(length, last, position + (causalOffsets ? 0 : right) + 1);
      sums[i + 1] = sums[i]! + Math.max(end - Math.max(position - left, first), 0) + ROW_COST;
    }
    return sums;
  });
}

/** Floating-point operations of a pair of query and key; backward computes forward too. */
export function costOfPair(read: ReadCall): number {
  const { dim, valueDim } = read.call.sizes as AttentionSizes;
  return (read.call.backward ? 7 : 2) * (dim + valueDim);
}

/** About how many floating-point operations a call takes. */
export function flopsOf(read: ReadCall): number {
  const { kind, sizes, backward } = read.call;
  const { batch, heads, kvHeads, dim, valueDim, ...others } = sizes as LayerSizes;
  const pairs = heads * workOfRows(read).reduce((sum, rows) => sum + rows[rows.length - 1]!, 0);
  const attention = pairs * costOfPair(read);
  if (kind.name === "attention") return attention;
  const given = (name: string, product: number): number => (read.call.given[name] ? product : 0);
  const [queries, keys] = [batch * others.queries, batch * others.keys];
  const projections =
    given("queryWeight", queries * others.modelDim * heads * dim) +
    given("keyWeight", keys * others.contextDim * kvHeads * (dim + valueDim)) +
    given("outputWeight", queries * heads * valueDim * others.outputDim);
  return attention + projections * (backward ? 6 : 2);
}

/**
 * The numbers that travel to the workers, and the gradients that come back, without matrices of queries by keys: those
 * grow as the work does. Weights that the workers hold stay there.
 */
export function numbersOf(tensors: readonly CallTensor[], holdsWeights: boolean): number {
  const travels = ({ row }: CallTensor): boolean =>
    row.when === "gradient" || (row.when === "given" && !(holdsWeights && isWeight(row)));
  const counted = tensors.filter((tensor) => travels(tensor) && !tensor.row.repeats);
  return counted.reduce((sum, { count }) => sum + count, 0);
}
