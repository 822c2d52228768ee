// A call's heads in runs: few enough for the caches to hold a run's tensors between the copy in, the core and the copy out.
import type { AttentionCall, AttentionSizes, OptionsCall } from "./core.js";
import { viewOf, type TypedNumbers } from "./nested.js";

/**
 * Bytes of a run's tensors, where heads are small enough. Half the L2 cache of common machines or less; with all heads at
 * once, 8 × 512 × 64 takes 2 to 5 % longer from arrays to arrays, and 8 to 20 % where weights are kept.
 */
const RUN_BYTES = 2 ** 19;

/** Where a run starts, and its sizes: whole groups of heads of one batch, or whole batches. */
export interface HeadRun extends AttentionSizes {
  firstBatch: number;
  firstKvHead: number;
}

/** All runs of a call, of which none is larger than the first. */
export function headRuns(sizes: AttentionSizes, keptMatrices: number): HeadRun[] {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  const perGroup = heads / kvHeads;
  const groupBytes = 4 * (perGroup * queries * (dim + valueDim + keptMatrices * keys) + keys * (dim + valueDim));
  const groups = fitting(kvHeads, groupBytes);
  const batches = groups === kvHeads ? fitting(batch, groupBytes * kvHeads) : 1;
  const runs: HeadRun[] = [];
  for (let firstBatch = 0; firstBatch < batch; firstBatch += batches) {
    for (let firstKvHead = 0; firstKvHead < kvHeads; firstKvHead += groups) {
      const own = Math.min(groups, kvHeads - firstKvHead);
      runs.push({
        batch: Math.min(batches, batch - firstBatch),
        heads: own * perGroup,
        kvHeads: own,
        queries,
        keys,
        dim,
        valueDim,
        firstBatch,
        firstKvHead,
      });
    }
  }
  return runs;
}

function fitting(count: number, bytes: number): number {
  return Math.min(count, Math.max(1, Math.floor(RUN_BYTES / bytes)));
}

/** Turns the call to the heads of a run; `whole` are the options as they lie for all heads. */
export function aim(call: AttentionCall, run: HeadRun, sizes: AttentionSizes, whole: OptionsCall): void {
  const { options } = call;
  const head = run.firstKvHead * (sizes.heads / sizes.kvHeads);
  call.batch = run.batch;
  call.heads = run.heads;
  call.kvHeads = run.kvHeads;
  if (whole.causalOffsets) options.causalOffsets = whole.causalOffsets + 4 * run.firstBatch;
  if (whole.keyLengths) options.keyLengths = whole.keyLengths + 4 * run.firstBatch;
  if (whole.mask) options.mask = whole.mask + run.firstBatch * whole.maskBatchStride + head * whole.maskHeadStride;
  if (whole.bias)
    options.bias = whole.bias + 4 * (run.firstBatch * whole.biasBatchStride + head * whole.biasHeadStride);
}

/** The numbers of a run's query heads in a tensor [batch, heads, …], or of its key/value heads in one [batch, kvHeads, …]. */
export function partOf<Data extends TypedNumbers>(
  data: Data,
  run: HeadRun,
  sizes: AttentionSizes,
  of: "heads" | "kvHeads",
): Data {
  if (run.batch * run[of] === sizes.batch * sizes[of]) return data;
  const perHead = data.length / (sizes.batch * sizes[of]);
  const first = run.firstBatch * sizes[of] + run.firstKvHead * (sizes[of] / sizes.kvHeads);
  return viewOf(data, first * perHead, run.batch * run[of] * perHead);
}
