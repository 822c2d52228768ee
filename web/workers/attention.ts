// Cuts attention.
import type { AnyCall } from "../lib/call/index.js";
import { isKnown, isTable, sizeOf, type Cut } from "./axes.js";
import { chunkOf, type Chunk } from "./chunks.js";
import type { Phase } from "./job.js";
import { cutAtGroups, cutLine, type Box, type Line } from "./line.js";
import { heldWhere, type Plan } from "./plan.js";
import { costOfPair, workOfRows } from "./work.js";

/** The pairs of kept matrices in a chunk, about. The calling thread copies so many at a time: 4 MB take it 1.5 ms. */
const KEPT = 2 ** 20;

export function phasesOfAttention(plan: Plan): Phase[] {
  return [cutsOf(plan).map((own) => own.map((cut) => chunkOfCut(plan, cut)))];
}

/** Chunks with some rows of a head read all of its keys and values, so workers hold these, and the tables of rotary. */
function chunkOfCut(plan: Plan, cut: Cut): Chunk {
  const { read, tensors, results } = plan;
  const { queries } = cut;
  const hasSomeRows = queries !== undefined && queries[1] - queries[0] < sizeOf(read, "queries");
  return chunkOf(
    read,
    tensors,
    cut,
    results,
    heldWhere(plan, (name) => hasSomeRows && (name === "k" || name === "v" || isTable(name))),
  );
}

function cutsOf({ read, tensors, workers, limits }: Plan): Cut[][] {
  if (!isKnown(read, tensors)) return [[{}]];
  const aim = Math.min(limits.chunk / costOfPair(read), KEPT / read.call.keep.length);
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
 * The gradient of a bias is a sum, too, over the axes along which the bias is repeated: these are not cut. The
 * gradients of slopes and sinks are sums over the batch.
 */
function cutGroups(read: AnyCall, workers: number, aim: number): Cut[][] {
  const { options, given } = read.call;
  const [batch, groups, rows] = [sizeOf(read, "batch"), sizeOf(read, "kvHeads"), sizeOf(read, "queries")];
  const size = sizeOf(read, "heads") / groups;
  const cutsBatch = (!given.bias || options.biasBatchStride > 0) && !given.alibi && !given.sink;
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
