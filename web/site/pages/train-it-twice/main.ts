// The lesson: sixteen seeds, each trained twice, with ÷√d_k and without.
import "../../rooms/training/training.css";
import { load, type Heed } from "heed";
import { LineChart, overSteps } from "../../kit/charts/index.js";
import { byId, choice, integer, number } from "../../kit/index.js";
import { digits, make, svg } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, Page, percent, POWERS_OF_TEN, randomNumbers } from "../../rooms/lesson/index.js";
import { ExperimentRun, ExperimentWorker, smooth, startWorker } from "../../rooms/training/index.js";
import { Bet } from "./bet.js";
import { drawDots } from "./dots.js";
import { questionsOf } from "./questions.js";
import { classOf, SCALES, type openRace, type Pair, type Starts } from "./race.js";
import { showStart } from "./start-view.js";
import { summary } from "./summary.js";

const STEPS = 200;
const SEEDS = 16;
const LAST_FIRST = 977;

/** `first` is the first of the seeds. */
const page = new Page({
  rate: number(5e-3, 3e-4, 3.2e-2),
  dim: choice("64", "16", "32", "128"),
  first: integer(1, 1, LAST_FIRST),
});
const workerCount = Math.max(1, Math.min(4, navigator.hardwareConcurrency));
const workers = [startWorker(), ...Array.from({ length: workerCount - 1 }, () => new ExperimentWorker())];

const charts = Array.from({ length: SEEDS }, () => seedChart());
byId("multiples").replaceChildren(...charts.map(({ host }) => host));

/** At each step, for each seed, the shares of right answers. */
let accuracies: Pair[][] = [];
let results: Pair[] | undefined;
let starts: Starts[] | undefined;
/** The core of the page opens the numbers at step 0. Where it cannot start, the worker says so. */
let heed: Heed | undefined;
/** A bet begins the race. */
const bet = new Bet(page, () => training.run());

page.bind("rate", { mapping: POWERS_OF_TEN, show: (rate) => digits(rate, 4) });
page.bind("dim");
byId("others").addEventListener("click", () =>
  page.set({ first: page.state.first + SEEDS > LAST_FIRST ? 1 : page.state.first + SEEDS }),
);

const training = new ExperimentRun(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  sliceMs: 150,
  paced: true,
  waits: true,
  open: openInAllWorkers,
  opened(source) {
    starts = source.starts;
    draw();
    page.ready();
  },
  async took(steps, done, source) {
    accuracies.push(...steps);
    if (done === STEPS) {
      results = await source.view();
      page.say("verdict", verdict(results));
    }
    draw();
  },
  goBack: () => draw(),
  cleared() {
    [accuracies, results, starts] = [[], undefined, undefined];
    bet.clear();
    draw();
  },
});
training.restartOn(() => [page.state.rate, page.state.dim, page.state.first]);

void askQuestions(page, questionsOf);
page.onChange(() => {
  page.playground(linkTo("journey", { ...randomNumbers(page.state.first), scale: "none" }));
  draw();
});

load().then(
  (loaded) => {
    heed = loaded;
    draw();
  },
  () => {},
);

/** Each worker trains some of the seeds. */
async function openInAllWorkers() {
  const { rate, dim, first } = page.state;
  const seeds = Array.from({ length: SEEDS }, (_, seed) => first + seed);
  const each = Math.ceil(SEEDS / workerCount);
  const parts = await Promise.all(
    workers.map((worker, part) =>
      worker.open<typeof openRace>("race", {
        seeds: seeds.slice(part * each, (part + 1) * each),
        learningRate: rate,
        dim: Number(dim),
      }),
    ),
  );
  return {
    starts: parts.flatMap(({ about }) => about.starts),
    async advance(count: number): Promise<Pair[][]> {
      const advanced = await Promise.all(parts.map((part) => part.advance(count)));
      return advanced[0]!.map((_, step) => advanced.flatMap((part) => part[step]!));
    },
    view: async () => (await Promise.all(parts.map((part) => part.view()))).flat(),
    close: () => parts.forEach((part) => part.close()),
  };
}

/** A small chart for the two trainings of one seed. */
function seedChart() {
  const title = make("span");
  const drawing = svg("svg", { "aria-hidden": "true" });
  const result = make("span", { class: "result", "data-computed": true });
  const host = make("li", {}, title, drawing, result);
  const names = [...SCALES].reverse().map(classOf);
  const chart = new LineChart(drawing, { names, x: { domain: [0, STEPS] }, y: { domain: [0, 1] } });
  return { host, title, result, chart };
}

function draw(): void {
  const { shown } = training;
  const isOver = results !== undefined && shown === STEPS;
  const pairs = isOver ? results : pairsAt(shown);
  charts.forEach(({ title, result, chart }, seed) => {
    page.fill(title, "seed", { seed: page.state.first + seed });
    SCALES.forEach((_, which) => chart.show(SCALES.length - 1 - which, overSteps(curveOf(seed, which))));
    chart.mark(shown < accuracies.length ? shown : undefined);
    const pair = pairs?.[seed];
    if (pair === undefined) page.fill(result, "no-result");
    else page.fill(result, "result", { scaled: percent(pair[0]), plain: percent(pair[1]) });
  });
  const { first, dim } = page.state;
  const started = heed && starts && { heed, starts, first, dim: Number(dim) };
  showStart(page, starts, started);
  bet.show(accuracies.length > 0, results);
  for (const id of ["legend", "multiples", "dots"]) byId(id).toggleAttribute("hidden", accuracies.length === 0);
  drawDots(pairs ?? []);
  if (pairs === undefined) page.fill(byId("verdict"), "not-yet");
  else if (isOver) page.fill(byId("verdict"), "verdict", verdict(pairs));
  else page.fill(byId("verdict"), "verdict-then", { step: shown, ...verdict(pairs) });
}

/** The right answers of a training in the last ten steps, for each step. */
function curveOf(seed: number, which: number): number[] {
  return smooth(accuracies.map((step) => step[seed]![which]!));
}

/** The same of all trainings after one step. */
function pairsAt(step: number): Pair[] | undefined {
  if (step === 0) return undefined;
  return charts.map((_, seed) => SCALES.map((__, which) => curveOf(seed, which)[step - 1]!) as unknown as Pair);
}

function verdict(pairs: readonly Pair[]): Record<string, string | number> {
  const scaled = summary(pairs.map(([share]) => share));
  const plain = summary(pairs.map(([, share]) => share));
  return {
    seeds: pairs.length,
    scaledMedian: percent(scaled.median),
    scaledLowest: percent(scaled.lowest),
    scaledReached: scaled.reached,
    plainMedian: percent(plain.median),
    plainLowest: percent(plain.lowest),
    plainReached: plain.reached,
    inverted: pairs.filter(([one, other]) => other > one).length,
  };
}
