// What a call costs. Calls are cut by it.
import type { Call, CallTensor, ReadCall } from "../lib/call/index.js";
import { isWeight, type AttentionSizes, type LayerSizes } from "../lib/rows/index.js";

/** What a row costs beside its keys, in keys. It also gives rows that see nothing some work, so no line is empty. */
const ROW_COST = 32;

/** For each batch the sums of work over the rows, in pairs of query and key. Batches that are alike share theirs. */
export function workOfRows({ call }: ReadCall): Float64Array[] {
  const { causalOffsets, offsets, keyLengths } = call.given;
  const work: Float64Array[] = [];
  let last: Batch | undefined;
  for (let b = 0; b < call.sizes.batch!; b++) {
    const own = { length: keyLengths?.data[b] ?? call.sizes.keys!, offset: (causalOffsets ?? offsets)?.data[b] ?? 0 };
    const isLike = own.length === last?.length && own.offset === last.offset;
    work.push(isLike ? work[b - 1]! : workOfBatch(call, own));
    last = own;
  }
  return work;
}

/** In which batches differ: how many keys there are, and the position of the first query. */
interface Batch {
  readonly length: number;
  readonly offset: number;
}

function workOfBatch({ sizes, given, options }: Call, { length, offset }: Batch): Float64Array {
  const spans = given.spans?.data;
  const boundOf = (word: number): number => (word < 0 ? Infinity : word);
  const left = boundOf(options.windowLeft);
  const right = given.causalOffsets ? 0 : boundOf(options.windowRight);
  const sums = new Float64Array(sizes.queries! + 1);
  for (let i = 0; i < sizes.queries!; i++) {
    const first = spans ? spans[3 * i]! : 0;
    const last = spans ? spans[3 * i + 1]! : length;
    const position = spans ? spans[3 * i + 2]! : i + offset;
    const end = Math.min(length, last, position + right + 1);
    sums[i + 1] = sums[i]! + Math.max(end - Math.max(position - left, first), 0) + ROW_COST;
  }
  return sums;
}

/** Floating-point operations of a pair of query and key; backward computes forward too. */
export function costOfPair(read: ReadCall): number {
  const { dim, valueDim } = read.call.sizes as AttentionSizes;
  return (read.call.backward ? 7 : 2) * (dim + valueDim);
}

/** About how many floating-point operations a call takes, whose rows have this work. */
export function flopsOf(read: ReadCall, work: readonly Float64Array[]): number {
  const { kind, sizes, backward } = read.call;
  const { batch, heads, kvHeads, dim, valueDim, ...others } = sizes as LayerSizes;
  const pairs = heads * work.reduce((sum, rows) => sum + rows[others.queries]!, 0);
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
