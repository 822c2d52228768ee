// The types of heed/page, in files that name nothing of a document: Node's types know of none.
export type { Along, MaskInput, Matrix } from "../matrix.js";
export type { Words } from "../words.js";
