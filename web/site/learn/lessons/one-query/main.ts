// Lesson 4: one query, six steps, a prediction before each reveal.
import type { Heed } from "heed";
import type { AttentionMatrix, Kind } from "heed/element";
import { digits, powerText, roundUp } from "../../../../show/index.js";
import { linkTo } from "../../../state/index.js";
import { formula } from "../../frame/formula.js";
import { showMatrix } from "../../frame/matrix.js";
import { byId, Page } from "../../frame/page.js";
import { counted } from "../../frame/rows.js";
import { integer, numbers } from "../../frame/state.js";
import { best, PRESET, STEPS, TOKENS, walk, worst, type Step, type Walk } from "./walk.js";

const NONE = -1;

const page = new Page({
  query: integer(1, 0, TOKENS.length - 1),
  /** How many steps are revealed. */
  seen: integer(0, 0, STEPS.length),
  /** What was predicted at each step. */
  guesses: numbers(
    STEPS.map(() => NONE),
    NONE,
    TOKENS.length - 1,
  ),
});

for (const [index, token] of TOKENS.entries()) byId("queries").append(radio("query", index, token));
page.bind("query");
byId("queries").addEventListener("change", () => startAgain());
byId("again").addEventListener("click", () => {
  page.set({ query: (page.state.query + 1) % TOKENS.length });
  startAgain();
  byId("queries").querySelector<HTMLInputElement>("input:checked")!.focus();
});

function startAgain(): void {
  page.set({ seen: 0, guesses: STEPS.map(() => NONE) });
}

function draw(heed: Heed): void {
  const { query, seen, guesses } = page.state;
  const found = walk(heed, query);
  const rows = { rows: TOKENS, columns: counted(2) };
  showMatrix("q", { data: found.q, shape: [1, 2] }, { rows: [TOKENS[query]!], columns: counted(2) });
  showMatrix("k", { data: found.keys.flat(), shape: [TOKENS.length, 2] }, rows);
  showMatrix("v", { data: found.values.flat(), shape: [TOKENS.length, 2] }, rows);
  for (const card of cards) card.show(found);
  page.playground(linkTo(PRESET, { followed: query }));
  byId("end").hidden = seen < STEPS.length;
  const right = STEPS.filter((step, index) => guesses[index] === step.right(found)).length;
  page.fill(byId("end-score"), "end-score", { right, all: STEPS.length });
  byId("end-core").textContent = powerText(found.apart);
}

/** A step: its formula, its question, and, once revealed, what came of it. */
class Card {
  readonly item = document.createElement("li");
  readonly #answers = document.createElement("fieldset");
  readonly #reveal = document.createElement("button");
  readonly #verdict = document.createElement("p");
  readonly #worked = document.createElement("div");
  readonly #result = document.createElement("div");

  constructor(
    readonly step: Step,
    readonly index: number,
  ) {
    const heading = document.createElement("h2");
    page.fill(heading, step.name);
    const rule = document.createElement("p");
    rule.className = "prose";
    page.fill(rule, `${step.name}-rule`);
    const question = document.createElement("legend");
    page.fill(question, `${step.name}-question`);
    this.#answers.append(
      question,
      ...(step.answers ?? TOKENS).map((answer, value) =>
        radio(`guess-${index}`, value, answer, step.answers !== undefined),
      ),
    );
    this.#answers.addEventListener("change", (event) => this.#guess(Number((event.target as HTMLInputElement).value)));
    this.#reveal.type = "button";
    this.#reveal.addEventListener("click", () => {
      page.set({ seen: index + 1 });
      this.#verdict.focus();
    });
    this.#verdict.className = "verdict";
    this.#verdict.tabIndex = -1;
    this.#worked.className = "worked";
    this.#result.dataset.computed = "";
    this.#result.append(...resultsOf(step).map(([id, kind, caption]) => matrixElement(id, kind, caption)));
    const asked = document.createElement("div");
    asked.append(heading, rule, this.#answers, this.#reveal, this.#verdict);
    const shown = document.createElement("div");
    shown.append(this.#worked, this.#result);
    this.item.append(asked, shown);
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
    if (!revealed) return;
    const verdict = guess === NONE ? "so-it-is" : guess === this.step.right(found) ? "foreseen" : "surprised";
    page.fill(this.#verdict, `${this.step.name}-said`, { ...spoken(found), verdict: page.text(verdict) });
    this.#worked.innerHTML = formula(workedTerm(this.step, found), true);
    for (const [id, kind, , data] of resultsOf(this.step)) {
      const rows = data(found);
      const columns = rows[0]!.length === TOKENS.length ? TOKENS : counted(rows[0]!.length);
      showMatrix(
        id,
        { data: rows.flat(), shape: [rows.length, columns.length] },
        { rows: rows.length === TOKENS.length ? TOKENS : [id === "z" ? "z" : TOKENS[page.state.query]!], columns },
      );
      // One scale of colours for the three, so that scaling and shifting are seen.
      const end = roundUp(Math.max(...found.scores.map(Math.abs)));
      if (kind === "scores") (byId(id) as AttentionMatrix).domain = [-end, end];
    }
  }
}

type Result = readonly [id: string, kind: Kind, caption: string, data: (found: Walk) => readonly (readonly number[])[]];

/** The matrices that a step leaves behind. */
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
  const element = document.createElement("attention-matrix");
  element.id = id;
  element.setAttribute("kind", kind);
  if (kind === "vectors") element.toggleAttribute("quiet", true);
  const slot = document.createElement("span");
  slot.slot = "caption";
  slot.innerHTML = `<i>${caption}</i>`;
  element.append(slot);
  return element;
}

