// The types of heed/page, in files that name nothing of a document: Node's types know of none.
export type { MaskInput, MaskOptions, MaskWindow } from "../mask.js";
export type { Along, Matrix } from "../matrix.js";
export type { Words } from "../words.js";
