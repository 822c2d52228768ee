// What scripts/build-lib.mjs puts in place of these names.

declare module "heed:glue" {
  import type { Core } from "./call/index.js";
  export default function createCore(module: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<Core>;
}

declare const HEED_VERSION: string;

/** The wasm of both flavours as printable characters: pieces with "~" between them, one of each flavour in turn. */
declare const HEED_WASM: string;

/** The words of the tables of the core's calls, which web/lib/call/core.ts reads. */
declare const HEED_WORDS: string;
