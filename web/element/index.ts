// heed/element: importing it defines <attention-matrix>. The only entry of the package that does anything at import.
import { AttentionMatrix } from "./attention-matrix.js";
import type { AttentionMatrixEvents } from "./frameworks.js";

export { AttentionMatrix } from "./attention-matrix.js";
export { setProperties } from "./frameworks.js";
export type { MatrixEvent } from "./attention-matrix.js";
export type { Along, Edit, Mask, MaskInput, MaskOptions, MaskWindow, Matrix, Place } from "../show/index.js";
export type { AttentionMatrixEvents, AttentionMatrixProps } from "./frameworks.js";
export type { Bar, Kind, Pool, View } from "./picture.js";
export type { Domain } from "../show/index.js";
export { setWords, type Words } from "../show/index.js";

if (typeof customElements === "object" && customElements.get("attention-matrix") === undefined) {
  customElements.define("attention-matrix", AttentionMatrix);
}

declare global {
  interface HTMLElementTagNameMap {
    "attention-matrix": AttentionMatrix;
  }
  interface HTMLElementEventMap extends AttentionMatrixEvents {}
}
