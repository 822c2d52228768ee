import type { CompiledModule } from "./api/index.js";

/**
 * heed/simd.wasm and heed/relaxed-simd.wasm, where a runtime imports wasm as a compiled module, as Cloudflare Workers
 * do.
 * Give it to `load({ wasm })`.
 */
declare const wasm: CompiledModule;
export default wasm;
