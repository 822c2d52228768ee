// The memory limit, and the errors when it is exceeded.
import { fault } from "./fault.js";
import { bytesText } from "./sentences.js";

/** What 32-bit addresses can reach, less a page for the stack and static data. */
export const MEMORY_LIMIT = 2 ** 32 - 2 ** 16;

const ADVICE = "Keep fewer matrices, or split the batch, the heads or the queries over several calls.";

export function tooLarge(where: string, bytes: number): RangeError {
  return fault("memory", `${where}: this needs ${bytesText(bytes)}, and WebAssembly memory ends at 4 GB. ${ADVICE}`);
}

export function outOfMemory(where: string, bytes: number): RangeError {
  return fault(
    "memory",
    `${where}: out of memory; it needs ${bytesText(bytes)} for its tensors, and room to work. ` +
      `${ADVICE} Dispose of sessions that you no longer use.`,
  );
}

/** Zeros outside wasm memory, as many as would fit into it. The types of tensors do not tell shared memory apart. */
export function makeFloats(
  where: string,
  count: number,
  Buffer: ArrayBufferConstructor | SharedArrayBufferConstructor = ArrayBuffer,
): Float32Array<ArrayBuffer> {
  if (4 * count > MEMORY_LIMIT) throw outOfMemory(where, count * 4);
  try {
    return new Float32Array(new Buffer(4 * count) as ArrayBuffer);
  } catch {
    throw outOfMemory(where, count * 4);
  }
}

/** Refuses sizes that no memory has room for, before anything is made of them. */
export function checkRoom(where: string, counts: readonly number[]): void {
  const bytes = 4 * counts.reduce((sum, count) => sum + count, 0);
  if (bytes > MEMORY_LIMIT) throw tooLarge(where, bytes);
}
