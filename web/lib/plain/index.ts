// Functions of the package that need no started heed.
export { mergeAttention, mergeAttentionBackward } from "./merge.js";
