// The largest number of each row, in sentences.
import { digits, percent } from "./digits.js";
import { isMasked, valueAt, type Numbers } from "./matrix.js";
import { inserted, nameOf } from "./names.js";

/** The most rows that are described; the table has the rest. */
const MOST_ROWS = 64;

/** The texts, with {parameters}. */
export const OF_ROWS = {
  size: "{rows} rows, {columns} columns.",
  largestWeight: "“{row}” gives most, {share}, to “{column}”.",
  noWeight: "“{row}” gives nothing.",
  largestValue: "“{row}” is highest with {value}, at “{column}”.",
  noValue: "“{row}” holds no numbers.",
} as const;

export type RowWords = Readonly<Record<keyof typeof OF_ROWS | "moreRows", string>>;

/** What the sentences are about. */
export interface Described {
  readonly numbers: Numbers;
  readonly kind: "weights" | "scores" | "vectors";
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
}

export function rowSentences({ numbers, kind, rowLabels, columnLabels }: Described, words: RowWords): string[] {
  const { rows } = numbers;
  const sentences: string[] = [];
  for (let row = 0; row < Math.min(rows, MOST_ROWS); row++) {
    const column = largestOf(numbers, row);
    const value = column === -1 ? NaN : valueAt(numbers, { row, column });
    const given = { row: nameOf(rowLabels, row), column: nameOf(columnLabels, column) };
    if (kind !== "weights")
      sentences.push(
        column === -1
          ? inserted(words.noValue, given)
          : inserted(words.largestValue, { ...given, value: digits(value) }),
      );
    else if (column === -1 || value === 0) sentences.push(inserted(words.noWeight, given));
    else sentences.push(inserted(words.largestWeight, { ...given, share: percent(value) }));
  }
  if (rows > MOST_ROWS) sentences.push(inserted(words.moreRows, { count: rows - MOST_ROWS }));
  return sentences;
}

/** The column of a row's largest number, the first of equal ones; −1 where none is shown. */
function largestOf(numbers: Numbers, row: number): number {
  let [found, largest] = [-1, NaN];
  for (let column = 0; column < numbers.columns; column++) {
    const place = { row, column };
    const value = valueAt(numbers, place);
    if (Number.isNaN(value) || value <= largest || isMasked(numbers, place)) continue;
    [found, largest] = [column, value];
  }
  return found;
}
