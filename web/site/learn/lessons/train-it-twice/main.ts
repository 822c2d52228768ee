// Lesson 8: sixteen seeds, each trained twice, with ÷√d_k and without.
import { digits, svg } from "../../../../show/index.js";
import { choice, integer, number } from "../../frame/state.js";
import { byId, LOGARITHMIC, Page } from "../../frame/page.js";
import { linkTo } from "../../../state/index.js";
import { Curves, smooth } from "../../training/curves.js";
import { Laboratory, openLaboratory } from "../../training/laboratory.js";
import { Run } from "../../training/run.js";
import { SCALES, type Pair } from "./race.js";
import { summary } from "./summary.js";

const STEPS = 200;
const SEEDS = 16;
/** A point of a curve is the mean of so many steps: one step's 32 bags alone would jump too much. */
const WIDTH = 10;

/** `first` is the first of the seeds. */
const page = new Page({
  rate: number(5e-3, 3e-4, 3.2e-2),
  dim: choice("64", "16", "32", "128"),
  first: integer(1, 1, 977),
});
const workers = Math.max(1, Math.min(4, navigator.hardwareConcurrency));
const laboratories = [
  openLaboratory(page, () => page.ready()),
  ...Array.from({ length: workers - 1 }, () => new Laboratory()),
];

const multiples = Array.from({ length: SEEDS }, () => openMultiple());
byId("multiples").replaceChildren(...multiples.map(({ host }) => host));

let courses: Pair[][] = [];
let examined: Pair[] | undefined;
let training = "";

page.bind("rate", { mapping: LOGARITHMIC, show: (rate) => digits(rate, 4) });
page.bind("dim");
byId("others").addEventListener("click", () =>
  page.set({ first: page.state.first + SEEDS > 977 ? 1 : page.state.first + SEEDS }),
);

const run = new Run(byId("training"), page, {
  total: STEPS,
  unit: "steps",
  sliceMs: 150,
  async open() {
    const { rate, dim, first } = page.state;
    const seeds = Array.from({ length: SEEDS }, (_, seed) => first + seed);
    const each = Math.ceil(SEEDS / workers);
    const parts = await Promise.all(
      laboratories.map((laboratory, part) =>
        laboratory.open("race", {
          seeds: seeds.slice(part * each, (part + 1) * each),
          learningRate: rate,
          dim: Number(dim),
        }),
      ),
    );
    return {
      advance: async (count: number) => sideBySide(await Promise.all(parts.map((part) => part.advance(count)))),
      view: async () => (await Promise.all(parts.map((part) => part.view()))).flat(),
      close: () => parts.forEach((part) => part.close()),
    };
  },
  async took(steps, done, source) {
    courses.push(...steps);
    if (done === STEPS) examined = await source.view();
    draw();
    if (examined !== undefined) page.say("verdict", verdict(examined));
  },
  cleared() {
    [courses, examined] = [[], undefined];
    draw();
  },
});

page.onChange(() => {
  // Fresh weights, undivided, at the widest the playground has.
  const from = { from: "random", seed: page.state.first } as const;
  page.playground(
    linkTo("journey", { width: 16, dim: 16, x: from, query: from, key: from, value: from, scale: "none" }),
  );
  const wanted = Object.values(page.state).join(" ");
  if (wanted !== training && training !== "") run.restart();
  training = wanted;
  draw();
});

/** The steps of the workers, of which each has some of the seeds. */
function sideBySide(parts: readonly Pair[][][]): Pair[][] {
  return parts[0]!.map((_, step) => parts.flatMap((part) => part[step]!));
}

function openMultiple() {
  const host = document.createElement("li");
  const title = document.createElement("span");
  const drawing = svg("svg", { "aria-hidden": "true" });
  const result = document.createElement("span");
  result.className = "result";
  result.dataset["computed"] = "";
  host.append(title, drawing, result);
  return { host, title, result, curves: new Curves(drawing, [...SCALES].reverse().map(classOf), STEPS) };
}

function classOf(scale: (typeof SCALES)[number]): string {
  return scale === "none" ? "plain" : "scaled";
}

function draw(): void {
  multiples.forEach(({ title, result, curves }, seed) => {
    page.fill(title, "seed", { seed: page.state.first + seed });
    SCALES.forEach((_, which) =>
      curves.show(
        SCALES.length - 1 - which,
        smooth(
          courses.map((step) => step[seed]![which]!),
          WIDTH,
        ),
      ),
    );
    const pair = examined?.[seed];
    if (pair === undefined) page.fill(result, "no-result");
    else page.fill(result, "result", { scaled: percentText(pair[0]), plain: percentText(pair[1]) });
  });
  drawDots();
  if (examined === undefined) page.fill(byId("verdict"), "not-yet");
  else page.fill(byId("verdict"), "verdict", verdict(examined));
}

function verdict(pairs: readonly Pair[]): Record<string, string | number> {
  const [scaled, plain] = [0, 1].map((which) => summary(pairs.map((pair) => pair[which]!)));
  return {
    seeds: pairs.length,
    scaledMedian: percentText(scaled!.median),
    scaledLowest: percentText(scaled!.lowest),
    scaledReached: scaled!.reached,
    plainMedian: percentText(plain!.median),
    plainLowest: percentText(plain!.lowest),
    plainReached: plain!.reached,
    inverted: pairs.filter(([one, other]) => other > one).length,
  };
}

/** Each result as a dot between 0 and 100 %, the median as a line. */
function drawDots(): void {
  const drawing = document.querySelector<SVGSVGElement>("#dots")!;
  drawing.setAttribute("viewBox", "0 0 400 92");
  const x = (share: number): number => 20 + 360 * share;
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    svg("line", { class: "grid", x1: x(share), x2: x(share), y1: 6, y2: 70 }),
    svg("text", { x: x(share), y: 86, "text-anchor": "middle" }, `${100 * share} %`),
  ]);
  const dots = (examined ?? []).flatMap((pair, seed) =>
    SCALES.map((scale, which) =>
      svg("circle", { class: classOf(scale), cx: x(pair[which]!), cy: 16 + 32 * which + 12 * (seed / SEEDS), r: 4 }),
    ),
  );
  const medians =
    examined === undefined
      ? []
      : SCALES.map((scale, which) => {
          const at = x(summary(examined!.map((pair) => pair[which]!)).median);
          return svg("line", {
            class: `median ${classOf(scale)}`,
            x1: at,
            x2: at,
            y1: 9 + 32 * which,
            y2: 35 + 32 * which,
          });
        });
  drawing.replaceChildren(...ticks, ...dots, ...medians);
}

function percentText(share: number): string {
  return digits(100 * share, 0);
}
