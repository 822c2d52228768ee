// A head in words: under its picture, and read aloud.
import { digits } from "../../../show/index.js";
import { labelOf, STATISTICS, type HeadStatistics } from "../heads/index.js";
import type { HeadPlace } from "../open-file.js";
import type { SortKey } from "../state.js";

/** Two digits of a share, one of a distance; "–" for none. */
export function statisticText(value: number): string {
  return Number.isNaN(value) ? "–" : digits(value, value < 10 ? 2 : 1);
}

/** What stands under a picture: its name by layer and head where rows are not layers, and a hint or the value. */
export function captionOf(place: HeadPlace, statistics: HeadStatistics | undefined, sort: SortKey): string {
  if (statistics === undefined) return "\u00a0";
  if (sort === "layer") return labelOf(statistics);
  return `${place.layer}·${place.head} ${statisticText(statistics.values[sort])}`;
}

export function spokenHead(place: HeadPlace, statistics: HeadStatistics | undefined, sort: SortKey): string {
  const name = `Layer ${place.layer}, head ${place.head}`;
  if (statistics === undefined) return `${name}: not read yet`;
  const problem = statistics.problem === undefined ? "" : `; it ${statistics.problem}`;
  if (sort === "layer") return `${name}: ${labelOf(statistics)}${problem}`;
  const title = STATISTICS.find(({ key }) => key === sort)!.name;
  return `${name}: ${title} ${statisticText(statistics.values[sort])}, ${labelOf(statistics)}${problem}`;
}
