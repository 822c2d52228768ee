// The core, as every page starts it.
import type { Heed } from "heed";
import { fill } from "./texts/index.js";

/** Waits for the core. `engine` says which build runs; where none can, it says why, and nothing comes back. */
export async function startCore<Core extends Pick<Heed, "flavour">>(
  engine: HTMLElement,
  core: Promise<Core>,
): Promise<Core | undefined> {
  try {
    const started = await core;
    fill(engine, "frame.engine", { flavour: started.flavour });
    return started;
  } catch (error) {
    fill(engine, "frame.no-engine", { reason: (error as Error).message });
    return undefined;
  }
}
