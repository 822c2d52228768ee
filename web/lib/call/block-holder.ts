// Blocks of wasm memory that an object of the caller holds until it is disposed of.
import { Holder } from "../read/index.js";
import type { Memory } from "./memory.js";
import { isDisposed, openedCore } from "./disposal.js";

/** What has to be given back. It knows nothing of its owner, so a forgotten owner can be collected. */
export interface Holding {
  readonly memory: Memory;
  readonly block: number;
}

// This is only a safety net: dispose() gives memory back in time.
let net: FinalizationRegistry<Holding> | undefined;

export class BlockHolder extends Holder<Holding> {
  protected hold(memory: Memory, block: number): void {
    this.holding = { memory, block };
    if (typeof FinalizationRegistry === "function") net ??= new FinalizationRegistry(giveBack);
    net?.register(this, this.holding, this);
  }

  override get disposed(): boolean {
    return this.holding === undefined || isDisposed(this.holding.memory);
  }

  override held(use: string): Holding {
    const holding = super.held(use);
    if (isDisposed(holding.memory)) openedCore(holding.memory, this.method(use));
    return holding;
  }

  protected override release(holding: Holding): void {
    net?.unregister(this);
    giveBack(holding);
  }
}

function giveBack({ memory: { whole }, block }: Holding): void {
  if (!isDisposed(whole)) whole.core.release(block);
}
