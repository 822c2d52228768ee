// Computes attention in parts of its heads. A part is so small that its tensors stay in the caches between the copy in,
// the core and the copy out.
import type { Tensor, TypedNumbers } from "../api/index.js";
import { viewOf, type AttentionSizes, makeFloats } from "../read/index.js";
import {
  copyIn,
  copyOut,
  givenTo,
  isResult,
  layOut,
  outsideMemory,
  productOf,
  writeTable,
  writeWords,
  type Layout,
  type Words,
} from "./block.js";
import type { Core } from "./core.js";
import type { Memory } from "./memory.js";
import { finished } from "./results.js";
import type { Call, ReadCall } from "./tables.js";
import { openedCore } from "./disposal.js";

/**
 * The bytes that the tensors of a part may take, unless one head takes more. It is half the L2 cache of common machines
 * or less. With all heads at once, 8 × 512 × 64 takes 2 to 5 % longer from arrays to arrays, and 8 to 20 % longer where
 * weights are kept.
 */
const PART_BYTES = 2 ** 19;

/** Whole groups of heads (a key/value head and the query heads that read it) of one batch, or whole batches. */
interface Part {
  /** The sizes of the whole call. */
  whole: AttentionSizes;
  firstBatch: number;
  batches: number;
  firstGroup: number;
  groups: number;
}

type AttentionCall = Call<AttentionSizes>;

export function computeByParts(memory: Memory, read: ReadCall<AttentionSizes>): Record<string, Tensor> {
  const { where, call: given, seen } = read;
  const core = openedCore(memory, where);
  const call = outsideMemory(core, where, given);
  const { sizes } = call;
  const parts = partsOf(sizes, call.keep.filter((name) => name !== "lse").length);
  const layout = layOut({ ...call, sizes: sizesOf(parts[0]!) }, memory.tableBytes);
  const table = memory.table("attention");
  const block = memory.reserve(where, layout.bytes);
  try {
    writeTable(core, table, block, call, layout);
    const results = makeResults(where, sizes, layout, seen);
    for (const part of parts) {
      if (parts.length > 1) writeWords(core, table, block, wordsOfPart(part, call, layout, block));
      copyPartIn(core, block, call, layout, part);
      memory.run(where, table.kind, block, layout.bytes);
      copyPartOut(core, block, layout, part, results);
    }
    return finished(read, results);
  } finally {
    memory.settle();
  }
}

type AttentionLayout = Layout<AttentionSizes>;

/** Makes arrays for the results of all heads. */
function makeResults(
  where: string,
  sizes: AttentionSizes,
  { tensors }: AttentionLayout,
  seen: ReadCall<AttentionSizes>["seen"],
): Record<string, Tensor> {
  const results: Record<string, Tensor> = {};
  for (const { row } of tensors) {
    if (!isResult(row)) continue;
    const extents = row.extents!(sizes);
    results[row.name] = { data: makeFloats(where, productOf(extents)), shape: seen(extents, row.name) };
  }
  return results;
}

/** What the options brought is copied once, for all heads. */
function copyPartIn(core: Core, block: number, call: AttentionCall, { tensors }: AttentionLayout, part: Part): void {
  const first = part.firstBatch === 0 && part.firstGroup === 0;
  for (const { row, offset } of tensors) {
    if (row.when !== "given") continue;
    const { data } = givenTo(row, call)!;
    if (row.extents) copyIn(core, row, block + offset, partOf(data, row.extents, part));
    else if (first) copyIn(core, row, block + offset, data);
  }
}

function copyPartOut(
  core: Core,
  block: number,
  { tensors }: AttentionLayout,
  part: Part,
  results: Record<string, Tensor>,
): void {
  for (const { row, offset } of tensors) {
    if (isResult(row)) copyOut(core, block + offset, partOf(results[row.name]!.data, row.extents!, part));
  }
}

/** All parts of a call. None is larger than the first. */
function partsOf(sizes: AttentionSizes, keptMatrices: number): Part[] {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  const perGroup = heads / kvHeads;
  const groupBytes = 4 * (perGroup * queries * (dim + valueDim + keptMatrices * keys) + keys * (dim + valueDim));
  const groups = fitting(kvHeads, groupBytes);
  const batches = groups === kvHeads ? fitting(batch, groupBytes * kvHeads) : 1;
  const parts: Part[] = [];
  for (let firstBatch = 0; firstBatch < batch; firstBatch += batches) {
    for (let firstGroup = 0; firstGroup < kvHeads; firstGroup += groups) {
      parts.push({
        whole: sizes,
        firstBatch,
        batches: Math.min(batches, batch - firstBatch),
        firstGroup,
        groups: Math.min(groups, kvHeads - firstGroup),
      });
    }
  }
  return parts;
}

function fitting(count: number, bytes: number): number {
  return Math.min(count, Math.max(1, Math.floor(PART_BYTES / bytes)));
}

function sizesOf({ whole, batches, groups }: Part): AttentionSizes {
  return { ...whole, batch: batches, heads: groups * (whole.heads / whole.kvHeads), kvHeads: groups };
}

/** The words that differ from part to part. What the options brought lies in the block for all heads. */
function wordsOfPart(part: Part, { sizes, options }: AttentionCall, layout: AttentionLayout, block: number): Words {
  const batch = part.firstBatch;
  const head = part.firstGroup * (sizes.heads / sizes.kvHeads);
  const { batch: batches, heads, kvHeads } = sizesOf(part);
  const words: Record<string, number> = { batch: batches, heads, kvHeads };
  const skipped: Words = {
    causalOffsets: 4 * batch,
    offsets: 4 * batch,
    alibi: 4 * head,
    sink: 4 * head,
    keyLengths: 4 * batch,
    queryDocuments: 4 * batch * sizes.queries,
    keyDocuments: 4 * batch * sizes.keys,
    rotaryQueries: 4 * batch * sizes.queries,
    rotaryKeys: 4 * batch * sizes.keys,
    mask: batch * options.maskBatchStride + head * options.maskHeadStride,
    bias: 4 * (batch * options.biasBatchStride + head * options.biasHeadStride),
  };
  for (const { row, offset } of layout.tensors) {
    if (row.name in skipped) words[row.name] = block + offset + skipped[row.name]!;
  }
  return words;
}

/** The numbers of a part in the whole data of a tensor (batch, heads or kvHeads, rows, columns or nothing). */
function partOf<Data extends TypedNumbers>(
  data: Data,
  extentsOf: (sizes: AttentionSizes) => number[],
  { whole, firstBatch, batches, firstGroup, groups }: Part,
): Data {
  if (batches === whole.batch && groups === whole.kvHeads) return data;
  const [, heads, rows, columns = 1] = extentsOf(whole) as [number, number, number, number?];
  const headsOfGroup = heads / whole.kvHeads;
  const first = firstBatch * heads + firstGroup * headsOfGroup;
  return viewOf(data, first * rows * columns, batches * groups * headsOfGroup * rows * columns);
}
