// A matrix in sentences, by its numbers: its pattern, and the largest number of each row.
import { digits, isMasked, percent, type Numbers } from "../show/index.js";
import { NAMING } from "./definitions.js";
import { labelOf } from "./label.js";
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
  const [row, column] = [nameOf(rowLabels), nameOf(columnLabels)];
  const sentences = [filled(words.size, { rows, columns })];
  if (kind === "weights") sentences.push(...patternOf(numbers, columnLabels, words));
  for (let at = 0; at < Math.min(rows, MOST_ROWS); at++) {
    const largest = largestOf(numbers, at);
    const value = largest === -1 ? NaN : valueOf(numbers, at, largest);
    const given = { row: row(at), column: column(largest) };
    if (kind !== "weights")
      sentences.push(
        largest === -1 ? filled(words.noValue, given) : filled(words.largestValue, { ...given, value: digits(value) }),
      );
    else if (largest === -1 || value === 0) sentences.push(filled(words.noWeight, given));
    else sentences.push(filled(words.largestWeight, { ...given, share: percent(value) }));
  }
  if (rows > MOST_ROWS) sentences.push(filled(words.moreRows, { count: rows - MOST_ROWS }));
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
  const shares = statistics.values;
  const share =
    name === "broad"
      ? shares.entropy
      : name === "mixed"
        ? Math.max(...NAMING.map((key) => shares[key] || 0))
        : shares[name];
  return [filled(words[name as keyof DescriptionWords], { share: percent(share) })];
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

const nameOf =
  (labels: readonly string[]) =>
  (at: number): string =>
    labels[at] ?? String(at + 1);

export function filled(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in parameters ? String(parameters[name]) : whole));
}
