// Decides how a call is cut.
import type { AnyCall, CallTensor } from "../lib/call/index.js";
import { isKnown, sizeOf, type Cut } from "./axes.js";
import { cutAtGroups, cutLine, type Box, type Line } from "./line.js";

/** How calls are cut. Tests make everything smaller. */
export interface Limits {
  /** Floating-point operations below which a call is computed on the calling thread. */
  readonly least: number;
  /** Floating-point operations of a chunk, about. */
  readonly chunk: number;
}

export const LIMITS: Limits = { least: 100e6, chunk: 400e6 };

/** What a row costs beside its keys, in keys. It also gives rows that see nothing some work, so no line is empty. */
const ROW_COST = 32;

/** For each batch the sums of work over the rows, in pairs of query and key. */
function workOfRows(read: AnyCall): Float64Array[] {
  const [batch, rows, keys] = ["batch", "queries", "keys"].map((axis) => sizeOf(read, axis)) as [
    number,
    number,
    number,
  ];
  const { causalOffsets, keyLengths } = read.call.given;
  return Array.from({ length: batch }, (_, b) => {
    const length = keyLengths?.data[b] ?? keys;
    const sums = new Float64Array(rows + 1);
    for (let i = 0; i < rows; i++) {
      const end = Math.min(length, causalOffsets ? i + causalOffsets.data[b]! + 1 : length);
      sums[i + 1] = sums[i]! + Math.max(end, 0) + ROW_COST;
    }
    return sums;
  });
}

/** Floating-point operations of a pair of query and key; backward computes forward too. */
function costOfPair(read: AnyCall): number {
  return (read.call.backward ? 7 : 2) * (sizeOf(read, "dim") + sizeOf(read, "valueDim"));
}

/** The floating-point operations of a call, about. */
export function workOf(read: AnyCall): number {
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

/** The cuts of attention, for each worker its own. */
export function cutAttention(
  read: AnyCall,
  tensors: readonly CallTensor[],
  workers: number,
  { chunk }: Limits,
): Cut[][] {
  if (!isKnown(read, tensors)) return [[{}]];
  const aim = chunk / costOfPair(read);
  return read.call.backward ? cutGroups(read, workers, aim) : cutHeads(read, workers, aim);
}

/** Forward: heads and rows. Heads that share keys may part. */
function cutHeads(read: AnyCall, workers: number, aim: number): Cut[][] {
  const [heads, rows] = [sizeOf(read, "heads"), sizeOf(read, "queries")];
  const size = heads / sizeOf(read, "kvHeads");
  const line: Line = { heads, rows, work: workOfRows(read), cutsRows: true };
  return cutLine(line, workers, aim).map((boxes) =>
    boxes
      .flatMap((box) => cutAtGroups(box, size))
      .map(({ batch, heads: [from, to], rows: queries }) => ({
        batch,
        heads: [from, to],
        kvHeads: [Math.floor(from / size), Math.ceil(to / size)],
        queries,
      })),
  );
}

/**
 * Backward: whole groups, because the gradients of keys and values are sums over all rows of all heads of their group.
 * The gradient of a bias is a sum, too, over the axes along which the bias is repeated: these are not cut.
 */
function cutGroups(read: AnyCall, workers: number, aim: number): Cut[][] {
  const { options, given } = read.call;
  const [batch, heads, groups, rows] = ["batch", "heads", "kvHeads", "queries"].map((axis) => sizeOf(read, axis)) as [
    number,
    number,
    number,
    number,
  ];
  const size = heads / groups;
  const cutsBatch = !given.bias || options.biasBatchStride > 0;
  const cutsHeads = !given.bias || options.biasHeadStride > 0;
  const ofBatch = workOfRows(read).map((sums) => sums[rows]! * size);
  const units = cutsHeads ? groups : 1;
  const work = cutsBatch ? ofBatch : [ofBatch.reduce((sum, one) => sum + one)];
  const line: Line = {
    heads: units,
    rows: 1,
    work: work.map((one) => Float64Array.of(0, one * (groups / units))),
    cutsRows: false,
  };
  return cutLine(line, workers, aim).map((boxes) =>
    boxes.map((box) => {
      const kvHeads = scaled(box.heads, groups / units);
      return {
        batch: cutsBatch ? box.batch : ([0, batch] as const),
        kvHeads,
        heads: scaled(kvHeads, size),
      };
    }),
  );
}

function scaled([from, to]: Box["heads"], by: number): [number, number] {
  return [from * by, to * by];
}
