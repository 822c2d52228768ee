import type { HeedForward } from "./api/index.js";
import { loadForward } from "./load/index.js";

const CARRIED: string = HEED_WASM;

/**
 * Starts attention and whole layers, forward only, in the flavour "simd". The wasm is carried inside, so nothing is
 * fetched. Calls share one instance, and each gets a heed of its own to dispose of.
 */
export function load(): Promise<HeedForward>;
export function load(options?: unknown): Promise<HeedForward> {
  return loadForward(CARRIED, options);
}

export type {
  AttentionOptions,
  AttentionResult,
  ErrorCode,
  HeedError,
  HeedForward,
  SelfAttentionOptions,
  SelfAttentionResult,
  Tensor,
  TensorInput,
} from "./api/index.js";
export { alibiSlopes, row, tensor } from "./read/index.js";
