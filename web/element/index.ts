// heed/element: importing it defines <attention-matrix>. The only entry of the package that does anything at import.
import { AttentionMatrix } from "./attention-matrix.js";

export { AttentionMatrix } from "./attention-matrix.js";
export type { MatrixEvent } from "./attention-matrix.js";
export type { Along, Edit, Mask, Matrix, Place } from "../show/index.js";
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
  interface HTMLElementEventMap {
    "matrix-focus": CustomEvent<import("../show/index.js").Place | null>;
    "matrix-hover": CustomEvent<import("../show/index.js").Place | null>;
    "matrix-open": CustomEvent<import("../show/index.js").Place>;
    "matrix-edit": CustomEvent<import("../show/index.js").Edit>;
  }
}
