// The lesson: layers of one, two and four heads learn one task. The page shows where each head looks,
// and how W_O puts the heads together.
import "../../rooms/training/training.css";
import { load } from "heed";
import { LineChart, overSteps } from "../../kit/charts/index.js";
import { byId, choice, integer } from "../../kit/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, Page, percent, randomNumbers } from "../../rooms/lesson/index.js";
import { ExperimentRun, Moments, smooth, startWorker } from "../../rooms/training/index.js";
import { Blocks } from "./blocks.js";
import { showGrouped } from "./grouped-view.js";
import type { Grouped, openGrouped } from "./grouped.js";
import { openLayer } from "./computed-again.js";
import { HEADS, type HeadsOptions, type Layer, type openHeads, type Watched } from "./heads.js";
import { Product } from "./product.js";
import { Switches } from "./switches.js";
import { questionsOf } from "./questions.js";
import { showLogits, showWeights } from "./tables.js";

const STEPS = 300;
/** The fewest steps after which the layers are looked at. */
const LOOK_EVERY = 6;

/** `off` has a bit for each head that is switched off. */
const page = new Page({
  asked: choice("two", "one"),
  seed: integer(1, 1, 99),
  heads: choice("2", "1", "4"),
  off: integer(0, 0, 15),
});
const worker = startWorker();
const chart = new LineChart(byId<SVGSVGElement>("curve"), {
  names: HEADS.map((heads) => `h${heads}`),
  x: { domain: [0, STEPS] },
  y: { domain: [0, 1], write: (share) => `${percent(share)}\u202f%` },
});
const product = new Product(page);
const blocks = new Blocks(page);
const switches = new Switches(page, (off) => page.set({ off }));

let watched: Watched | undefined;
const looks = new Moments<Layer[]>();
/** At each step, for each of HEADS, the share of right answers. */
let accuracies: number[][] = [];

page.bind("seed", { show: String });
page.bind("asked");
page.bind("heads");

const training = new ExperimentRun(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  paced: true,
  sliceSteps: LOOK_EVERY,
  open: () => worker.open<typeof openHeads>("heads", options()),
  async opened(source) {
    watched = source.about;
    looks.add(0, await source.view());
    draw();
    page.ready();
  },
  async took(steps, done, source) {
    accuracies.push(...steps);
    const layers = await source.view();
    looks.add(done, layers);
    if (done === STEPS) page.say("verdict", verdict(layers));
    draw();
  },
  goBack: () => draw(),
  cleared() {
    [watched, accuracies] = [undefined, []];
    looks.clear();
    draw();
  },
});
training.restartOn(() => [page.state.seed, page.state.asked]);

const grouped = new Moments<Grouped[]>();
const drawGrouped = (): void => showGrouped(page, grouped.at(sharing.shown));
const sharing = new ExperimentRun(byId("sharing"), page, {
  total: STEPS,
  unit: "steps",
  paced: true,
  sliceSteps: LOOK_EVERY,
  open: () => worker.open<typeof openGrouped>("grouped", options()),
  opened({ about }) {
    grouped.add(0, about);
    drawGrouped();
  },
  async took(_, done, source) {
    grouped.add(done, await source.view());
    drawGrouped();
  },
  goBack: drawGrouped,
  cleared() {
    grouped.clear();
    drawGrouped();
  },
});
sharing.restartOn(() => [page.state.seed, page.state.asked]);
page.onChange(drawGrouped);

// Where the core cannot start, the worker says so.
load().then(
  (heed) => {
    switches.heed = heed;
    draw();
  },
  () => {},
);

function options(): HeadsOptions {
  return { seed: page.state.seed, questions: page.state.asked === "two" ? 2 : 1 };
}

void askQuestions(page, questionsOf);
page.onChange(() => {
  const heads = Number(page.state.heads) as (typeof HEADS)[number];
  const { seed } = page.state;
  page.playground(
    linkTo("journey", {
      ...randomNumbers(seed),
      heads,
      dim: 16 / heads,
      valueDim: 16 / heads,
      output: { from: "random", seed },
    }),
  );
  draw();
});

function draw(): void {
  HEADS.forEach((_, which) => chart.show(which, overSteps(smooth(accuracies.map((step) => step[which]!)))));
  const { shown } = training;
  chart.mark(shown < accuracies.length ? shown : undefined);
  const layers = looks.at(shown);
  if (layers === undefined || shown === 0) page.fill(byId("verdict"), "not-yet");
  else if (shown < STEPS) page.fill(byId("verdict"), "verdict-then", { step: shown, ...verdict(layers) });
  else page.fill(byId("verdict"), "verdict", verdict(layers));
  const layer = layers?.find(({ heads }) => heads === Number(page.state.heads));
  showWeights(page, watched, layer);
  showLogits(page, watched, layer);
  if (switches.heed !== undefined && watched !== undefined && layer !== undefined)
    openLayer(switches.heed, watched, layer);
  product.show(watched, layer);
  const off = layer === undefined ? 0 : page.state.off & ((1 << layer.heads) - 1);
  blocks.show(layer, off);
  switches.show(layer, options(), off);
}

const NAMES: Record<number, string> = { 1: "one", 2: "two", 4: "four" };

function verdict(all: readonly Layer[]): Record<string, string> {
  return Object.fromEntries(all.map(({ heads, accuracy }) => [NAMES[heads]!, percent(accuracy)]));
}
