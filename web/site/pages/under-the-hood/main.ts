// The lesson on what a processor makes of the formula: the width of numbers, overflow, tiles, time.
import "../../rooms/training/training.css";
import type { Heed } from "heed";
import { byId, choice, integer } from "../../kit/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, changeDetector, Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, startWorker, type ExperimentWorker } from "../../rooms/training/index.js";
import { showOverflowRoot } from "./overflow-root.js";
import { showOverflow } from "./overflow-table.js";
import { showPrecision } from "./precision-table.js";
import { questionsOf } from "./questions.js";
import { showWays, startRace } from "./race-view.js";
import { StreamingView } from "./streaming-view.js";
import { showTimes } from "./times-table.js";
import type { openTimes, Times } from "./times.js";

const ROUNDS = 20;

const page = new Page({
  seed: integer(1, 1, 99),
  factor: integer(10, 1, 60),
  tile: integer(4, 1, 12),
  tokens: choice("512", "256", "1024"),
});
page.playground(linkTo("journey"));
page.bind("seed", { show: String });
page.bind("factor", { show: String });
page.bind("tile", { show: String });
page.bind("tokens");

void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  showNumbers(heed);
  const worker = startWorker();
  startRace(page, worker);
  measureTimes(worker);
});

function showNumbers(heed: Heed): void {
  const streaming = new StreamingView(page, byId("streaming"), heed);
  const [comparisonChanged, tilesChanged, waysChanged] = [changeDetector(), changeDetector(), changeDetector()];
  page.onChange(() => {
    const { seed, factor, tile } = page.state;
    if (comparisonChanged(seed, page.language)) showPrecision(page, heed, seed);
    showOverflow(page, heed, factor);
    if (waysChanged(seed, page.language)) {
      showOverflowRoot(heed);
      showWays(page, heed, seed);
    }
    if (tilesChanged(seed, tile)) streaming.begin(seed, tile);
    else streaming.draw();
  });
}

function measureTimes(worker: ExperimentWorker): void {
  let samples: Times[] = [];
  const draw = (): void => showTimes(page, Number(page.state.tokens), samples.slice(0, rounds.shown));
  const rounds = new ExperimentRun(byId("timing"), page, {
    total: ROUNDS,
    unit: "rounds",
    open: () => worker.open<typeof openTimes>("times", { tokens: Number(page.state.tokens) }),
    took(steps) {
      samples.push(...steps);
      draw();
    },
    goBack: draw,
    cleared() {
      samples = [];
      draw();
    },
  });
  rounds.restartOn(() => [page.state.tokens]);
  page.onChange(draw);
}
