// The contest on the page: a curve for each rule, and what the trained heads can do.
import { LineChart, overSteps } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { fillTable, percent, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { ExperimentRun, smooth, type ExperimentWorker } from "../../rooms/training/index.js";
import { STEPS, type openContest, type Results } from "./contest.js";
import { FACTS, MANY } from "./head.js";
import { ENOUGH, MEASURED } from "./measured.js";
import { RULES } from "./rules.js";

interface Settings {
  readonly seed: number;
  readonly rate: string;
}

export function startContest<F extends Fields>(
  page: Page<F>,
  worker: ExperimentWorker,
  settings: () => Settings,
): void {
  const chart = new LineChart(byId<SVGSVGElement>("curves"), {
    names: [...RULES].reverse(),
    x: { domain: [0, STEPS] },
    y: { domain: [0, 1], write: (share) => `${percent(share)}\u202f%` },
    goTo: (step) => run.goTo?.(step),
  });
  let steps: number[][] = [];
  let results: Results[] | undefined;
  const draw = (): void => {
    chart.translate();
    RULES.forEach((_, rule) =>
      chart.show(RULES.length - 1 - rule, overSteps(smooth(steps.map((step) => step[rule]!)))),
    );
    chart.mark(run.shown);
    showResults(page, results);
  };
  const run = new ExperimentRun(byId("training"), page, {
    total: STEPS,
    unit: "steps",
    paced: true,
    sliceMs: 150,
    open: () => {
      const { seed, rate } = settings();
      return worker.open<typeof openContest>("contest", { seed, learningRate: Number(rate) });
    },
    async took(taken: number[][], done, source) {
      steps.push(...taken);
      if (done === STEPS) results = await source.view();
      draw();
      if (results !== undefined) page.say("frame.done");
    },
    goBack: draw,
    cleared() {
      [steps, results] = [[], undefined];
      draw();
    },
  });
  run.restartOn(() => [settings().seed, settings().rate]);
  page.onChange(draw);
}

function showResults<F extends Fields>(page: Page<F>, results: readonly Results[] | undefined): void {
  const share = (value: number | undefined): HTMLElement | string =>
    value === undefined ? "–" : shareCell(value, `${percent(value)}\u202f%`);
  fillTable(
    "results",
    RULES.map((rule, at) => {
      const own = results?.[at];
      const measured = MEASURED.learned[rule].map((count) => page.text("of-seeds", { count, seeds: MEASURED.seeds }));
      const many = `${MEASURED.many[rule]}\u202f%`;
      return tableRow(page.element("span", rule), share(own?.few.right), share(own?.many.right), ...measured, many);
    }),
  );
  const sizes = { few: FACTS, many: MANY, seeds: MEASURED.seeds };
  page.fill(byId("contest-text"), "contest-text", { ...sizes, enough: ENOUGH });
  page.fill(byId("contest-why"), "contest-why", {
    ...sizes,
    softmax: MEASURED.many.softmax,
    bare: MEASURED.many.bare,
  });
  const softmax = results?.[0];
  if (softmax === undefined) page.fill(byId("missing-said"), "missing-not-yet");
  else
    page.fill(byId("missing-said"), "missing-said", {
      largest: digits(softmax.missing.largest, 2),
      half: percent(softmax.missing.aboveHalf),
      there: digits(softmax.few.largest, 2),
    });
  page.fill(byId("missing-text"), "missing-text", { seeds: MEASURED.seeds, ...MEASURED.missing });
}
