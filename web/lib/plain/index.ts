// Functions of the package that need no started heed.
export { mergeAttention, mergeAttentionBackward } from "./merge.js";
export { fromTorch, type FromTorchOptions, type TorchWeights } from "./torch.js";
