// What softmax and the gradient are like before the first step, with the division and without: medians of all seeds.
import { byId, type Fields } from "../../kit/index.js";
import { digits, powerText } from "../../../show/index.js";
import {
  figureButton,
  fillTable,
  median,
  openFigures,
  shareCell,
  tableRow,
  type Page,
} from "../../rooms/lesson/index.js";
import { SCALES, type Starts } from "./race.js";
import { largestFigure, slopeFigure, type Started } from "./start-figures.js";

/** @param started left out where the core of the page has not started: then the numbers do not open */
export function showStart<F extends Fields>(
  page: Page<F>,
  starts: readonly Starts[] | undefined,
  started: Started | undefined,
): void {
  if (starts === undefined) {
    fillTable("start", []);
    return page.fill(byId("start-said"), "start-not-yet");
  }
  const found = SCALES.map((_, which) => {
    const ofScale = starts.map((pair) => pair[which]!);
    return {
      largest: median(ofScale.flatMap(({ largest }) => largest)),
      slope: median(ofScale.flatMap(({ slopes }) => slopes)),
      pull: median(ofScale.map(({ pull }) => pull)),
    };
  });
  if (started !== undefined) {
    openFigures("largest", (which) => largestFigure(page, started, Number(which)));
    openFigures("slope", (which) => slopeFigure(page, started, Number(which)));
  }
  const opened = (text: string, name: string, which: number): string | HTMLElement =>
    started === undefined ? text : figureButton(text, name, String(which));
  const [scaled, plain] = found as [(typeof found)[0], (typeof found)[0]];
  fillTable(
    "start",
    found.map(({ largest, slope }, which) => {
      const row = tableRow(
        "",
        shareCell(largest, opened(digits(largest, 3), "largest", which)),
        shareCell(slope / scaled.slope, opened(lengthText(slope), "slope", which)),
      );
      page.fill(row.cells[0]!, which === 0 ? "scaled" : "plain");
      return row;
    }),
  );
  page.fill(byId("start-said"), "start-said", {
    times: digits(scaled.slope / plain.slope, 1),
    scaled: digits(scaled.pull, 2),
    plain: digits(plain.pull, 2),
  });
}

function lengthText(length: number): string {
  return length < 1e-3 ? powerText(length) : digits(length, 3);
}
