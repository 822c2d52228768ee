import type { Flavour } from "./flavour.js";
import type { WasmSource } from "./wasm-source.js";

/** What `load` takes. */
export interface LoadOptions {
  /** The build to run. Left out, the fastest that this engine runs. */
  flavour?: Flavour | undefined;
  /** The wasm, from wherever the caller has it. Left out, the wasm that comes with the entry. */
  wasm?: WasmSource | undefined;
}