/** The best key's term of this step, with its numbers. */
function workedTerm({ name }: Step, found: Walk): string {
  const { q, keys, scores, scaled, shifted, exponentials, weights, parts, output } = found;
  const key = best(scores);
  const minus = (value: number): string => digits(value).replace("−", "-");
  const n = (value: number): string => (value < 0 ? `(${minus(value)})` : minus(value));
  const k = `k_{\\text{${TOKENS[key]}}}`;
  switch (name) {
    case "score":
      return `q \\cdot ${k} = ${q.map((part, d) => `${n(part)} \\times ${n(keys[key]![d]!)}`).join(" + ")} = ${n(scores[key]!)}`;
    case "scale":
      return `${n(scores[key]!)} / \\sqrt{${q.length}} = ${n(scaled[key]!)}`;
    case "shift":
      return `${n(scaled[worst(scaled)]!)} - ${n(scaled[key]!)} = ${minus(shifted[worst(scaled)]!)}`;
    case "exp":
      return `\\exp(${minus(shifted[worst(scaled)]!)}) = ${n(exponentials[worst(scaled)]!)}`;
    case "normalise":
      return `\\frac{${n(exponentials[key]!)}}{${exponentials.map((part) => digits(part, 2)).join(" + ")}} = ${n(weights[key]!)}`;
    case "mix":
      return `z_1 = ${parts.map((part) => digits(part[0]!, 3)).join(" + ")} = ${n(output[0]!)}`;
  }
}

/** What the sentences may name. */
function spoken({ scores, scaled, shifted, exponentials, weights, values, output }: Walk): Record<string, string> {
  const first = values.map((value) => value[0]!);
  const range = (all: readonly number[]): string => digits(Math.max(...all) - Math.min(...all));
  return {
    best: TOKENS[best(scores)]!,
    asks: TOKENS[page.state.query]!,
    before: range(scores),
    after: range(scaled),
    lowest: digits(Math.min(...shifted)),
    least: digits(Math.min(...exponentials)),
    share: digits(100 * Math.max(...weights), 0),
    sum: digits(weights.reduce((total, weight) => total + weight, 0)),
    even: digits(100 / weights.length, 0),
    low: digits(Math.min(...first)),
    high: digits(Math.max(...first)),
    z: digits(output[0]!),
  };
}

/** @param translated whether the text is a key, or said as it is */
function radio(name: string, value: number, text: string, translated = false): HTMLLabelElement {
  const label = document.createElement("label");
  const input = Object.assign(document.createElement("input"), { type: "radio", name, value: String(value) });
  const span = document.createElement("span");
  if (translated) page.fill(span, text);
  else span.textContent = text;
  label.append(input, span);
  return label;
}

const cards = STEPS.map((step, index) => new Card(step, index));
byId("walk").append(...cards.map((card) => card.item));
void page.withCore((heed) => page.onChange(() => draw(heed)));
