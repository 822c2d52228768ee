// heed/element: importing it defines <attention-matrix>. The only entry of the package that does anything at import.
import { AttentionMatrix } from "./attention-matrix.js";

export { AttentionMatrix } from "./attention-matrix.js";
export type { Edit, Matrix, MatrixEvent } from "./attention-matrix.js";
export type { Place } from "./grid-table.js";
export type { Domain } from "./paint.js";
export type { Kind } from "./sentences.js";

if (typeof customElements === "object" && customElements.get("attention-matrix") === undefined) {
  customElements.define("attention-matrix", AttentionMatrix);
}

declare global {
  interface HTMLElementTagNameMap {
    "attention-matrix": AttentionMatrix;
  }
  interface HTMLElementEventMap {
    "matrix-focus": CustomEvent<import("./grid-table.js").Place | null>;
    "matrix-hover": CustomEvent<import("./grid-table.js").Place | null>;
    "matrix-open": CustomEvent<import("./grid-table.js").Place>;
    "matrix-edit": CustomEvent<import("./attention-matrix.js").Edit>;
  }
}
