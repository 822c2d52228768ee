import type { Flavour } from "./flavour.js";
import type { WasmSource } from "./wasm-source.js";

/** The options of `load`. */
export interface LoadOptions {
  /**
   * The build to run.
   * @default the fastest that this engine runs
   */
  flavour?: Flavour | undefined;
  /**
   * The wasm, from elsewhere.
   * @default the wasm of the entry
   */
  wasm?: WasmSource | undefined;
}
