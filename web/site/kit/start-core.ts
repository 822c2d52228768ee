// The core, as every page starts it.
import { load, type Heed } from "heed";
import type { Inside } from "../../lib/call/index.js";
import { fill } from "./texts/index.js";

/**
 * Waits for the core. `engine` says that it runs, and with which build unless the page is a plain one; where none can,
 * it says why, and nothing comes back.
 */
export async function startCore<Core extends Pick<Heed, "flavour">>(
  engine: HTMLElement,
  core: Promise<Core>,
  plain = false,
): Promise<Core | undefined> {
  try {
    const started = await core;
    const { flavour } = started;
    engine.dataset.flavour = flavour;
    fill(engine, `frame.engine-${plain ? "plain" : flavour}`);
    return started;
  } catch (error) {
    fill(engine, "frame.no-engine", { reason: (error as Error).message });
    return undefined;
  }
}

/** The wasm of the page's core, compiled. A worker starts its own core from it, so the page carries the wasm once. */
export async function compiledCore(): Promise<WebAssembly.Module> {
  const { [Symbol.for("heed.inside")]: inside } = (await load()) as unknown as Record<symbol, Inside>;
  return inside!.module;
}
