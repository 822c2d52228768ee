// Where a key leads from a field of a sheet. Left and right first move within the text that is being edited.

export interface Spot {
  readonly row: number;
  readonly column: number;
}

/** The field that a key asks for, which may lie outside; undefined where it is the field's own. */
export function spotAfter(
  { key, ctrlKey, shiftKey }: KeyboardEvent,
  { row, column }: Spot,
  input: HTMLInputElement,
  last: Spot,
): Spot | undefined {
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
