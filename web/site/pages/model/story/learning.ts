// When it learned that: a training in a worker, begun by its button. Each moment is kept, so the reader can go back.
import source from "page:worker";
import { byId, compiledCore, Latest, WorkerHost } from "../../../kit/index.js";
import { digits, make, percent, svg } from "../../../../show/index.js";
import { fill, filled, phrase } from "../../../kit/texts/index.js";
import { LineChart } from "../../../kit/charts/index.js";
import {
  MEASURED,
  type Head,
  type HeadLooks,
  type Language,
  type Measured,
  type Model,
  type StoredModel,
} from "../../../rooms/stories/index.js";
import { EVERY, type StoryMoment } from "../../../rooms/stories/worker/index.js";
import type { STORY_METHODS } from "./story-worker.js";
import { headName } from "./why-view.js";

/** Shares of new texts: so many are right, and so many are lost without one head. */
const [RIGHT, LOST] = [0.95, 0.3];
const LINES = ["second", "first", "right"] as const;

export class Learning {
  readonly #show: (model: Model) => void;
  readonly #range = byId<HTMLInputElement>("moment");
  readonly #trainings = new Latest();
  #worker: WorkerHost<typeof STORY_METHODS> | undefined;
  #stored: StoredModel;
  #seed: number;
  #steps = 0;
  #moments: StoryMoment[] = [];
  #chart: LineChart | undefined;
  /** Of each layer the head that is missed most, once that is known. */
  #heads: readonly Head[] | undefined;
  #says: () => void = () => {};

