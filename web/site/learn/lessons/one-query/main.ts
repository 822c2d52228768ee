// The lesson: one query in six steps. The reader predicts the result of each step before it is shown.
import type { Heed } from "heed";
import type { AttentionMatrix, Kind } from "heed/element";
import { digits, make, onDrag, powerText, roundUp } from "../../../../show/index.js";
import { linkTo } from "../../../state/index.js";
import {
  askQuestions,
  byId,
  counted,
  flag,
  formula,
  inPlane,
  integer,
  lengthOf,
  numbers,
  openCells,
  Page,
  percent,
  POWERS_OF_TWO,
  radio,
  REACH,
  scaled as times,
  showMatrix,
  showSteps,
  svgById,
  type Point,
} from "../../frame/index.js";
import { drawQuery } from "./query-plane.js";
import { questionsOf } from "./questions.js";
import { PRESET, PRINTED, SENTENCE, type Example } from "./examples.js";
import { best, inputOf, queryOf, STEPS, walk, worst, type Step, type Walk } from "./walk.js";

const NONE = -1;
/** The query that belongs to no token: the reader's own. */
const OWN = SENTENCE.tokens.length;
/** A query of the printed example that is so many times as long gives nearly all its weight to one key. */
const LONGEST = 64;
/** A pointer may miss the tip of the query by so much. */
const GRIP = 0.4;

const page = new Page({
  /** Whether the example is the one that Raschka prints. */
  printed: flag(false),
  query: integer(SENTENCE.asks, 0, OWN),
  own: numbers([0.4, 1.5], -REACH, REACH),
  /** How many times as long the query is made. */
  times: integer(1, 1, LONGEST),
  /** The number of steps that are revealed. */
  seen: integer(0, 0, STEPS.length),
  /** The predicted answer of each step. */
  guesses: numbers(
    STEPS.map(() => NONE),
    NONE,
    OWN - 1,
  ),
});

const example = (): Example => (page.state.printed ? PRINTED : SENTENCE);
const tokens = (): readonly string[] => example().tokens;
/** The names of the two columns of queries, keys and values. */
const columnNames = (): readonly string[] => example().columns?.map((key) => page.text(key)) ?? counted(2);

byId("queries").append(
  ...SENTENCE.tokens.map((_, index) => radio("query", index, make("span", { "data-token": index }))),
  radio("query", OWN, page.element("span", "own")),
);
page.bind("query");
page.bind("times", { mapping: POWERS_OF_TWO, show: (value) => `× ${value}` });
for (const id of ["queries", "times"]) byId(id).addEventListener("change", () => startAgain());
byId("sentence").addEventListener("click", () => begin({ printed: false, query: SENTENCE.asks, times: 1 }));
byId("printed").addEventListener("click", () => begin({ printed: true, query: PRINTED.asks, times: 1 }));
byId("q").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { column, value } = event.detail;
  const [x, y] = page.state.own as readonly number[] as Point;
  askOwn(inPlane(column === 0 ? { x: value, y } : { x, y: value }));
});
byId("again").addEventListener("click", () => {
  page.set({ query: (page.state.query + 1) % tokens().length });
  startAgain();
  byId("queries").querySelector<HTMLInputElement>("input:checked")!.focus();
});

function begin(chosen: { printed: boolean; query: number; times: number }): void {
  page.set(chosen);
  startAgain();
}

function startAgain(): void {
  page.set({ seen: 0, guesses: STEPS.map(() => NONE) });
}

/** Who asks: a token, or the reader. */
const asks = (): string => tokens()[page.state.query] ?? page.text("own");

function askOwn(own: Point): void {
  page.set({ query: OWN, own });
  startAgain();
}

function letDrag(heed: Heed): void {
  const current = (): Point => asked(heed) as unknown as Point;
  onDrag(svgById("query-plane"), {
    begin: ({ x, y }) => lengthOf([x - current()[0], -y - current()[1]]) < GRIP,
    move: ({ x, y }) => askOwn(inPlane({ x, y: -y })),
  });
}

/** The query as it is drawn, before it is made longer. */
function asked(heed: Heed): readonly number[] {
  const { query, own } = page.state;
  return query === OWN ? own : queryOf(heed, example(), query);
}

