// The names of the options of calls.

/** The names of the options that all calls take. */
export const SCORE_OPTIONS: readonly string[] = [
  "scale",
  "normalize",
  "causal",
  "window",
  "mask",
  "bias",
  "alibi",
  "sink",
  "keyLengths",
  "sequences",
  "documents",
  "softcap",
  "rotary",
  "keep",
];

/** The names of the options that backward calls take. */
export const BACKWARD_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "dLse"];

export const ATTENTION_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "axes"];
export const ATTENTION_BACKWARD_OPTIONS: readonly string[] = [...BACKWARD_OPTIONS, "axes"];
export const LAYER_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "context"];
export const LAYER_BACKWARD_OPTIONS: readonly string[] = [...BACKWARD_OPTIONS, "context"];

/** The names of the options that some call takes. */
export const CALL_OPTIONS: readonly string[] = [...ATTENTION_BACKWARD_OPTIONS, "context"];
