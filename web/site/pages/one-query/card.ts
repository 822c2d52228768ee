// A step as a card: the reader predicts its result, then sees it.
import type { AttentionMatrix, Kind } from "heed/element";
import { byId } from "../../kit/index.js";
import { digits, make, roundUp } from "../../../show/index.js";
import { formula, radio, showMatrix } from "../../rooms/lesson/index.js";
import { SENTENCE } from "./examples.js";
import { asks, columnNames, NONE, page, tokens } from "./state.js";
import { best, type Step, type Walk } from "./walk.js";
import { spoken, workedTerm } from "./worked.js";

/** A step: its formula and its question. Once revealed, it also shows its verdict, its numbers and its matrices. */
export class Card {
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
