// What a call costs, by which it is cut.
import type { AnyCall, CallTensor } from "../lib/call/index.js";
import { isPairs, sizeOf } from "./axes.js";

/** What a row costs beside its keys, in keys. It also gives rows that see nothing some work, so no line is empty. */
const ROW_COST = 32;

/** For each batch the sums of work over the rows, in pairs of query and key. */
export function workOfRows(read: AnyCall): Float64Array[] {
  const [batch, rows, keys] = [sizeOf(read, "batch"), sizeOf(read, "queries"), sizeOf(read, "keys")];
  const { causalOffsets, offsets, keyLengths, spans } = read.call.given;
  const { windowLeft, windowRight } = read.call.options as Record<string, number>;
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
export function costOfPair(read: AnyCall): number {
  return (read.call.backward ? 7 : 2) * (sizeOf(read, "dim") + sizeOf(read, "valueDim"));
}

/** The floating-point operations of a call, about. */
export function flopsOf(read: AnyCall): number {
  const size = (axis: string): number => sizeOf(read, axis);
  const pairs = size("heads") * workOfRows(read).reduce((sum, rows) => sum + rows[rows.length - 1]!, 0);
  const attention = pairs * costOfPair(read);
  if (read.call.kind === "attention") return attention;
  const given = (name: string, product: number): number => (read.call.given[name] ? product : 0);
  const joined = size("heads") * size("valueDim");
  const [queries, keys] = [size("batch") * size("queries"), size("batch") * size("keys")];
  const projections =
    given("queryWeight", queries * size("modelDim") * size("heads") * size("dim")) +
    given("keyWeight", keys * size("contextDim") * size("kvHeads") * (size("dim") + size("valueDim"))) +
    given("outputWeight", queries * joined * size("outputDim"));
  return attention + projections * (read.call.backward ? 6 : 2);
}

/**
 * The numbers that travel to the workers, and the gradients that come back, without matrices of queries by keys: those
 * grow as the work does. Weights that the workers hold stay there.
 */
export function numbersOf(tensors: readonly CallTensor[], holdsWeights: boolean): number {
  const travels = ({ row: { name, when } }: CallTensor): boolean =>
    when === "gradient" || (when === "given" && !(holdsWeights && name.endsWith("Weight")));
  const counted = tensors.filter((tensor) => travels(tensor) && !isPairs(tensor.row.name));
  return counted.reduce((sum, { count }) => sum + count, 0);
}
