import { carriedWasm } from "./load/index.js";
import type { Heed } from "./api/index.js";
import { loadWith } from "./load/index.js";
import type { LoadOptions } from "./api/index.js";

/**
 * Starts heed. The wasm is carried inside, so nothing is fetched. Calls that ask for the same share one
 * instance, and each gets a heed of its own to dispose of. A failed load is forgotten, so you can call it again.
 *
 * @param options `flavour` to force a build, `wasm` to bring the wasm from elsewhere.
 */
export function load(options?: LoadOptions): Promise<Heed> {
  return loadWith(carriedWasm, options);
}

export * from "./surface.js";
