// What scripts/build-lib.mjs puts in place of these names.

declare module "heed:glue" {
  import type { Core } from "./core.js";
  export default function createCore(module: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<Core>;
}

/** The wasm of both flavours, as scripts/carried.mjs packs it. */
declare module "heed:carried" {
  const carried: { packed: string; simdSize: number; relaxedSize: number };
  export default carried;
}

declare const HEED_VERSION: string;
