// A head in words: under its picture, and read aloud.
import { digits } from "../../../show/index.js";
import type { SortKey } from "../look.js";
import { labelOf, STATISTICS } from "../measure/index.js";
import type { HeadPlace, HeadSource } from "../source.js";

/** Two digits of a share, one of a distance; "–" for none. */
export function statisticText(value: number): string {
  return Number.isNaN(value) ? "–" : digits(value, value < 10 ? 2 : 1);
}

/** What stands under a picture: its name by layer and head where rows are not layers, and a hint or the value. */
export function captionOf(source: HeadSource, place: HeadPlace, sort: SortKey): string {
  const statistics = source.statisticsOf(place);
  if (statistics === undefined) return "\u00a0";
  if (sort === "layer") return source.captionOf(place) ?? labelOf(statistics);
  return `${place.layer}·${place.head} ${statisticText(statistics.values[sort])}`;
}

export function spokenHead(source: HeadSource, place: HeadPlace, sort: SortKey): string {
  const name = `Layer ${place.layer}, head ${place.head}`;
  const statistics = source.statisticsOf(place);
  if (statistics === undefined) return `${name}: not read yet`;
  const problem = statistics.problem === undefined ? "" : `; it ${statistics.problem}`;
  const caption = source.captionOf(place);
  const words = caption === undefined ? labelOf(statistics) : `${caption}, ${labelOf(statistics)}`;
  if (sort === "layer") return `${name}: ${words}${problem}`;
  const title = STATISTICS.find(({ key }) => key === sort)!.name;
  return `${name}: ${title} ${statisticText(statistics.values[sort])}, ${labelOf(statistics)}${problem}`;
}
