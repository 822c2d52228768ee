import type { Heed } from "./api/index.js";
import { loadWith } from "./load/index.js";
import type { LoadOptions } from "./api/index.js";

/**
 * Starts heed from the separate wasm files of the package, which bundlers find by the two literals below. Calls that
 * ask for the same share one instance. A failed load is forgotten, so you can call it again.
 *
 * @param options `flavour` to force a build, `wasm` to bring the wasm from elsewhere.
 */
export function load(options?: LoadOptions): Promise<Heed> {
  return loadWith(
    (flavour) =>
      flavour === "simd" ? new URL("./simd.wasm", import.meta.url) : new URL("./relaxed-simd.wasm", import.meta.url),
    options,
  );
}

export * from "./surface.js";