function draw(heed: Heed): void {
  const { query, seen, guesses } = page.state;
  const direction = asked(heed) as unknown as Point;
  const found = walk(heed, example(), times(direction, page.state.times));
  const rows = { rows: tokens(), columns: columnNames() };
  for (const name of document.querySelectorAll<HTMLElement>("[data-token]"))
    name.textContent = tokens()[Number(name.dataset.token)]!;
  byId("sentence").setAttribute("aria-pressed", String(!page.state.printed));
  byId("printed").setAttribute("aria-pressed", String(page.state.printed));
  drawQuery(
    svgById("query-plane"),
    { name: asks(), at: direction },
    found.keys.map((key, at) => ({ name: tokens()[at]!, at: key as unknown as Point })),
    found.weights,
  );
  (byId("q") as AttentionMatrix).editable = query === OWN && page.state.times === 1;
  showMatrix("q", { data: found.q, shape: [1, 2] }, { rows: [asks()], columns: columnNames() });
  showMatrix("k", { data: found.keys.flat(), shape: [tokens().length, 2] }, rows);
  showMatrix("v", { data: found.values.flat(), shape: [tokens().length, 2] }, rows);
  for (const card of cards) card.show(found);
  const isOfToken = query !== OWN && page.state.times === 1;
  openCells(
    "walk",
    { ...found.computation, tokens: [asks()], x: isOfToken ? inputOf(example(), query) : undefined },
    OPENED,
  );
  page.playground(linkTo(PRESET, { ...numbersOfExample(), followed: Math.min(query, tokens().length - 1) }));
  byId("end").hidden = seen < STEPS.length;
  const right = STEPS.filter((step, index) => guesses[index] === step.right(found)).length;
  page.fill(byId("end-score"), "end-score", { right, all: STEPS.length });
  byId("end-core").textContent = powerText(found.apart);
}

/** What the playground needs to show the example. The printed one is its preset. */
function numbersOfExample(): Parameters<typeof linkTo>[1] {
  if (page.state.printed) return {};
  const { tokens: words, x, weights } = SENTENCE;
  const rowsOf = (rows: readonly (readonly number[])[]): { from: "numbers"; rows: number[][] } => ({
    from: "numbers",
    rows: rows.map((row) => [...row]),
  });
  const { query, key, value } = weights;
  const matrices = { x: rowsOf(x), query: rowsOf(query), key: rowsOf(key), value: rowsOf(value) };
  return { text: words.join(" "), width: x[0]!.length, dim: 2, valueDim: 2, ...matrices };
}

/** A step: its formula and its question. Once revealed, it also shows its verdict, its numbers and its matrices. */
class Card {
  readonly item: HTMLLIElement;
  readonly #answers: HTMLFieldSetElement;
  readonly #reveal = make("button", { type: "button", class: "primary" });
  readonly #verdict = make("p", { class: "verdict", tabindex: -1 });
  readonly #worked = make("div", { class: "worked" });
  readonly #result: HTMLElement;

