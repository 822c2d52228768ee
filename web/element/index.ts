// heed/element: importing it defines <attention-matrix>. The only entry of the package that does anything at import.
import { AttentionMatrix } from "./attention-matrix.js";

export { AttentionMatrix } from "./attention-matrix.js";
export type { MatrixEvent } from "./attention-matrix.js";
export type { Along, Edit, Mask, Matrix, Place } from "./numbers.js";
export type { View } from "./picture.js";
export type { Pool } from "./pyramid.js";
export type { Domain } from "./scale.js";
export type { Kind } from "./sentences.js";
export { setWords, type Words } from "./words.js";

if (typeof customElements === "object" && customElements.get("attention-matrix") === undefined) {
  customElements.define("attention-matrix", AttentionMatrix);
}

declare global {
  interface HTMLElementTagNameMap {
    "attention-matrix": AttentionMatrix;
  }
  interface HTMLElementEventMap {
    "matrix-focus": CustomEvent<import("./numbers.js").Place | null>;
    "matrix-hover": CustomEvent<import("./numbers.js").Place | null>;
    "matrix-open": CustomEvent<import("./numbers.js").Place>;
    "matrix-edit": CustomEvent<import("./numbers.js").Edit>;
  }
}
