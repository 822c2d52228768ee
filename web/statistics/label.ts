// A name for what a head does, as a hint.
import { NAMING, type StatisticKey } from "./definitions.js";
import type { HeadStatistics } from "./statistics.js";

/** From here on a statistic is large. */
export const NAMED_FROM = 0.5;
export const BROAD_FROM = 0.9;

/** A hint at what a head does: its largest share from one half on, else "broad" or "mixed"; "–" for no weights. */
export function labelOf({ values }: Pick<HeadStatistics, "values">): StatisticKey | "broad" | "mixed" | "–" {
  if (Object.values(values).every(Number.isNaN)) return "–";
  const named = NAMING.filter((key) => values[key] >= NAMED_FROM).sort((a, b) => values[b] - values[a]);
  if (named.length > 0) return named[0]!;
  return values.entropy >= BROAD_FROM ? "broad" : "mixed";
}
