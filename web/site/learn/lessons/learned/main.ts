// Lesson 7: one head learns to look things up; its scores, weights and gradients on one timeline.
import { digits } from "../../../../show/index.js";
import { integer, number } from "../../frame/state.js";
import { byId, LOGARITHMIC, Page } from "../../frame/page.js";
import { linkTo } from "../../../state/index.js";
import { openLaboratory } from "../../training/laboratory.js";
import { Run } from "../../training/run.js";
import { Timeline } from "./drawing.js";
import type { Examined, Moment, Watched } from "./timeline.js";

const STEPS = 200;

/** `at` is the step that the cursor stands at; at the end, it is wherever training is. */
const page = new Page({ seed: integer(1, 1, 99), rate: number(5e-3, 3e-4, 3.2e-2), at: integer(STEPS, 0, STEPS) });
const laboratory = openLaboratory(page);
const timeline = new Timeline(page, STEPS, (at) => page.set({ at: at >= moments.length - 1 ? STEPS : at }));

let watched: Watched | undefined;
let moments: Moment[] = [];
let examined: Examined | undefined;
let training = "";

page.playground(linkTo("lookup"));
page.bind("rate", { mapping: LOGARITHMIC, show: (rate) => digits(rate, 4) });
page.bind("seed", { show: String });

const run = new Run(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  open: () => laboratory.open("timeline", { seed: page.state.seed, learningRate: page.state.rate }),
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

page.onChange(() => {
  const wanted = `${page.state.seed} ${page.state.rate}`;
  if (wanted !== training && training !== "") run.restart();
  training = wanted;
  draw();
});
// A link to a step is a link to the training that leads there.
if (page.state.at < STEPS) run.run();

function draw(): void {
  if (examined === undefined) byId("verdict").replaceChildren();
  else page.fill(byId("verdict"), "examined", examinedText(examined));
  timeline.show(watched, moments, Math.min(page.state.at, Math.max(0, moments.length - 1)));
}

function examinedText({ bags, accuracy }: Examined): { bags: number; share: string } {
  return { bags, share: digits(100 * accuracy, 1) };
}