  /** @param show reads the text with other numbers */
  constructor(stored: StoredModel, show: (model: Model) => void) {
    [this.#stored, this.#show, this.#seed] = [stored, show, stored.seed];
    byId("learn").addEventListener("click", () => (this.#worker ? this.#stop() : void this.#train()));
    byId("other-seed").addEventListener("click", () => {
      this.#stop();
      this.#seed++;
      void this.#train();
    });
    this.#range.addEventListener("input", () => this.#goTo(Number(this.#range.value)));
    this.take(stored);
  }

  /** Another table, or another language, has a training of its own. */
  take(stored: StoredModel): void {
    this.#stop();
    [this.#stored, this.#seed, this.#moments, this.#heads] = [stored, stored.seed, [], undefined];
    this.#tell("learning-stored", { seed: stored.seed });
    tellSeeds(stored.table.language);
    this.#draw();
  }

  /** In the language of the page. */
  translate(): void {
    this.#says();
    this.#chart?.translate();
    this.#draw();
  }

  #stop(): void {
    this.#trainings.end();
    this.#worker?.stop();
    this.#worker = undefined;
    fill(byId("learn"), "learn");
  }

  async #train(): Promise<void> {
    const training = this.#trainings.begin();
    const worker = (this.#worker = new WorkerHost<typeof STORY_METHODS>(source));
    const seed = this.#seed;
    fill(byId("learn"), "learn-stop");
    [this.#moments, this.#heads] = [[], undefined];
    try {
      const module = await compiledCore();
      const { first, steps } = await worker.ask("learn", { module, table: this.#stored.table, seed });
      this.#steps = steps;
      this.#take(first, seed);
      for (let done = 0; done < steps; done += EVERY) {
        const some = await worker.ask("learnOn", EVERY);
        for (const { moment } of some) if (moment) this.#take(moment, seed);
      }
      this.#heads = missedMost(await worker.ask("learned"));
      this.#tell("learned", { seed, steps, heads: this.#heads.map(headName).join(" · ") });
      performance.mark("heed-story-learned");
    } catch (error) {
      if (!training.aborted) this.#tell("not-learned", { reason: (error as Error).message });
    } finally {
      if (!training.aborted) this.#stop();
    }
    this.#draw();
  }

  #take(moment: StoryMoment, seed: number): void {
    const isAtEnd = Number(this.#range.value) >= this.#moments.length - 1;
    this.#moments.push(moment);
    this.#tell("learning", { seed, done: moment.step, steps: this.#steps });
    if (isAtEnd) this.#goTo(this.#moments.length - 1);
    else this.#draw();
  }

  #goTo(at: number): void {
    const moment = this.#moments[Math.min(Math.max(0, at), this.#moments.length - 1)];
    if (moment === undefined) return;
    this.#range.max = String(this.#moments.length - 1);
    this.#range.value = String(this.#moments.indexOf(moment));
    this.#draw();
    this.#show({ table: this.#stored.table, numbers: moment.numbers });
  }

  #draw(): void {
    const moments = this.#moments;
    byId("story-curves").hidden = moments.length === 0;
    if (moments.length === 0) return;
    const heads = this.#heads ?? lookingMost(moments.at(-1)!.heads);
    const [near, far] = heads.map((head) => (moment: StoryMoment) => of(moment, head));
    const chart = (this.#chart ??= this.#makeChart());
    const points = (value: (moment: StoryMoment) => number): (readonly [number, number])[] =>
      moments.map((moment) => [moment.step, value(moment)]);
    chart.show(
      0,
      points((moment) => far!(moment).right),
    );
    chart.show(
      1,
      points((moment) => near!(moment).giver),
    );
    chart.show(
      2,
      points(({ right }) => right),
    );
    this.#range.max = String(moments.length - 1);
    const shown = moments[Number(this.#range.value)] ?? moments.at(-1)!;
    chart.mark(shown.step);
    const names = [heads[1]!, heads[0]!].map(headName);
    byId("line-names").replaceChildren(
      filled("span", "line-right", { class: "right" }),
      " ",
      filled("span", "line-giver", { class: "first" }, { head: names[1]! }),
      " ",
      filled("span", "line-name", { class: "second" }, { head: names[0]! }),
    );
    fill(byId("story-moment"), "moment-says", {
      step: shown.step,
      right: percent(shown.right),
      ...{ near: names[1]!, giver: percent(near!(shown).giver), far: names[0]!, look: percent(far!(shown).right) },
    });
    this.#range.setAttribute("aria-valuetext", byId("story-moment").textContent);
  }

  #makeChart(): LineChart {
    const drawing = svg("svg", { role: "img", "data-t-label": "curves-label", "aria-label": phrase("curves-label") });
    byId("story-curve").replaceChildren(make("div", { class: "line-chart" }, drawing));
    return new LineChart(drawing, {
      names: LINES,
      x: { domain: [0, this.#steps], parts: 4, write: (value) => digits(value, 0) },
      y: { domain: [0, 1], parts: 2, write: percent },
      goTo: (step) => this.#goTo(Math.round(step / EVERY)),
    });
  }

  #tell(key: string, given: Record<string, string | number>): void {
    this.#says = () => fill(byId("learn-status"), key, given);
    this.#says();
  }
}

const of = ({ heads }: StoryMoment, { layer, head }: Head): HeadLooks =>
  heads.find((one) => one.layer === layer && one.head === head)!;

/** The best head of each of the two layers. */
function bestOf<One extends Head>(heads: readonly One[], by: (one: One) => number): One[] {
  const best = (layer: number): One =>
    heads.filter((one) => one.layer === layer).reduce((most, one) => (by(one) > by(most) ? one : most));
  return [best(0), best(1)];
}

const missedMost = ({ heads }: Measured): Head[] => bestOf(heads, ({ off }) => -off);

const lookingMost = (heads: readonly HeadLooks[]): Head[] =>
  bestOf(heads, ({ layer, giver, right }) => (layer === 0 ? giver : right));

/** What holds in how many trainings. The figures were measured before. */
function tellSeeds(language: Language): void {
  const all = MEASURED[language];
  const isNeeded = ({ right, heads }: Measured): boolean => heads.some(({ off }) => right - off >= LOST);
  fill(byId("ten-seeds"), "seeds", {
    count: all.length,
    right: all.filter(({ right }) => right >= RIGHT).length,
    bound: percent(RIGHT),
    needed: all.filter(isNeeded).length,
    lost: percent(LOST),
  });
}