  constructor(
    readonly step: Step,
    readonly index: number,
  ) {
    const { name } = step;
    this.#answers = make("fieldset", {}, page.element("legend", `${name}-question`), ...answersOf(step, index));
    this.#answers.addEventListener("change", (event) => this.#guess(Number((event.target as HTMLInputElement).value)));
    this.#reveal.addEventListener("click", () => {
      page.set({ seen: index + 1 });
      this.#verdict.focus();
    });
    this.#result = make(
      "div",
      { "data-computed": true },
      ...resultsOf(step).map(([id, kind, caption]) => matrixElement(id, kind, caption)),
    );
    const rule = page.element("p", `${name}-rule`, { class: "prose" });
    this.item = make(
      "li",
      {},
      make("div", {}, page.element("h2", name), rule, this.#answers, this.#reveal, this.#verdict),
      make("div", {}, this.#worked, this.#result),
    );
  }

  #guess(value: number): void {
    page.set({ guesses: page.state.guesses.map((old, at) => (at === this.index ? value : old)) });
  }

  show(found: Walk): void {
    const { seen, guesses } = page.state;
    const guess = guesses[this.index]!;
    const revealed = seen > this.index;
    this.item.hidden = seen < this.index;
    for (const input of this.#answers.querySelectorAll("input")) {
      input.checked = Number(input.value) === guess;
      input.disabled = revealed;
      input.closest("label")!.classList.toggle("right", revealed && Number(input.value) === this.step.right(found));
    }
    page.fill(this.#reveal, guess === NONE ? "show-me" : "reveal");
    this.#reveal.hidden = revealed;
    for (const part of [this.#verdict, this.#worked, this.#result]) part.hidden = !revealed;
    if (revealed) this.#showResult(found, guess);
  }

  #showResult(found: Walk, guess: number): void {
    const { name, answers } = this.step;
    const right = guess === this.step.right(found);
    const verdict = guess === NONE ? "so-it-is" : right ? "foreseen" : "surprised";
    const why =
      guess === NONE || right
        ? ""
        : page.text(`${name}-not-${answers?.[guess] ?? "this"}`, {
            guess: tokens()[guess] ?? "",
            behind: digits(Math.max(...found.scores) - (found.scores[guess] ?? 0)),
            best: tokens()[best(found.scores)]!,
          });
    page.fill(this.#verdict, `${name}-said`, { ...spoken(found), verdict: `${page.text(verdict)} ${why}`.trim() });
    this.#worked.innerHTML = formula(workedTerm(this.step, found), true);
    for (const [id, kind, , data] of resultsOf(this.step)) {
      const rows = data(found);
      const columns = rows[0]!.length === tokens().length ? tokens() : columnNames();
      const rowLabels = rows.length === tokens().length ? tokens() : [id === "z" ? "z" : asks()];
      showMatrix(id, { data: rows.flat(), shape: [rows.length, columns.length] }, { rows: rowLabels, columns });
      // The three rows of scores share one scale of colours. So the reader sees how they shrink and shift.
      const end = roundUp(Math.max(...found.scores.map(Math.abs)));
      if (kind === "scores") (byId(id) as AttentionMatrix).domain = [-end, end];
    }
  }
}

function answersOf(step: Step, index: number): HTMLLabelElement[] {
  const labels =
    step.answers?.map((key) => page.element("span", key)) ??
    SENTENCE.tokens.map((_, token) => make("span", { "data-token": token }));
  return labels.map((label, value) => radio(`guess-${index}`, value, label));
}

type Result = readonly [id: string, kind: Kind, caption: string, data: (found: Walk) => readonly (readonly number[])[]];

/** What the matrices show. The numbers inside softmax open the weight that they lead to, a part opens its sum. */
const OPENED = {
  q: "q",
  k: "k",
  v: "v",
  scores: "raw",
  scaled: "scores",
  shifted: "weights",
  exponentials: "weights",
  weights: "weights",
  parts: { matrix: "output", row: 0 },
  z: "output",
} as const;

/** The matrices that a step shows. */
function resultsOf({ name }: Step): readonly Result[] {
  switch (name) {
    case "score":
      return [["scores", "scores", "q · k<sub>j</sub>", ({ scores }) => [scores]]];
    case "scale":
      return [["scaled", "scores", "q · k<sub>j</sub> ∕ √2", ({ scaled }) => [scaled]]];
    case "shift":
      return [["shifted", "scores", "− max", ({ shifted }) => [shifted]]];
    case "exp":
      return [["exponentials", "vectors", "exp", ({ exponentials }) => [exponentials]]];
    case "normalise":
      return [["weights", "weights", "α<sub>j</sub>", ({ weights }) => [weights]]];
    case "mix":
      return [
        ["parts", "vectors", "α<sub>j</sub> v<sub>j</sub>", ({ parts }) => parts],
        ["z", "vectors", "z", ({ output }) => [output]],
      ];
  }
}

function matrixElement(id: string, kind: Kind, caption: string): HTMLElement {
  const text = make("i");
  text.innerHTML = caption;
  const slot = make("span", { slot: "caption" }, text);
  return make("attention-matrix", { id, kind, quiet: kind === "vectors" }, slot);
}

/** The term of one key in this step, with its numbers. */
function workedTerm({ name }: Step, found: Walk): string {
  const { q, keys, scores, scaled, shifted, exponentials, weights, parts, output } = found;
  const key = best(scores);
  const minus = (value: number): string => digits(value).replace("−", "-");
  const n = (value: number): string => (value < 0 ? `(${minus(value)})` : minus(value));
  const k = `k_{\\text{${tokens()[key]}}}`;
  switch (name) {
    case "score": {
      const products = q.map((part, d) => `${n(part)} \\times ${n(keys[key]![d]!)}`);
      return `q \\cdot ${k} = ${products.join(" + ")} = ${n(scores[key]!)}`;
    }
    case "scale":
      return `${n(scores[key]!)} / \\sqrt{${q.length}} = ${n(scaled[key]!)}`;
    case "shift":
      return `${n(scaled[worst(scaled)]!)} - ${n(scaled[key]!)} = ${minus(shifted[worst(scaled)]!)}`;
    case "exp":
      return `\\exp(${minus(shifted[worst(scaled)]!)}) = ${n(exponentials[worst(scaled)]!)}`;
    case "normalise": {
      const sum = exponentials.map((part) => digits(part, 2)).join(" + ");
      return `\\frac{${n(exponentials[key]!)}}{${sum}} = ${n(weights[key]!)}`;
    }
    case "mix":
      return `z_1 = ${parts.map((part) => digits(part[0]!, 3)).join(" + ")} = ${n(output[0]!)}`;
  }
}

/** The parameters of the verdicts. */
function spoken({ scores, scaled, shifted, exponentials, weights, values, output }: Walk): Record<string, string> {
  const first = values.map((value) => value[0]!);
  const range = (all: readonly number[]): string => digits(Math.max(...all) - Math.min(...all));
  return {
    best: tokens()[best(scores)]!,
    asks: asks(),
    before: range(scores),
    after: range(scaled),
    lowest: digits(Math.min(...shifted)),
    least: digits(Math.min(...exponentials)),
    share: percent(Math.max(...weights)),
    sum: digits(weights.reduce((total, weight) => total + weight, 0)),
    even: percent(1 / weights.length),
    low: digits(Math.min(...first)),
    high: digits(Math.max(...first)),
    z: digits(output[0]!),
  };
}

const cards = STEPS.map((step, index) => new Card(step, index));
byId("walk").append(...cards.map((card) => card.item));
showSteps(page, {
  query: "#q",
  key: "#k",
  scores: "#scores",
  scaled: "#scaled",
  weights: "#weights",
  value: "#v",
  output: "#z",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  letDrag(heed);
  page.onChange(() => draw(heed));
});
