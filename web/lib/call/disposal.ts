// What heed.dispose() does to wasm memory. It is separate from Memory, which the workers of heed/workers have too:
// they end as a whole.
import { fault } from "../read/index.js";
import type { Core } from "./core.js";
import type { Memory } from "./memory.js";

/** The same memory for one of several users. It ends by itself. */
export function share(memory: Memory): Memory {
  return Object.create(memory) as Memory;
}

/** Lets go of the core, so that it is collected with all its memory when nobody shares it any more. */
export function disposeOf(memory: Memory): void {
  (memory as { core: Core | undefined }).core = undefined;
}

export function isDisposed(memory: Memory): boolean {
  return (memory.core as Core | undefined) === undefined;
}

/** The core, or a sentence about heed.dispose(). */
export function openedCore(memory: Memory, where: string): Core {
  if (!isDisposed(memory)) return memory.core;
  throw fault(
    "disposed",
    `${where}: this heed was disposed of, which freed its memory. load() starts a new one, and openWorkers() ` +
      `starts new workers.`,
  );
}
