// Blocks of wasm memory that an object of the caller holds until it is disposed of.
import type { Memory } from "./memory.js";

/** What has to be given back. It knows nothing of its owner, so a forgotten owner can be collected. */
export interface Holding {
  readonly memory: Memory;
  readonly block: number;
}

// Only a net: dispose() is what gives memory back in time.
let net: FinalizationRegistry<Holding> | undefined;

/**
 * `Symbol.dispose` is a property here, also where an engine does not have the symbol yet. As a method it would have a
 * computed name, and bundlers keep every class that has one.
 */
export function hold(owner: { dispose(): void }, memory: Memory, block: number): Holding {
  const holding = { memory, block };
  Object.defineProperty(owner, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: () => owner.dispose() });
  if (typeof FinalizationRegistry === "function") net ??= new FinalizationRegistry(giveBack);
  net?.register(owner, holding, owner);
  return holding;
}

export function letGo(owner: object, holding: Holding): void {
  net?.unregister(owner);
  giveBack(holding);
}

function giveBack({ memory, block }: Holding): void {
  memory.core.release(block);
}
