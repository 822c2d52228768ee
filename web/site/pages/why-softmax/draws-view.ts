// Draws by the weights on the page: points in a plane, a mean that wanders to the blend, and how far it still is.
import type { Heed } from "heed";
import { axes, label, type Point } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, listed, make, svg } from "../../../show/index.js";
import { cellButton, fillTable, openCells, percent, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps } from "../../rooms/training/index.js";
import { blendOf, DRAWS, LOOKS, startDraws, VALUES, WORDS, type Drawn } from "./draws.js";

export function startDrawing<F extends Fields>(page: Page<F>, heed: Heed, seed: () => number): void {
  const computation = blendOf(heed);
  openCells("blend", computation);
  let all: Drawn[] = [];
  const draw = (): void => show(page, computation, all.slice(0, run.shown));
  const run = new ExperimentRun(byId("drawing"), page, {
    total: DRAWS,
    unit: "draws",
    paced: true,
    open: async () => ownSteps(startDraws(computation, seed())),
    took(taken: Drawn[]) {
      all.push(...taken);
      draw();
    },
    goBack: draw,
    cleared() {
      all = [];
      draw();
    },
  });
  run.restartOn(() => [seed()]);
  page.onChange(draw);
}

function show<F extends Fields>(page: Page<F>, computation: ReturnType<typeof blendOf>, all: readonly Drawn[]): void {
  const { weights, output } = computation.kept;
  const last = all.at(-1);
  drawPlane(page, [output.data[0]!, output.data[1]!], weights.data, all);
  fillTable(
    "by-weight",
    WORDS.map((word, at) => {
      const weight = weights.data[at]!;
      const opens = cellButton(digits(weight, 2), "blend", { matrix: "weights", column: at });
      const count = last?.counts[at] ?? 0;
      const share = last === undefined ? "–" : `${percent(count / last.draws)}\u202f%`;
      return tableRow(make("span", { lang: "en" }, word), shareCell(weight, opens), String(count), share);
    }),
  );
  fillTable(
    "errors",
    LOOKS.map((draws) => {
      const error = all[draws - 1]?.error;
      const [found, times] = error === undefined ? ["–", "–"] : [digits(error, 3), digits(error * Math.sqrt(draws), 2)];
      return tableRow(String(draws), found!, times!);
    }),
  );
  const said = { draws: last?.draws ?? 0, mean: last === undefined ? "–" : pointText(last.mean) };
  page.fill(byId("mean-said"), "mean-said", said);
  const opened = [0, 1].map((column) =>
    cellButton(digits(output.data[column]!, 2), "blend", { matrix: "output", column }),
  );
  byId("blend").replaceChildren("(", opened[0]!, listed(["", ""]), opened[1]!, ")");
}

function pointText(point: readonly number[]): string {
  return `(${listed(point.map((part) => digits(part, 2)))})`;
}

function drawPlane<F extends Fields>(
  page: Page<F>,
  blend: Point,
  weights: ArrayLike<number>,
  all: readonly Drawn[],
): void {
  const path = all.map(({ mean: [x, y] }) => `${x},${-y}`).join(" ");
  const end = all.at(-1)?.mean;
  const cross = 0.16;
  byId("plane").replaceChildren(
    ...axes(),
    ...VALUES.flatMap((at, word) => [
      svg("circle", { class: "value", cx: at[0], cy: -at[1], r: 0.08 + 0.5 * Math.sqrt(weights[word]!) }),
      label({ name: WORDS[word]!, at: [at[0] + 0.25, at[1] + 0.3] }),
    ]),
    svg("polyline", { class: "path", points: path }),
    svg("path", {
      class: "blend",
      d: `M${blend[0] - cross} ${-blend[1]}h${2 * cross}M${blend[0]} ${-blend[1] - cross}v${2 * cross}`,
    }),
    svg("text", { x: blend[0] + 0.2, y: -blend[1] + 0.35 }, page.text("blend")),
    ...(end === undefined ? [] : [svg("circle", { class: "mean", cx: end[0], cy: -end[1], r: 0.12 })]),
  );
}
