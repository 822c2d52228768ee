// What every entry of the package offers beside its own load().
export * from "./api/index.js";
export { flavours } from "./load/index.js";
export {
  fromTorch,
  mergeAttention,
  mergeAttentionBackward,
  type FromTorchOptions,
  type TorchWeights,
} from "./plain/index.js";
export { alibiSlopes, row, tensor } from "./read/index.js";
