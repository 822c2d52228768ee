// A name for what a head does, as a hint.
import { NAMING, type StatisticKey } from "./definitions.js";
import type { HeadStatistics } from "./statistics.js";

/** From here on a statistic is large. */
export const NAMED_FROM = 0.5;
export const BROAD_FROM = 0.9;
/** Fewer rows make no pattern. */
export const FEWEST_ROWS = 3;

type Shares = Pick<HeadStatistics, "values" | "counts">;

/** The shares that may name a head, the largest first: those that enough rows can show. */
export function namingShares({
  values,
  counts,
}: Shares): readonly (readonly [name: (typeof NAMING)[number], share: number])[] {
  return NAMING.filter((key) => counts[key] >= FEWEST_ROWS)
    .map((key) => [key, values[key]] as const)
    .sort(([, a], [, b]) => b - a);
}

/**
 * A hint at what a head does: its largest share from one half on, else "broad" or "mixed"; "–" for no weights, and for
 * too few rows.
 */
export function labelOf(statistics: Shares): StatisticKey | "broad" | "mixed" | "–" {
  const [largest] = namingShares(statistics);
  if (largest === undefined) return "–";
  const [name, share] = largest;
  if (share >= NAMED_FROM) return name;
  return statistics.values.entropy >= BROAD_FROM && statistics.counts.entropy >= FEWEST_ROWS ? "broad" : "mixed";
}
