// A head's statistics, with their definitions at hand.
import { make } from "../../../../show/index.js";
import { phrase } from "../../../kit/texts/index.js";
import { END_OF_TEXT, STATISTICS, type HeadStatistics } from "../../../../statistics/index.js";
import { statisticText } from "../grid/head-words.js";

export function statisticsList(statistics: HeadStatistics | undefined): HTMLElement[] {
  return STATISTICS.map((key) => {
    const value = statistics?.values[key] ?? NaN;
    const bar = make("span", { class: "amount", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(key === "distance" || Number.isNaN(value) ? 0 : Math.min(1, value)));
    const meaning = phrase(`heads.means-${key}`, END_OF_TEXT);
    return make(
      "div",
      { title: meaning },
      make("dt", {}, phrase(`heads.stat-${key}`)),
      make("dd", {}, statisticText(value), bar),
      make("dd", { class: "meaning" }, meaning),
    );
  });
}
