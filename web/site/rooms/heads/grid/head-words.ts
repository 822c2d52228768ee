// A head in words: under its picture, and read aloud.
import { digits } from "../../../../show/index.js";
import { phrase } from "../../../kit/texts/index.js";
import type { SortKey } from "../look.js";
import { labelOf, type HeadStatistics } from "../../../../statistics/index.js";
import type { HeadPlace, HeadSource } from "../source.js";

/** A share has two digits and a distance one; "–" stands for none. */
export function statisticText(value: number): string {
  return Number.isNaN(value) ? "–" : digits(value, value < 10 ? 2 : 1);
}

/** The hint at what a head does. */
export function labelText(statistics: HeadStatistics): string {
  const label = labelOf(statistics);
  return label === "–" ? label : phrase(`heads.stat-${label}`);
}

/** The text under a picture: its name by layer and head where rows are not layers, and a hint or the value. */
export function captionOf(source: HeadSource, place: HeadPlace, sort: SortKey): string {
  const statistics = source.statisticsOf(place);
  if (statistics === undefined) return "\u00a0";
  if (sort === "layer") return source.captionOf(place) ?? labelText(statistics);
  return `${place.layer}·${place.head} ${statisticText(statistics.values[sort])}`;
}

export function spokenHead(source: HeadSource, place: HeadPlace, sort: SortKey): string {
  const name = phrase("heads.head-name", { ...place });
  const statistics = source.statisticsOf(place);
  if (statistics === undefined) return phrase("heads.spoken-unread", { name });
  const words = wordsOf(source, place, { sort, statistics });
  const { problem } = statistics;
  if (problem === undefined) return phrase("heads.spoken", { name, words });
  return phrase("heads.spoken-problem", { name, words, problem: phrase(`heads.${problem}`) });
}

interface Told {
  readonly sort: SortKey;
  readonly statistics: HeadStatistics;
}

function wordsOf(source: HeadSource, place: HeadPlace, { sort, statistics }: Told): string {
  const label = labelText(statistics);
  if (sort !== "layer") return `${phrase(`heads.stat-${sort}`)} ${statisticText(statistics.values[sort])}, ${label}`;
  const caption = source.captionOf(place);
  return caption === undefined ? label : `${caption}, ${label}`;
}
