import type { CompiledModule } from "./api/index.js";

/**
 * heed/simd.wasm and heed/relaxed-simd.wasm where a runtime imports wasm compiled, as Cloudflare Workers do; for
 * `load({ wasm })`.
 */
declare const wasm: CompiledModule;
export default wasm;
