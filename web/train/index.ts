// heed/train: what a small training loop needs. Nothing here holds wasm; it works on the sessions of any heed.
export { softmaxCrossEntropy, type Graded } from "./cross-entropy.js";
export { initialise } from "./initialise.js";
export { fillBatch, lettersOf, type BatchOf, type Letters } from "./letters.js";
export { adam, sgd, type Adam, type AdamOptions, type Optimiser, type SgdOptions } from "./optimisers.js";
export {
  microBatches,
  type MicroBatches,
  type MicroBatchesOptions,
  type MicroBatchModel,
  type TrainingWorkers,
} from "./micro-batches.js";
export type { OptimiserState } from "./optimiser-state.js";
export { parameter, parametersOf, type Parameter } from "./parameters.js";
export { seededRandom, type Random, type RandomState } from "./random.js";
export { loadSafetensors, saveSafetensors, type NamedTensor, type SafetensorsHeader } from "./safetensors.js";
export { probabilities, sample, type SampleOptions } from "./sample.js";
export { warmupCosine, type WarmupCosineOptions } from "./schedule.js";
