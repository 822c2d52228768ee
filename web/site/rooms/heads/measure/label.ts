// A name for what a head does, as a hint.
import type { StatisticKey } from "./definitions.js";
import type { HeadStatistics } from "./statistics.js";

/** One of these names a head where it is at least so large. */
const NAMING: readonly StatisticKey[] = [
  "self",
  "previous",
  "next",
  "first",
  "separator",
  "punctuation",
  "duplicate",
  "induction",
];
export const NAMED_FROM = 0.5;
export const BROAD_FROM = 0.9;

/** A hint at what a head does: its largest share from one half on, else "broad" or "mixed"; "–" for no weights. */
export function labelOf({ values }: Pick<HeadStatistics, "values">): StatisticKey | "broad" | "mixed" | "–" {
  if (Object.values(values).every(Number.isNaN)) return "–";
  const named = NAMING.filter((key) => values[key] >= NAMED_FROM).sort((a, b) => values[b] - values[a]);
  if (named.length > 0) return named[0]!;
  return values.entropy >= BROAD_FROM ? "broad" : "mixed";
}
