// Blocks of wasm memory that an object of the caller holds until it is disposed of.
import type { Memory } from "./memory.js";
import { isDisposed } from "./disposal.js";

/** What has to be given back. It knows nothing of its owner, so a forgotten owner can be collected. */
export interface Holding {
  readonly memory: Memory;
  readonly block: number;
}

// Only a net: dispose() is what gives memory back in time.
let net: FinalizationRegistry<Holding> | undefined;

export function hold(owner: object, memory: Memory, block: number): Holding {
  const holding = { memory, block };
  if (typeof FinalizationRegistry === "function") net ??= new FinalizationRegistry(giveBack);
  net?.register(owner, holding, owner);
  return holding;
}

export function letGo(owner: object, holding: Holding): void {
  net?.unregister(owner);
  giveBack(holding);
}

function giveBack({ memory, block }: Holding): void {
  if (!isDisposed(memory)) memory.core.release(block);
}
