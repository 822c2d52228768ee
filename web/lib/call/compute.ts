// Computes a call once: lays it out in the shared block, copies in, runs, copies out.
import type { Tensor } from "../api/index.js";
import { copyIn, copyOut, givenTo, isResult, layOut, outsideMemory, writeTable, type Words } from "./block.js";
import { makeFloats } from "../read/index.js";
import type { Memory } from "./memory.js";
import { finished, seenResult } from "./results.js";
import type { ReadCall } from "./tables.js";
import { openedCore } from "./disposal.js";

export function compute<Sizes extends Words>(memory: Memory, read: ReadCall<Sizes>): Record<string, Tensor> {
  const { where } = read;
  const core = openedCore(memory, where);
  const call = outsideMemory(core, where, read.call);
  const layout = layOut(call, memory.tableBytes);
  const table = memory.table(call.backward ? `${call.kind}Backward` : call.kind);
  const block = memory.reserve(where, layout.bytes);
  try {
    writeTable(core, table, block, call, layout);
    for (const { row, offset } of layout.tensors) {
      if (row.when === "given") copyIn(core, row, block + offset, givenTo(row, call)!.data);
    }
    memory.run(where, table.kind, block, layout.bytes);
    const results: Record<string, Tensor> = {};
    for (const tensor of layout.tensors) {
      if (!isResult(tensor.row)) continue;
      const data = makeFloats(where, tensor.count);
      copyOut(core, block + tensor.offset, data);
      const { name, shape } = seenResult(read, tensor);
      results[name] = { data, shape };
    }
    return finished(read, results);
  } finally {
    memory.settle();
  }
}
