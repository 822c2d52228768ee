// Cuts attention.
import type { Chunk } from "../lib/call/index.js";
import type { AttentionSizes, Cut } from "../lib/rows/index.js";
import { chunkOf } from "./chunks.js";
import type { Phase } from "./job.js";
import { cutAtGroups, cutLine, type Box, type Line } from "./split-rows.js";
import { heldWhere, type Plan } from "./plan.js";
import { costOfPair } from "./work.js";

/**
 * About how many pairs of kept matrices a chunk has. The calling thread copies a chunk at a time: 4 MB take it 1.5 ms.
 */
const KEPT = 2 ** 20;

export function phasesOfAttention(plan: Plan): Phase[] {
  return [cutsOf(plan).map((own) => own.map((cut) => chunkOfCut(plan, cut)))];
}

/** What workers hold for chunks with some rows of a head: they read all of its keys and values, and the tables. */
const HELD = ["k", "v", "rotaryCos", "rotarySin"];

function chunkOfCut(plan: Plan, cut: Cut): Chunk {
  const { read, tensors, results } = plan;
  const { queries } = cut;
  const hasSomeRows = queries !== undefined && queries[1] - queries[0] < read.call.sizes.queries!;
  const heldAs = heldWhere(plan, ({ name }) => hasSomeRows && HELD.includes(name));
  return chunkOf(read, tensors, cut, results, heldAs);
}

function cutsOf(plan: Plan): Cut[][] {
  const { read, limits } = plan;
  const aim = Math.min(limits.chunk / costOfPair(read), KEPT / read.call.keep.length);
  return read.call.backward ? cutGroups(plan, aim) : cutHeads(plan, aim);
}

/** Forward: heads and rows. Heads that share keys may go to different chunks. */
function cutHeads({ read, work, workers }: Plan, aim: number): Cut[][] {
  const { heads, kvHeads, queries: rows } = read.call.sizes as AttentionSizes;
  const size = heads / kvHeads;
  const line: Line = { heads, rows, work, cutsRows: true };
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
function cutGroups({ read, work: ofRows, workers }: Plan, aim: number): Cut[][] {
  const { options, given, sizes } = read.call;
  const { batch, heads, kvHeads: groups, queries: rows } = sizes as AttentionSizes;
  const size = heads / groups;
  const cutsBatch = (!given.bias || options.biasBatchStride > 0) && !given.alibi && !given.sink;
  const cutsHeads = !given.bias || options.biasHeadStride > 0;
  const ofBatch = ofRows.map((sums) => sums[rows]! * size);
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
