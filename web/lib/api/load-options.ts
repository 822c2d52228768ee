import type { Flavour } from "./flavour.js";
import type { WasmSource } from "./wasm-source.js";

/** What `load` takes. */
export interface LoadOptions {
  /**
   * The build to run.
   * @default the fastest that this engine runs
   */
  flavour?: Flavour | undefined;
  /**
   * The wasm, from wherever the caller has it.
   * @default that of the entry
   */
  wasm?: WasmSource | undefined;
}
