// Written by scripts/calls.mjs from src/calls_forward.def, when the package is built.

/** The words of the options that are not tensors. */
export const OPTION_WORDS = [
  "scale",
  "softmax",
  "softcap",
  "maskBatchStride",
  "maskHeadStride",
  "maskQueryStride",
  "maskKeyStride",
  "biasBatchStride",
  "biasHeadStride",
  "biasQueryStride",
  "biasKeyStride",
  "windowLeft",
  "windowRight",
  "rotaryDims",
  "rotaryInterleaved",
] as const;

/** The options that are a number above 0. The word of each has its name, and is 0 without the option. */
// prettier-ignore
export const NUMBERS = [
  "softcap",
] as const;
