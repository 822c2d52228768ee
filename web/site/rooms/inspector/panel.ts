// What the parts of the panel share: the cell that is shown, and how another is opened.
import "./inspector.css";
import { make } from "../../../show/index.js";
import type { Computation } from "./computation.js";
import type { Cell } from "./definition.js";

export interface Panel {
  readonly computation: Computation;
  readonly cell: Cell;
  /** Opens another cell: the one that a number came from. */
  readonly go: (cell: Cell) => void;
}

/** A number or a name that opens a cell. */
export function openButton(text: string, cell: Cell, go: Panel["go"]): HTMLElement {
  const button = make("button", { type: "button", class: "origin" }, text);
  button.addEventListener("click", () => go(cell));
  return button;
}
