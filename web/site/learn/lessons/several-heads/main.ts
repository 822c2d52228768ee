// Lesson 9: one, two and four heads learn one task; what each looks at, and how W_O puts them together.
import { digits } from "../../../../show/index.js";
import { choice, integer } from "../../frame/state.js";
import { byId, Page } from "../../frame/page.js";
import { linkTo } from "../../../state/index.js";
import { Curves, smooth } from "../../training/curves.js";
import { openLaboratory } from "../../training/laboratory.js";
import { Run } from "../../training/run.js";
import { Product } from "./product.js";
import { showLogits, showWeights } from "./tables.js";
import { HEADS, type Layer, type Watched } from "./training.js";

const STEPS = 300;
const WIDTH = 10;

const page = new Page({ asked: choice("two", "one"), seed: integer(1, 1, 99), heads: choice("2", "1", "4") });
const laboratory = openLaboratory(page);
const curves = new Curves(
  document.querySelector<SVGSVGElement>("#curve")!,
  HEADS.map((heads) => `h${heads}`),
  STEPS,
);
const product = new Product(page);

let watched: Watched | undefined;
let layers: Layer[] | undefined;
let courses: number[][] = [];
let training = "";

page.bind("seed", { show: String });
page.bind("asked");
page.bind("heads");

const run = new Run(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  open: () => laboratory.open("heads", { seed: page.state.seed, questions: page.state.asked === "two" ? 2 : 1 }),
  async opened(source) {
    watched = source.about;
    layers = await source.view();
    draw();
    page.ready();
  },
  async took(steps, done, source) {
    courses.push(...steps);
    layers = await source.view();
    if (done === STEPS) page.say("verdict", verdict(layers));
    draw();
  },
  cleared() {
    [watched, layers, courses] = [undefined, undefined, []];
    draw();
  },
});

page.onChange(() => {
  const heads = Number(page.state.heads) as (typeof HEADS)[number];
  const from = { from: "random", seed: page.state.seed } as const;
  page.playground(
    linkTo("journey", {
      width: 16,
      heads,
      dim: 16 / heads,
      valueDim: 16 / heads,
      x: from,
      query: from,
      key: from,
      value: from,
      output: from,
    }),
  );
  const wanted = `${page.state.seed} ${page.state.asked}`;
  if (wanted !== training && training !== "") run.restart();
  training = wanted;
  draw();
});

function draw(): void {
  HEADS.forEach((_, which) =>
    curves.show(
      which,
      smooth(
        courses.map((step) => step[which]!),
        WIDTH,
      ),
    ),
  );
  if (layers === undefined || courses.length < STEPS) page.fill(byId("verdict"), "not-yet");
  else page.fill(byId("verdict"), "verdict", verdict(layers));
  const layer = layers?.find(({ heads }) => heads === Number(page.state.heads));
  showWeights(page, watched, layer);
  showLogits(page, watched, layer);
  product.show(watched, layer);
}

function verdict(all: readonly Layer[]): Record<string, string> {
  return Object.fromEntries(
    all.map(({ heads, accuracy }) => [["none", "one", "two", "three", "four"][heads]!, digits(100 * accuracy, 0)]),
  );
}
