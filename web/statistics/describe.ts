// A matrix in sentences, by its numbers: its pattern, and the largest number of each row.
import { digits, inserted, isMasked, nameOf, percent, type Numbers } from "../show/index.js";
import type { NAMING } from "./definitions.js";
import { labelOf, namingShares } from "./label.js";
import { statisticsOf } from "./statistics.js";
import { rolesOf } from "./token-roles.js";

/** The most rows that are described; the table has the rest. */
export const MOST_ROWS = 64;

/** The texts, with {parameters}: of the size, of each pattern, and of a row. */
export type DescriptionWords = Readonly<
  Record<
    | "size"
    | "largestWeight"
    | "noWeight"
    | "largestValue"
    | "noValue"
    | "moreRows"
    | "broad"
    | "mixed"
    | (typeof NAMING)[number],
    string
  >
>;

/** What the description is of. */
export interface Described {
  readonly numbers: Numbers;
  readonly kind: "weights" | "scores" | "vectors";
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
}

export function describe({ numbers, kind, rowLabels, columnLabels }: Described, words: DescriptionWords): string[] {
  const { rows, columns } = numbers;
  const sentences = [inserted(words.size, { rows, columns })];
  if (kind === "weights") sentences.push(...patternOf(numbers, columnLabels, words));
  for (let at = 0; at < Math.min(rows, MOST_ROWS); at++) {
    const largest = largestOf(numbers, at);
    const value = largest === -1 ? NaN : valueOf(numbers, at, largest);
    const given = { row: nameOf(rowLabels, at), column: nameOf(columnLabels, largest) };
    if (kind !== "weights")
      sentences.push(
        largest === -1
          ? inserted(words.noValue, given)
          : inserted(words.largestValue, { ...given, value: digits(value) }),
      );
    else if (largest === -1 || value === 0) sentences.push(inserted(words.noWeight, given));
    else sentences.push(inserted(words.largestWeight, { ...given, share: percent(value) }));
  }
  if (rows > MOST_ROWS) sentences.push(inserted(words.moreRows, { count: rows - MOST_ROWS }));
  return sentences;
}

/** The sentence about the pattern; none for numbers that are no weights. */
function patternOf(numbers: Numbers, tokens: readonly string[], words: DescriptionWords): string[] {
  const { rows, columns, start, data } = numbers;
  const values = Float32Array.from({ length: rows * columns }, (_, at) =>
    isMasked(numbers, { row: Math.floor(at / columns), column: at % columns }) ? 0 : data[start + at]!,
  );
  const statistics = statisticsOf({ values, rows, columns }, rolesOf(tokens, columns));
  const name = labelOf(statistics);
  if (name === "–" || statistics.problem !== undefined) return [];
  const share = name === "broad" ? statistics.values.entropy : namingShares(statistics)[0]![1];
  return [inserted(words[name as keyof DescriptionWords], { share: percent(share) })];
}

function valueOf({ data, start, columns }: Numbers, row: number, column: number): number {
  return data[start + row * columns + column]!;
}

/** The column of a row's largest number, the first of equal ones; −1 where none is shown. */
function largestOf(numbers: Numbers, row: number): number {
  let largest = -1;
  for (let column = 0; column < numbers.columns; column++) {
    const value = valueOf(numbers, row, column);
    if (Number.isNaN(value) || isMasked(numbers, { row, column })) continue;
    if (largest === -1 || value > valueOf(numbers, row, largest)) largest = column;
  }
  return largest;
}
