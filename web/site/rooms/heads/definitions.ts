// The list of what each statistic means, on the page.
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { fill, filled } from "../../kit/texts/index.js";
import { BROAD_FROM, FEWEST_ROWS, END_OF_TEXT, NAMED_FROM, STATISTICS } from "../../../statistics/index.js";

export function showDefinitions(): void {
  fill(byId("definitions-text"), "heads.definitions-text", { named: NAMED_FROM, rows: FEWEST_ROWS, broad: BROAD_FROM });
  byId("definitions").replaceChildren(
    ...STATISTICS.map((key) =>
      make("div", {}, filled("dt", `heads.stat-${key}`), filled("dd", `heads.means-${key}`, {}, END_OF_TEXT)),
    ),
  );
}
