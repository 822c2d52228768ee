// Two endings of one sentence: random weights, one trained layer and two try to follow the last word.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { percent, rounding } from "../../rooms/lesson/index.js";
import { offerSlide } from "../../rooms/slides/index.js";
import { ExperimentRun, Moments, type ExperimentWorker } from "../../rooms/training/index.js";
import type { Looks, openFlip, Shares } from "./flip.js";
import { showLooks } from "./looks-view.js";
import { Square, type Try } from "./square.js";
import { LEARNING_STEPS, LOOK_EVERY, page, SEED } from "./state.js";

const DRAWS = 1000;

const TRIES: Record<Try, { layers: 1 | 2; total: number; unit: string }> = {
  draws: { layers: 1, total: DRAWS, unit: "draws-done" },
  one: { layers: 1, total: LEARNING_STEPS, unit: "steps" },
  two: { layers: 2, total: LEARNING_STEPS, unit: "steps" },
};

/** @param core undefined until it has started */
export function startFlips(worker: ExperimentWorker, core: () => Heed | undefined): void {
  const names = Object.keys(TRIES) as Try[];
  const found: Record<Try, Shares[]> = { draws: [], one: [], two: [] };
  const square = new Square(page, byId<SVGSVGElement>("square"));
  offerSlide(square.drawing.parentElement!, { figure: square.drawing, alone: "flips", name: "square" });
  const looks = new Moments<Looks>();
  const runs = new Map<Try, { readonly shown: number }>();
  /** A training also has the shares before its first step. */
  const upTo = (name: Try): number => (runs.get(name)?.shown ?? 0) + (name === "draws" ? 0 : 1);
  const draw = (): void => {
    const seen = Object.fromEntries(names.map((name) => [name, found[name].slice(0, upTo(name))]));
    const shown = seen as Record<Try, Shares[]>;
    square.show(shown);
    const which = page.state.ending === "first" ? 0 : 1;
    for (const name of ["first", "second"] as const) byId(`ending-${name}`).textContent = page.state[name];
    showLooks(page, core(), looks.at(runs.get("two")?.shown ?? 0), which, page.state[page.state.ending]);
    for (const name of names) page.fill(byId(`${name}-said`), ...saying(name, shown[name]));
  };
  for (const name of names) {
    const { layers, total, unit } = TRIES[name];
    const run = new ExperimentRun(byId(name), page, {
      total,
      unit,
      paced: true,
      quiet: name !== "draws",
      ...(layers === 2 ? { sliceSteps: LOOK_EVERY } : {}),
      open() {
        const { first, second } = page.state;
        return worker.open<typeof openFlip>("flip", {
          endings: [first, second],
          layers,
          seed: SEED,
          learn: name !== "draws",
        });
      },
      async opened(experiment) {
        if (name !== "draws") found[name] = [experiment.about.fresh];
        if (layers === 2) looks.add(0, await experiment.view());
        draw();
      },
      async took(steps, done, experiment) {
        found[name].push(...steps);
        if (layers === 2) looks.add(done, await experiment.view());
        draw();
        if (done === total) page.say(...saying(name, found[name]));
      },
      goBack: draw,
      cleared() {
        found[name] = [];
        if (layers === 2) looks.clear();
        draw();
      },
    });
    runs.set(name, run);
    run.restartOn(() => [page.state.first, page.state.second]);
  }
  page.onChange(draw);
}

/** The key of the text that says what was found, and its parameters. */
function saying(name: Try, shares: readonly Shares[]): [key: string, parameters?: Record<string, string | number>] {
  const { first, second } = page.state;
  const now = shares.at(-1);
  if (now === undefined) return [`${name}-not-yet`];
  if (name !== "draws") return ["learned", { first, second, one: percent(now.first), other: percent(now.second) }];
  const apart = shares.reduce((most, share) => Math.max(most, Math.abs(share.first - share.second)), 0);
  return [
    shares.length < DRAWS ? "draws-going" : "draws-said",
    { draws: shares.length, apart: rounding(apart), flipped: shares.filter(flips).length },
  ];
}

/** The animal gets more than half with the first ending, the street with the second, by more than rounding. */
function flips({ first, second }: Shares): boolean {
  return first > 0.5 && second < 0.5 && first - second > 1e-5;
}
