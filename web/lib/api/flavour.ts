/**
 * The builds of the core. `"simd"` uses fixed 128-bit SIMD. `"relaxed-simd"` has fused multiply-add too, and is faster
 * where an engine has it.
 */
export type Flavour = "relaxed-simd" | "simd";
