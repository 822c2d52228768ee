// The lesson on the claim behind ÷√d_k: an experiment on variance, saturation and vanishing gradients, from a seed.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, POWERS_OF_TWO, randomNumbers } from "../../rooms/lesson/index.js";
import { ExperimentRun, ownSteps } from "../../rooms/training/index.js";
import { drawCurves } from "./curves-view.js";
import { drawOnce, sampleOf, WIDTHS, type Draw, type Sample } from "./experiment.js";
import { showFigures } from "./figures-table.js";
import { drawHistogram } from "./histogram-view.js";
import { questionsOf } from "./questions.js";
import { nearestWidth, page, seedOf, TOTAL } from "./state.js";
import { drawWeights, letOpen } from "./weights-view.js";

page.bind("seed", { show: String });
page.bind("heads", { mapping: POWERS_OF_TWO, show: String });
page.bind("width", { mapping: POWERS_OF_TWO, show: String });

page.onChange(() => page.playground(linkTo("journey", { ...randomNumbers(page.state.seed), scale: "none" })));

void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  let draws: Draw[] = [];
  const show = (): void =>
    draw(
      heed,
      WIDTHS.map((width) => sampleOf(width, draws.slice(0, run.shown))),
    );
  const run = new ExperimentRun(byId("run"), page, {
    total: TOTAL,
    unit: "draws",
    paced: true,
    open: async () => drawing(heed),
    took(taken) {
      draws.push(...taken);
      show();
    },
    goBack: show,
    cleared() {
      draws = [];
      show();
    },
  });
  run.restartOn(() => [page.state.seed, page.state.heads]);
  page.onChange(show);
});

/** Each draw takes the next width in turn, so all curves grow together. */
function drawing(heed: Heed) {
  const { seed, heads } = page.state;
  let done = 0;
  return ownSteps(() => {
    const width = WIDTHS[done % WIDTHS.length]!;
    return drawOnce(heed, { width, seed: seed * TOTAL + done++, heads });
  });
}

function draw(heed: Heed, samples: readonly Sample[]): void {
  drawCurves(samples);
  const shown = samples.find(({ width }) => width === nearestWidth())!;
  drawHistogram(shown);
  drawWeights(shown);
  letOpen(heed, shown);
  showFigures(page, heed, { samples, heads: page.state.heads, seedOf });
}
