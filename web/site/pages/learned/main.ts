// The lesson: one head learns to look things up. One timeline shows its scores, weights and gradients.
import "../../rooms/training/training.css";
import { load } from "heed";
import { byId, integer, number } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, openCells, Page, POWERS_OF_TEN } from "../../rooms/lesson/index.js";
import { ExperimentRun, startWorker } from "../../rooms/training/index.js";
import { questionOf } from "./computed-again.js";
import { ItView } from "./it-view.js";
import { NudgeView } from "./nudge-view.js";
import { questionsOf } from "./questions.js";
import { QUESTION, TimelineView } from "./timeline-view.js";
import type { Examined, Moment, openTimeline, Watched } from "./timeline.js";

const STEPS = 200;
/** Eight facts and the question. */
const TOKENS = 9;
const MEANT = -1;
const LAST_SEED = 99;

/** `at` is the step under the cursor. The last step means: as far as the training is.
 * `raised` is the token whose score is raised; MEANT stands for the fact with the answer.
 * `sentences` is the seed of the model that learns from sentences. */
const page = new Page({
  seed: integer(1, 1, LAST_SEED),
  rate: number(5e-3, 3e-4, 3.2e-2),
  at: integer(STEPS, 0, STEPS),
  raised: integer(MEANT, MEANT, TOKENS - 1),
  sentences: integer(1, 1, LAST_SEED),
});
const worker = startWorker();
const timeline = new TimelineView(page, STEPS, (at) => page.set({ at: at >= moments.length - 1 ? STEPS : at }));
const nudge = new NudgeView(page, (raised) => page.set({ raised }));

let watched: Watched | undefined;
let moments: Moment[] = [];
let examined: Examined | undefined;

page.playground(linkTo("lookup"));
page.bind("rate", { mapping: POWERS_OF_TEN, show: (rate) => digits(rate, 4) });
page.bind("seed", { show: String });
page.bind("sentences", { show: String });

const training = new ExperimentRun(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  paced: true,
  open: () => worker.open<typeof openTimeline>("timeline", { seed: page.state.seed, learningRate: page.state.rate }),
  opened({ about }) {
    watched = about;
    moments = [about.fresh];
    draw();
    page.ready();
  },
  async took(steps, done, source) {
    moments.push(...steps);
    if (done === STEPS) {
      examined = await source.view();
      page.say("examined", examinedText(examined));
    }
    draw();
  },
  cleared() {
    [watched, moments, examined] = [undefined, [], undefined];
    draw();
  },
});
training.restartOn(() => [page.state.seed, page.state.rate]);
void askQuestions(page, questionsOf);
page.onChange(draw);
// Where the core cannot start, the worker says so.
load().then(
  (heed) => {
    nudge.heed = heed;
    draw();
    new ItView(page, heed, worker, () => page.state.sentences);
  },
  () => {},
);
// A link to a step needs the training up to that step.
if (page.state.at < STEPS) training.atOnce?.();

function draw(): void {
  if (examined === undefined) byId("verdict").replaceChildren();
  else page.fill(byId("verdict"), "examined", examinedText(examined));
  const at = Math.min(page.state.at, Math.max(0, moments.length - 1));
  const moment = moments[at];
  timeline.show(watched, moments, at);
  if (watched === undefined || moment === undefined) return nudge.hide();
  if (nudge.heed !== undefined) openCells(QUESTION, questionOf(nudge.heed, watched, moment));
  nudge.show({ watched, moment, step: at, token: page.state.raised === MEANT ? watched.fact : page.state.raised });
}

function examinedText({ bags, accuracy }: Examined): { bags: number; share: string } {
  return { bags, share: digits(100 * accuracy, 1) };
}
