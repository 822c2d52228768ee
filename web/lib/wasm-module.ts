import type { CompiledModule } from "./api/index.js";

/**
 * heed/simd.wasm and heed/relaxed-simd.wasm, for runtimes that import wasm as a compiled module, as Cloudflare Workers
 * do. Give it to `load({ wasm })`.
 */
declare const wasm: CompiledModule;
export default wasm;
