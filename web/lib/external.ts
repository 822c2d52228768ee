import type { Heed } from "./api/index.js";
import { loadWith } from "./load/index.js";
import type { LoadOptions } from "./api/index.js";

/**
 * Starts heed from one of the two wasm files of the package, which a page fetches. Vite, webpack and Next find the
 * files by the two literals below and serve them. esbuild and rollup do not: copy simd.wasm and relaxed-simd.wasm of
 * the package to the folder of the bundle. Node, Deno, Bun and servers that take the condition "node" get the entry
 * heed instead: it carries its wasm, and they have no page to make smaller.
 */
export function load(options?: LoadOptions): Promise<Heed> {
  return loadWith(
    (flavour) =>
      flavour === "simd" ? new URL("./simd.wasm", import.meta.url) : new URL("./relaxed-simd.wasm", import.meta.url),
    options,
  );
}

export * from "./surface.js";
