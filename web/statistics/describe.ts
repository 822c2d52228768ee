// A matrix in sentences, by its numbers: its pattern, and the largest number of each row.
import {
  inserted,
  isMasked,
  percent,
  rowSentences,
  type Described,
  type Numbers,
  type RowWords,
} from "../show/index.js";
import type { NAMING } from "./definitions.js";
import { labelOf, namingShares } from "./label.js";
import { statisticsOf } from "./statistics.js";
import { rolesOf } from "./token-roles.js";

/** The texts, with {parameters}: of the size, of each pattern, and of a row. */
export type DescriptionWords = RowWords & Readonly<Record<"broad" | "mixed" | (typeof NAMING)[number], string>>;

export function describe(described: Described, words: DescriptionWords): string[] {
  const { numbers, kind, columnLabels } = described;
  const { rows, columns } = numbers;
  const pattern = kind === "weights" ? patternOf(numbers, columnLabels, words) : [];
  return [inserted(words.size, { rows, columns }), ...pattern, ...rowSentences(described, words)];
}

/** The sentence about the pattern; none for numbers that are not weights. */
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
