// Computes a call: lays it out in the shared block, and for each of its parts copies in, runs and copies out.
import type { Tensor } from "../api/index.js";
import { makeFloats } from "../read/index.js";
import { isResult, sizesIn, windowIn, type Cut } from "../rows/index.js";
import {
  copyWindowIn,
  copyWindowOut,
  givenTo,
  layOut,
  liesWhole,
  numberBytes,
  outsideMemory,
  ownShape,
  productOf,
  writeTable,
  writeWords,
  type Layout,
} from "./block.js";
import { tableOf, type Call, type ReadCall } from "./call.js";
import type { Core } from "./core.js";
import { openedCore } from "./disposal.js";
import { partsOf } from "./head-parts.js";
import type { Memory } from "./memory.js";
import { finished, seenResult } from "./results.js";

/** A call in the block, and the arrays of its results, in the order of their tensors there. */
interface Work {
  readonly core: Core;
  readonly block: number;
  readonly call: Call;
  readonly layout: Layout;
  readonly results: readonly Tensor["data"][];
}

export function compute(memory: Memory, read: ReadCall): Record<string, Tensor> {
  const { where } = read;
  const core = openedCore(memory, where);
  const call = outsideMemory(core, where, read.call);
  const parts = partsOf(call);
  const layout = layOut(call, memory.tableBytes, parts && sizesIn(call.sizes, parts[0]!));
  const table = memory.table(tableOf(call));
  const block = memory.reserve(where, layout.bytes);
  try {
    writeTable(core, table, block, call, layout);
    const results: Tensor["data"][] = [];
    const named: Record<string, Tensor> = {};
    for (const tensor of layout.tensors) {
      if (!isResult(tensor.row)) continue;
      const { name, shape } = seenResult(read, tensor);
      const data = makeFloats(where, productOf(shape));
      results.push(data);
      named[name] = { data, shape };
    }
    const work = { core, block, call, layout, results };
    for (const part of parts ?? WHOLE) {
      if (part) writeWords(core, table, block, wordsOf(work, part));
      copyPartIn(work, part, part === parts?.[0]);
      memory.run(where, table.kind, block, layout.bytes);
      copyPartOut(work, part);
    }
    return finished(read, named);
  } finally {
    memory.settle();
  }
}

/** A call that is computed at once. */
const WHOLE = [undefined];

/** A tensor that lies in the block whole is copied once. */
function copyPartIn({ core, block, call, layout }: Work, part: Cut | undefined, isFirst: boolean): void {
  for (const { row, offset } of layout.tensors) {
    if (row.when !== "given") continue;
    const { data } = givenTo(row, call)!;
    const window = part && !liesWhole(row) ? windowIn(row, call.sizes, part) : undefined;
    if (window || isFirst) copyWindowIn(core, row, block + offset, data, window);
  }
}

function copyPartOut({ core, block, call, layout, results }: Work, part: Cut | undefined): void {
  let at = 0;
  for (const { row, offset } of layout.tensors) {
    if (!isResult(row)) continue;
    copyWindowOut(core, block + offset, results[at++]!, part && windowIn(row, call.sizes, part));
  }
}

/**
 * The words that differ from part to part: sizes, and where the part begins in the tensors that lie in the block whole.
 */
function wordsOf({ block, call, layout }: Work, part: Cut): Record<string, number> {
  const words: Record<string, number> = {};
  for (const size in part) words[size] = part[size]![1] - part[size]![0];
  for (const { row, offset } of layout.tensors) {
    if (!liesWhole(row)) continue;
    const { start } = windowIn(row, call.sizes, part, ownShape(row, call));
    words[row.name] = block + offset + numberBytes(row.holds) * start;
  }
  return words;
}
