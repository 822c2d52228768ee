// The inspector of a page with several matrices: one panel, which shows a cell of one of them.
import type { AttentionMatrix } from "heed/element";
import { Inspector, type Cell, type Computation, type View } from "../inspector/index.js";

export class CellInspector {
  readonly #inspector = new Inspector(document.body, {
    light: () => undefined,
    closed: (cell) => (this.#element === undefined ? this.#closed?.() : this.#focus(cell)),
  });
  /** Gives focus back where no matrix does. */
  #closed: (() => void) | undefined;
  /** The matrix that the cell was opened in. */
  #element: AttentionMatrix | undefined;

  open(element: AttentionMatrix, computation: Computation, cell: Cell): void {
    this.#element = element;
    this.#closed = undefined;
    this.#inspector.open(computation, cell);
  }

  /** A number that no matrix of the page shows. @param closed gives focus back */
  show(shown: Cell | View, computation: Computation | undefined, closed: () => void): void {
    this.#element = undefined;
    this.#closed = closed;
    this.#inspector.open(computation, shown);
  }

  /** The cell of this matrix that is open. */
  cellOf(element: AttentionMatrix): Cell | undefined {
    return this.#element === element ? this.#inspector.cell : undefined;
  }

  /** The numbers of the matrix have changed. */
  update(element: AttentionMatrix, computation: Computation): void {
    if (this.cellOf(element) !== undefined) this.#inspector.update(computation);
  }

  /** The matrix has gone, or shows something else. Focus stays where it is. */
  leave(element: AttentionMatrix): void {
    if (this.cellOf(element) === undefined) return;
    this.#element = this.#closed = undefined;
    this.#inspector.close();
  }

  #focus({ row, column }: Cell): void {
    const cell = `td[data-row="${row}"][data-column="${column}"]`;
    this.#element?.shadowRoot?.querySelector<HTMLElement>(cell)?.focus();
  }
}
