// The names of the options of calls.
import { NUMBERS } from "./option-list.js";

/** The tensors of a layer, and what goes with them. */
export const WEIGHTS: readonly string[] = [
  ...["queryWeight", "keyWeight", "valueWeight", "outputWeight"],
  ...["queryBias", "keyBias", "valueBias", "outputBias"],
  ...["heads", "kvHeads", "layout"],
];

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
  "keyMask",
  "sequences",
  "documents",
  ...NUMBERS,
  "rotary",
  "keep",
];

/** The names of the options that backward calls take. */
export const BACKWARD_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "dLse"];

export const ATTENTION_OPTIONS: readonly string[] = [...SCORE_OPTIONS, "axes"];
export const ATTENTION_BACKWARD_OPTIONS: readonly string[] = [...BACKWARD_OPTIONS, "axes"];

/** Names as the properties of an object that holds nothing. */
export type NoOptions = Readonly<Record<string, undefined>>;
const none = (names: readonly string[]): NoOptions => Object.fromEntries(names.map((name) => [name, undefined]));

export const LAYER_OPTIONS = none([...WEIGHTS, ...SCORE_OPTIONS, "context"]);
export const LAYER_BACKWARD_OPTIONS = none([...WEIGHTS, ...BACKWARD_OPTIONS, "context"]);
/** Of a layer that has its weights already. */
export const HELD_LAYER_OPTIONS = none([...SCORE_OPTIONS, "context"]);
export const HELD_LAYER_BACKWARD_OPTIONS = none([...BACKWARD_OPTIONS, "context"]);

/** The names of the options that some call takes, without weights. */
export const CALL_OPTIONS: readonly string[] = [...ATTENTION_BACKWARD_OPTIONS, "context"];
