// The lesson on alignment: cross-attention learns to reverse, then to translate, and its weights become the alignment.
import "../../rooms/training/training.css";
import "heed/element";
import type { Heed } from "heed";
import { LineChart } from "../../kit/charts/index.js";
import { byId, flag, integer } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { askQuestions, fillTable, openNumber, Page, percent, shareCell, tableRow } from "../../rooms/lesson/index.js";
import { Machine, type HeadPlace } from "../../rooms/machine/index.js";
import { startWorker } from "../../rooms/training/index.js";
import { showPair } from "./alignment-view.js";
import { EXAMPLES, examplesOf } from "./examples.js";
import { MEASURED } from "./measured.js";
import { heldOutPairs } from "./net.js";
import { Part } from "./part.js";
import { questionsOf } from "./questions.js";
import { runOf } from "./run.js";
import { ROLES, type Pair } from "./tasks.js";
import { TASKS, type Snapshot } from "./training.js";

const LAST_SEED = 99;
/** The steps at which the picture is worth a look. */
const STEPS = [0, 20, 60, TASKS.german.steps] as const;

/** `sentence` is one of EXAMPLES, `inside` whether the machine is open. */
const page = new Page({
  seed: integer(1, 1, LAST_SEED),
  sentence: integer(0, 0, EXAMPLES.length - 1),
  inside: flag(false),
});
const worker = startWorker();
page.bind("seed", { show: String });
page.bindFold("inside");
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  new Lesson(heed);
});

class Lesson {
  readonly #heed: Heed;
  readonly #letters = heldOutPairs(TASKS.reversal.task, 1)[0]!;
  readonly #sentences = examplesOf(TASKS.german.task);
  readonly #chart = new LineChart(byId<SVGSVGElement>("curves"), {
    names: ["weight", "right"],
    x: { domain: [0, TASKS.german.steps] },
    y: { domain: [0, 1], write: (share) => `${percent(share)}\u202f%` },
    goTo: (step) => this.#german.goTo(step),
  });
  readonly #reversal;
  readonly #german;
  #machine: Machine | undefined;
  /** What the machine shows. */
  #inside: { readonly pair: Pair; readonly snapshot: Snapshot; readonly language: string } | undefined;

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#offer();
    const seed = (): number => page.state.seed;
    this.#reversal = new Part(page, heed, worker, {
      id: "reversing",
      name: "reversal",
      seed,
      draw: (snapshot) => this.#drawLetters(snapshot),
    });
    this.#german = new Part(page, heed, worker, {
      id: "translating",
      name: "german",
      seed,
      draw: (snapshot, all) => this.#drawSentence(snapshot, all),
    });
    // The browser opens it, too, on paper.
    byId("inside").addEventListener("toggle", () => this.#german.draw());
    page.onChange(() => {
      this.#reversal.draw();
      this.#german.draw();
    });
  }

  /** Buttons for sentences and for steps. */
  #offer(): void {
    byId("sentences").replaceChildren(
      ...this.#sentences.map(({ source }, sentence) => {
        const button = make("button", { type: "button", lang: "de" }, source.slice(0, -1).join(" "));
        button.addEventListener("click", () => page.set({ sentence }));
        return button;
      }),
    );
    byId("steps").replaceChildren(
      ...STEPS.map((step) => {
        const button = page.element("button", "at-step", { type: "button" }, { step });
        button.addEventListener("click", () => this.#german.goTo(step));
        return button;
      }),
    );
  }

  #drawLetters(snapshot: Snapshot): void {
    showPair(page, this.#heed, "mirror", { task: TASKS.reversal.task, pair: this.#letters, snapshot });
    const { right, weight } = snapshot.grades["looked-up"];
    page.fill(byId("mirror-verdict"), "mirror-verdict", { right: percent(right), weight: percent(weight) });
  }

  #drawSentence(snapshot: Snapshot, all: readonly Snapshot[]): void {
    const { sentence } = page.state;
    const pair = this.#sentences[sentence]!;
    showPair(page, this.#heed, "alignment", { task: TASKS.german.task, pair, snapshot });
    Array.from(byId("sentences").children, (one, at) => one.setAttribute("aria-pressed", String(at === sentence)));
    const reached = all.at(-1)!.step;
    Array.from(byId("steps").children as HTMLCollectionOf<HTMLButtonElement>, (one, at) => {
      one.disabled = STEPS[at]! > reached;
      one.setAttribute("aria-pressed", String(STEPS[at] === snapshot.step));
    });
    page.fill(byId("sentence-said"), `said-${EXAMPLES[sentence]!}`);
    this.#chart.translate();
    (["weight", "right"] as const).forEach((line, at) =>
      this.#chart.show(
        at,
        all.map(({ step, grades }) => [step, grades["looked-up"][line]] as const),
      ),
    );
    this.#chart.mark(snapshot.step);
    this.#drawRoles(snapshot);
    this.#drawMachine(pair, snapshot);
  }

  /** The same run as a machine. It begins with the word that comes from the end of the German sentence. */
  #drawMachine(pair: Pair, snapshot: Snapshot): void {
    if (!byId<HTMLDetailsElement>("inside").open) {
      byId("machine").replaceChildren();
      this.#machine = this.#inside = undefined;
      return;
    }
    const { language } = page;
    const shown = this.#inside;
    if (shown?.pair === pair && shown.snapshot === snapshot && shown.language === language) return;
    this.#inside = { pair, snapshot, language };
    const given = { task: TASKS.german.task, pair, parameters: snapshot.parameters, title: page.text("look") };
    const source = { run: (off: readonly HeadPlace[]) => runOf(this.#heed, given, off) };
    const places = pair.target.map(({ from, role }) => (role === "looked-up" ? from : 0));
    const first = pair.source.length + places.indexOf(Math.max(...places));
    if (this.#machine === undefined) {
      const host = byId("machine").appendChild(make("div"));
      this.#machine = new Machine(host, source, { open: openNumber });
    }
    const machine = this.#machine;
    void machine.show(source, shown?.pair === pair ? machine.word : first);
  }

  #drawRoles({ step, grades }: Snapshot): void {
    const share = (value: number) => shareCell(value, `${percent(value)}\u202f%`);
    fillTable(
      "roles",
      ROLES.map((role) => {
        const { count, right, weight } = grades[role];
        return tableRow(page.element("span", `role-${role}`), String(count), share(right), share(weight));
      }),
    );
    const { right, weight } = grades.after;
    page.fill(byId("roles-said"), "roles-said", { step, right: percent(right), weight: percent(weight) });
    page.fill(byId("roles-text"), "roles-text", { ...MEASURED });
    const looked = grades["looked-up"];
    page.fill(byId("verdict"), "verdict", { step, right: percent(looked.right), weight: percent(looked.weight) });
    page.fill(byId("measured"), "measured", { ...MEASURED });
  }
}
