import type { Flavour } from "../api/index.js";

/** The fastest first. */
export const FLAVOURS: readonly Flavour[] = ["relaxed-simd", "simd"];
