// The lesson: where "it" looks: by letters alone, as one layer learns it, and what one layer cannot do.
import type { Heed } from "heed";
import { powerText } from "../../../show/index.js";
import { byId, choice, integer, text as typed, wordsOf } from "../../kit/index.js";
import { letterRow, linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  changeDetector,
  layerOf,
  openCells,
  Page,
  percent,
  showMatrix,
} from "../../rooms/lesson/index.js";
import { ExperimentRun, Moments, startWorker } from "../../rooms/training/index.js";
import { BankView } from "./bank-view.js";
import type { Looks, openFlip, Shares } from "./flip.js";
import { showLooks } from "./looks-view.js";
import type { openPointing, Pointed, SentenceWeights } from "./pointing.js";
import { questionsOf } from "./questions.js";
import { DIM } from "./sentence-rows.js";
import { showSentences } from "./sentence-view.js";
import { ENDINGS, SENTENCES } from "./sentences.js";
import { Square, type Try } from "./square.js";
import { showTrainedBank, trainedBank } from "./trained-bank.js";

const LEARNING_STEPS = 150;
/** The weights are looked at after so many steps at least. */
const LOOK_EVERY = 3;
const DRAWS = 1000;
const MOST_WORDS = 14;
const SEED = 1;

const TRIES: Record<Try, { layers: 1 | 2; total: number; unit: string }> = {
  draws: { layers: 1, total: DRAWS, unit: "draws-done" },
  one: { layers: 1, total: LEARNING_STEPS, unit: "steps" },
  two: { layers: 2, total: LEARNING_STEPS, unit: "steps" },
};

/**
 * `moved` is how far "bank" is from before to after, in percent. `ending` is the sentence whose two layers are shown.
 */
const page = new Page({
  moved: integer(0, 0, 100),
  ending: choice("first", "second"),
  sentence: choice("cat", "bank", "animal", "own"),
  text: typed("Your own sentence goes here", 120),
  first: typed(ENDINGS[0], 24),
  second: typed(ENDINGS[1], 24),
});
const worker = startWorker();
for (const name of ["sentence", "text", "first", "second", "ending"] as const) page.bind(name);
byId("text").addEventListener("input", () => page.set({ sentence: "own" }));

void askQuestions(page, questionsOf);
/** Undefined until it has started. */
let core: Heed | undefined;
void page.withCore((heed) => {
  core = heed;
  const bank = new BankView(page, (moved) => page.set({ moved }));
  const trained = trainedBank(heed);
  const [changedBank, changedLetters] = [changeDetector(), changeDetector()];
  page.onChange(() => {
    const { moved, sentence, text } = page.state;
    if (changedBank(moved, page.language)) {
      bank.show(heed, moved);
      showTrainedBank(page, trained);
    }
    if (changedLetters(sentence, text, page.language)) drawLetters(heed);
  });
  // What has been trained meanwhile can be opened from now on.
  page.set({});
});
point();
flip();

/** Attention without projections on rows made of letters. Scores are divided by √d. */
function drawLetters(heed: Heed): void {
  const { sentence, text } = page.state;
  const all = sentence === "own" ? wordsOf(text) : SENTENCES.find(({ name }) => name === sentence)!.words;
  const words = all.slice(0, MOST_WORDS);
  const matrix = byId("letters") as HTMLElementTagNameMap["attention-matrix"];
  if (words.length === 0) return void (matrix.matrix = null);
  page.playground(linkTo("plain", { text: words.join(" "), width: DIM, x: { from: "letters" }, scale: "sqrt-dk" }));
  const x = words.map((word) => letterRow(word, DIM));
  const layer = layerOf(heed, { tokens: words, x, options: { scale: "sqrt-dk" } });
  openCells("letters", layer, { letters: "weights" });
  showMatrix("letters", layer.kept.weights, { rows: words, columns: words });
  matrix.row = Math.max(0, words.map((word) => word.toLowerCase()).lastIndexOf("it"));
}

function point(): void {
  const seen = new Moments<Pointed>();
  const draw = (): void => {
    const { shown } = training;
    const pointed = seen.at(shown);
    showSentences(page, core, pointed);
    if (pointed === undefined || shown === 0) page.fill(byId("point-verdict"), "point-not-yet");
    else if (shown < LEARNING_STEPS)
      page.fill(byId("point-verdict"), "point-then", { step: shown, ...verdict(pointed.weights) });
    else page.fill(byId("point-verdict"), "point-verdict", verdict(pointed.weights));
  };
  const training = new ExperimentRun(byId("pointing"), page, {
    total: LEARNING_STEPS,
    unit: "steps",
    paced: true,
    sliceSteps: LOOK_EVERY,
    open: () => worker.open<typeof openPointing>("pointing", { seed: SEED }),
    opened({ about }) {
      seen.add(0, about.fresh);
      draw();
    },
    async took(_, done, source) {
      const pointed = await source.view();
      seen.add(done, pointed);
      draw();
      if (done === LEARNING_STEPS) page.say("point-verdict", verdict(pointed.weights));
    },
    goBack: draw,
    cleared() {
      seen.clear();
      draw();
    },
  });
  page.onChange(draw);
}

/** For each sentence, the share of its meant words together. */
function verdict(weights: SentenceWeights): Record<string, string> {
  return Object.fromEntries(
    SENTENCES.map(({ name, meant }, at) => [
      name,
      percent(meant.reduce((sum, token) => sum + weights[at]![token]!, 0)),
    ]),
  );
}

function flip(): void {
  const names = Object.keys(TRIES) as Try[];
  const found: Record<Try, Shares[]> = { draws: [], one: [], two: [] };
  const square = new Square(page, byId<SVGSVGElement>("square"));
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
    showLooks(page, core, looks.at(runs.get("two")?.shown ?? 0), which, page.state[page.state.ending]);
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
    { draws: shares.length, apart: powerText(apart), flipped: shares.filter(flips).length },
  ];
}

/** The animal gets more than half with the first ending, the street with the second, by more than rounding. */
function flips({ first, second }: Shares): boolean {
  return first > 0.5 && second < 0.5 && first - second > 1e-5;
}
