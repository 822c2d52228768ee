// A head's statistics, with their definitions at hand.
import { make } from "../../../show/index.js";
import { STATISTICS, type HeadStatistics } from "../measure/index.js";
import { statisticText } from "../grid/head-words.js";

export function statisticsList(statistics: HeadStatistics | undefined): HTMLElement[] {
  return STATISTICS.map(({ key, name, definition }) => {
    const value = statistics?.values[key] ?? NaN;
    const bar = make("span", { class: "amount", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(key === "distance" || Number.isNaN(value) ? 0 : Math.min(1, value)));
    return make("div", { title: definition }, make("dt", {}, name), make("dd", {}, statisticText(value), bar));
  });
}
