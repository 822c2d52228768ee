// Lesson 6: where "it" looks: by letters alone, as one layer learns it, and what one layer cannot do.
import type { Heed } from "heed";
import { wordsOf } from "../../../shared/index.js";
import { letterRow, linkTo } from "../../../state/index.js";
import { digits, powerText } from "../../../../show/index.js";
import { choice, type Field } from "../../frame/state.js";
import { showMatrix } from "../../frame/matrix.js";
import { byId, Page } from "../../frame/page.js";
import { openLaboratory } from "../../training/laboratory.js";
import { Run } from "../../training/run.js";
import type { Shares } from "./flip.js";
import { DIM } from "./layers.js";
import type { Rows } from "./pointing.js";
import { showSentences } from "./sentence-view.js";
import { ENDINGS, SENTENCES } from "./sentences.js";
import { Square } from "./square.js";

const LEARNING_STEPS = 150;
const DRAWS = 1000;
const MOST_WORDS = 14;
const SEED = 1;

const page = new Page({
  sentence: choice("cat", "bank", "animal", "own"),
  text: typed("Your own sentence goes here", 120),
  first: typed(ENDINGS[0], 24),
  second: typed(ENDINGS[1], 24),
});
const laboratory = openLaboratory(page);
for (const name of ["sentence", "text", "first", "second"] as const) page.bind(name);
byId("text").addEventListener("input", () => page.set({ sentence: "own" }));

void page.withCore((heed) => page.onChange(() => drawLetters(heed)));
point();
flip();

function typed(initial: string, longest: number): Field<string> {
  return { initial, read: (text) => text.slice(0, longest), write: (text) => text };
}

/** The basic form on rows made of letters: no projections, scores divided by √d. */
function drawLetters(heed: Heed): void {
  const { sentence, text } = page.state;
  const words = (sentence === "own" ? wordsOf(text) : SENTENCES.find(({ name }) => name === sentence)!.words).slice(
    0,
    MOST_WORDS,
  );
  const matrix = byId("letters") as HTMLElementTagNameMap["attention-matrix"];
  if (words.length === 0) return void (matrix.matrix = null);
  page.playground(linkTo("plain", { text: words.join(" "), width: DIM, x: { from: "letters" }, scale: "sqrt-dk" }));
  const { weights } = heed.selfAttention(
    words.map((word) => letterRow(word, DIM)),
    undefined,
    { scale: "sqrt-dk", keep: ["weights"] },
  );
  showMatrix("letters", weights, { rows: words, columns: words });
  matrix.row = Math.max(0, words.map((word) => word.toLowerCase()).lastIndexOf("it"));
}

function point(): void {
  let rows: Rows | undefined;
  const draw = (done: number): void => {
    showSentences(page, rows);
    if (rows === undefined || done < LEARNING_STEPS) page.fill(byId("point-verdict"), "point-not-yet");
    else page.fill(byId("point-verdict"), "point-verdict", verdict(rows));
  };
  const run = new Run(byId("pointing"), page, {
    total: LEARNING_STEPS,
    unit: "steps",
    open: () => laboratory.open("pointing", { seed: SEED }),
    opened(source) {
      rows = source.about.fresh;
      draw(0);
    },
    async took(_, done, source) {
      rows = await source.view();
      draw(done);
      if (done === LEARNING_STEPS) page.say("point-verdict", verdict(rows));
    },
    cleared() {
      rows = undefined;
      draw(0);
    },
  });
  page.onChange(() => draw(run.done));
}

/** Of each sentence, what the words that are meant get together. */
function verdict(rows: Rows): Record<string, string> {
  return Object.fromEntries(
    SENTENCES.map(({ name, meant }, at) => [
      name,
      percentText(meant.reduce((sum, token) => sum + rows[at]![token]!, 0)),
    ]),
  );
}

type Try = "draws" | "one" | "two";

function flip(): void {
  const tries: Record<Try, { layers: 1 | 2; total: number }> = {
    draws: { layers: 1, total: DRAWS },
    one: { layers: 1, total: LEARNING_STEPS },
    two: { layers: 2, total: LEARNING_STEPS },
  };
  const found: Record<Try, Shares[]> = { draws: [], one: [], two: [] };
  const square = new Square(page, document.querySelector<SVGSVGElement>("#square")!);
  const draw = (): void => {
    square.show(found);
    for (const name of Object.keys(tries) as Try[])
      page.fill(byId(`${name}-said`), ...saying(name, found[name], tries[name].total));
  };
  const runs = (Object.keys(tries) as Try[]).map(
    (name) =>
      new Run(byId(name), page, {
        total: tries[name].total,
        unit: name === "draws" ? "draws-done" : "steps",
        open: () =>
          laboratory.open("flip", {
            endings: [page.state.first, page.state.second],
            layers: tries[name].layers,
            seed: SEED,
            learn: name !== "draws",
          }),
        opened({ about }) {
          if (name !== "draws") found[name] = [about.fresh];
          draw();
        },
        took(steps, done) {
          found[name].push(...steps);
          draw();
          if (done === tries[name].total) page.say(...saying(name, found[name], done));
        },
        cleared() {
          found[name] = [];
          draw();
        },
      }),
  );
  let endings = "";
  page.onChange(() => {
    const wanted = `${page.state.first} ${page.state.second}`;
    if (endings !== "" && wanted !== endings) for (const run of runs) run.restart();
    endings = wanted;
    draw();
  });
}

/** The text that tells what was found, and what stands in it. */
function saying(
  name: Try,
  shares: readonly Shares[],
  total: number,
): [key: string, parameters?: Record<string, string | number>] {
  const { first, second } = page.state;
  const now = shares.at(-1);
  if (now === undefined) return [`${name}-not-yet`];
  if (name !== "draws")
    return ["learned", { first, second, one: percentText(now.first), other: percentText(now.second) }];
  const apart = shares.reduce((most, share) => Math.max(most, Math.abs(share.first - share.second)), 0);
  return [
    shares.length < total ? "draws-going" : "draws-said",
    { draws: shares.length, apart: powerText(apart), flipped: shares.filter(flips).length },
  ];
}

/** More than half to the animal with the first ending, more than half to the street with the second: beyond rounding. */
function flips({ first, second }: Shares): boolean {
  return first > 0.5 && second < 0.5 && first - second > 1e-5;
}

function percentText(share: number): string {
  return digits(100 * share, 0);
}
