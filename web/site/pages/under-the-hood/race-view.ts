// The race on the page: in any order the same bits, how many steps must wait, how long both take, what both keep.
import type { Heed } from "heed";
import { byId, grouped, type Fields } from "../../kit/index.js";
import { fillTable, tableRow, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, type ExperimentWorker } from "../../rooms/training/index.js";
import { compareWays, DIM, WAYS } from "./at-once.js";
import { fastestLap, LENGTHS, type Lap, type openRace } from "./race.js";
import { milliseconds } from "./times-table.js";

const LAPS = 10;

/** Which numbers differ if rows are computed in another order. */
export function showWays<F extends Fields>(page: Page<F>, heed: Heed, seed: number): void {
  const compared = compareWays(heed, seed);
  fillTable(
    "ways",
    WAYS.map((way) => {
      const { others, numbers } = compared[way];
      return tableRow(page.element("span", `way-${way}`), page.text("others-of", { others, numbers }));
    }),
  );
}

export function startRace<F extends Fields>(page: Page<F>, worker: ExperimentWorker): void {
  let laps: Lap[] = [];
  const draw = (): void => showLaps(page, laps.slice(0, run.shown));
  const run = new ExperimentRun(byId("racing"), page, {
    total: LAPS,
    unit: "laps",
    quiet: true,
    open: () => worker.open<typeof openRace>("race", undefined),
    took(taken: Lap[]) {
      laps.push(...taken);
      draw();
    },
    goBack: draw,
    cleared() {
      laps = [];
      draw();
    },
  });
  page.onChange(draw);
}

function showLaps<F extends Fields>(page: Page<F>, laps: readonly Lap[]): void {
  const none = page.text("none");
  const fastest = laps.length === 0 ? undefined : fastestLap(laps);
  fillTable(
    "race",
    LENGTHS.map((tokens, at) =>
      tableRow(
        String(tokens),
        fastest === undefined ? none : milliseconds(fastest.attention[at]!),
        fastest === undefined ? none : milliseconds(fastest.chain[at]!),
        "1",
        String(tokens),
        grouped(2 * tokens * DIM),
        grouped(DIM),
      ),
    ),
  );
}
