// Computes a call once: lays it out in the shared block, copies in, runs, copies out.
import type { Tensor } from "../api/index.js";
import { copyIn, copyOut, givenTo, isResult, layOut, outsideMemory, writeTable, type Words } from "./block.js";
import { makeFloats, type Memory } from "./memory.js";
import type { Call } from "./tables.js";

/**
 * Returns each gradient in the shape of its input, and each other result in the shape that `seen` makes of its extents.
 */
export function compute<Sizes extends Words>(
  memory: Memory,
  where: string,
  given: Call<Sizes>,
  seen: (extents: readonly number[]) => number[],
): Record<string, Tensor> {
  const { core } = memory;
  const call = outsideMemory(core, given);
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
    for (const { row, extents, count, offset } of layout.tensors) {
      if (!isResult(row)) continue;
      const data = makeFloats(where, count);
      copyOut(core, block + offset, data);
      const shape = row.when === "gradient" ? Array.from(givenTo(row, call)!.shape) : seen(extents);
      results[row.name] = { data, shape };
    }
    return results;
  } finally {
    memory.settle();
  }
}
