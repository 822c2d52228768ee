// Where a key leads from a field. Left and right first move within the text that is being edited.
import type { Place } from "../../../show/index.js";

/** The field that a key leads to, which may lie outside the table; undefined for keys that the field itself takes. */
export function placeAfter(
  { key, ctrlKey, shiftKey }: KeyboardEvent,
  { row, column }: Place,
  input: HTMLInputElement,
  last: Place,
): Place | undefined {
  const { selectionStart: start, selectionEnd: end, value } = input;
  const allSelected = start === 0 && end === value.length;
  if (key === "Enter") return { row: row + (shiftKey ? -1 : 1), column };
  if (shiftKey) return undefined;
  if (key === "ArrowUp") return { row: row - 1, column };
  if (key === "ArrowDown") return { row: row + 1, column };
  if (key === "ArrowLeft" && (allSelected || end === 0)) return { row, column: column - 1 };
  if (key === "ArrowRight" && (allSelected || start === value.length)) return { row, column: column + 1 };
  if (key === "Home" && ctrlKey) return { row: 0, column: 0 };
  if (key === "End" && ctrlKey) return last;
  return undefined;
}
