// The list of what each statistic means, on the page.
import { make } from "../../show/index.js";
import { byId } from "./dom.js";
import { STATISTICS } from "./heads/index.js";

export function showDefinitions(): void {
  byId("definitions").replaceChildren(
    ...STATISTICS.map(({ name, definition }) => make("div", {}, make("dt", {}, name), make("dd", {}, definition))),
  );
}
