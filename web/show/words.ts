// All texts of the element, with {parameters}. They are English until a page sets its own.
import { inserted, type Name } from "./names.js";
import { signs } from "./signs.js";

export const ENGLISH = {
  point: ".",
  between: ", ",
  row: "Row “{label}”",
  column: "Column “{label}”",
  headRow: "Head {head}, row “{label}”",
  headColumn: "Head {head}, column “{label}”",
  noNumbers: "{row} holds no numbers.",
  mayAttendToNothing: "{row} may attend to nothing.",
  zeros: "{row}: 0 on every column.",
  zerosDown: "{row}: 0 on every row.",
  shares: "{row}: {shares}.",
  sharesOfMore: "{row}: {shares}, …",
  spread: "{row}: {shares}; entropy {bits} bits.",
  spreadOfMore: "{row}: {shares}, …; entropy {bits} bits.",
  share: "{percent} on “{label}”",
  list: "{row}: {numbers}.",
  and: "{numbers} and {last}",
  named: "“{label}” ({number})",
  extremesWith: "{row}: highest with {high}, lowest with {low}.",
  extremesAt: "{row}: highest at {high}, lowest at {low}.",
  bar: "Colour runs{way} from {low}, the ground of the page, to {high}, the strongest ink.",
  barSigned: "Colour runs{way} from {low}, brown, through 0, the ground of the page, to {high}, blue-green.",
  barOfRow:
    "Each row has its own colours; in row “{label}” they run{way} from {low}, the ground of the page, to " +
    "{high}, the strongest ink.",
  barOfRowSigned:
    "Each row has its own colours; in row “{label}” they run{way} from {low}, brown, through 0, the ground " +
    "of the page, to {high}, blue-green.",
  barOfColumn:
    "Each column has its own colours; in column “{label}” they run{way} from {low}, the ground of the page, " +
    "to {high}, the strongest ink.",
  barOfColumnSigned:
    "Each column has its own colours; in column “{label}” they run{way} from {low}, brown, through 0, the " +
    "ground of the page, to {high}, blue-green.",
  byPowers: "by powers of ten",
  orMore: "{number} or more",
  orLess: "{number} or less",
  rowNote: "row “{label}”",
  columnNote: "column “{label}”",
  largest: "The {count} largest of row “{label}”",
  largestOfColumn: "The {count} largest of column “{label}”",
  goToColumn: "Go to column {column}, “{label}”, {number}",
  goToRow: "Go to row {row}, “{label}”, {number}",
  arcsOfRows: "Drawn are the {strongest} strongest of {rows} × {columns}, and the {top} strongest of one row.",
  arcsOfColumns: "Drawn are the {strongest} strongest of {rows} × {columns}, and the {top} strongest of one column.",
  masked: "masked",
  notANumber: "“{text}” is not a number. Type a decimal such as 0.55; Escape brings {old} back.",
  zoomAndPan: "Zoom and pan",
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
  fit: "Fit",
  fitAll: "Fit all of it",
  panLeft: "Pan left",
  panUp: "Pan up",
  panDown: "Pan down",
  panRight: "Pan right",
  goTo: "Go to",
  goToCell: "Go to row, column",
  rowColumn: "row, column",
  pool: "Cells in one pixel show",
  poolMax: "the strongest",
  poolMean: "their mean",
  typeCell: "Type a row from 1 to {rows} and a column from 1 to {columns}, such as {row}, {column}.",
  noCell:
    "There is no cell “{text}”: type a row from 1 to {rows} and a column from 1 to {columns}, such as {row}, {column}.",
} as const;

/** A text for each sentence and each button of the element. */
export type Words = Readonly<Record<keyof typeof ENGLISH, string>>;

let spoken: Words = ENGLISH;

/**
 * Sets the texts of another language; `point` is its decimal mark, `between` separates the numbers of a list. A matrix
 * uses them from its next change, a map's new buttons at once.
 */
export function setWords(words: Words): void {
  spoken = words;
  signs.point = words.point;
  signs.between = words.between;
}

/** The text of a key in the page's language. */
export function say(key: keyof Words, parameters: Readonly<Record<string, Name | number>> = {}): string {
  return inserted(spoken[key], parameters);
}
