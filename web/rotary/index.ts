// heed/rotary: rotary position embedding outside a call, and the frequencies of models that were stretched. Nothing
// here holds wasm.
export { rotaryFrequencies, type RotaryFrequencies, type RotaryScaling } from "./frequencies.js";
export { rotate } from "./rotate.js";
