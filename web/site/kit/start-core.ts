// The core, as every page starts it.
import type { Heed } from "heed";
import { fill } from "./texts/index.js";

/** Waits for the core. `engine` says which build runs; where none can, it says why, and nothing comes back. */
export async function startCore(engine: HTMLElement, core: Promise<Heed>): Promise<Heed | undefined> {
  try {
    const heed = await core;
    fill(engine, "frame.engine", { flavour: heed.flavour });
    return heed;
  } catch (error) {
    fill(engine, "frame.no-engine", { reason: (error as Error).message });
    return undefined;
  }
}
