// A step as a card: the reader predicts its result, then sees it.
import type { AttentionMatrix, Kind } from "heed/element";
import { byId } from "../../kit/index.js";
import { digits, make, roundUp } from "../../../show/index.js";
import { counted, formula, keepBet, radio, showMatrix } from "../../rooms/lesson/index.js";
import { MOST } from "./examples.js";
import { asks, NONE, page, tokens } from "./state.js";
import { best, type Step, type Walk } from "./walk.js";
import { spoken, workedTerm } from "./worked.js";

/** A step: its formula and its question. Once revealed, it also shows its verdict, its numbers and its matrices. */
export class Card {
  readonly item: HTMLLIElement;
  readonly #rule: HTMLElement;
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
      this.#keep();
      this.#verdict.focus();
    });
    this.#result = make(
      "div",
      { "data-computed": true },
      ...resultsOf(step).map(({ id, kind }) => matrixElement(id, kind)),
    );
    this.#rule = make("p", { class: "prose" });
    this.item = make(
      "li",
      {},
      make("div", {}, page.element("h2", name), this.#rule, this.#answers, this.#reveal, this.#verdict),
      make("div", {}, this.#worked, this.#result),
    );
  }

  /** What the reader bet on, for the page to hand in. */
  #keep(): void {
    const chosen = this.#answers.querySelector<HTMLInputElement>("input:checked");
    if (chosen === null) return;
    const label = chosen.closest("label")!;
    keepBet(page.name, this.step.name, {
      choice: chosen.value,
      right: label.classList.contains("right"),
      asked: page.text(`${this.step.name}-question`),
      said: label.textContent.trim(),
    });
  }

  #guess(value: number): void {
    page.set({ guesses: page.state.guesses.map((old, at) => (at === this.index ? value : old)) });
  }

  show(found: Walk): void {
    const { seen, guesses } = page.state;
    const guess = guesses[this.index]!;
    const revealed = seen > this.index;
    this.item.hidden = seen < this.index;
    page.fill(this.#rule, `${this.step.name}-rule`, { dim: found.q.length });
    const answers = this.step.answers?.length ?? found.keys.length;
    for (const input of this.#answers.querySelectorAll("input")) {
      input.closest("label")!.hidden = Number(input.value) >= answers;
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
    page.fill(this.#verdict, `${name}-said`, {
      ...spoken(found, tokens(), asks()),
      verdict: `${page.text(verdict)} ${why}`.trim(),
    });
    this.#worked.innerHTML = formula(workedTerm(this.step, found, tokens()), true);
    const keys = found.computation.keyTokens!;
    for (const { id, kind, caption, data, isOfParts = false, isOfValue = isOfParts } of resultsOf(this.step)) {
      const rows = data(found);
      const columns = isOfValue ? counted(found.output.length) : keys;
      const rowLabels = isOfParts ? keys : [isOfValue ? "z" : asks()];
      byId(id).querySelector("[slot=caption] i")!.innerHTML = caption(found);
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
    Array.from({ length: MOST }, (_, token) => make("span", { "data-token": token }));
  return labels.map((label, value) => radio(`guess-${index}`, value, label));
}

interface Result {
  readonly id: string;
  readonly kind: Kind;
  readonly caption: (found: Walk) => string;
  readonly data: (found: Walk) => readonly (readonly number[])[];
  /** Whether its columns are the numbers of a value, and whether it has a row for each value. */
  readonly isOfValue?: boolean;
  readonly isOfParts?: boolean;
}

/** The matrices that a step shows. */
function resultsOf({ name }: Step): readonly Result[] {
  const one = (id: string, kind: Kind, caption: string, row: (found: Walk) => readonly number[]): Result => ({
    id,
    kind,
    caption: () => caption,
    data: (found) => [row(found)],
  });
  switch (name) {
    case "score":
      return [one("scores", "scores", "q · k<sub>j</sub>", ({ scores }) => scores)];
    case "scale": {
      const caption = ({ q }: Walk): string => `q · k<sub>j</sub> ∕ √${q.length}`;
      return [{ ...one("scaled", "scores", "", ({ scaled }) => scaled), caption }];
    }
    case "shift":
      return [one("shifted", "scores", "− max", ({ shifted }) => shifted)];
    case "exp":
      return [one("exponentials", "vectors", "exp", ({ exponentials }) => exponentials)];
    case "normalise":
      return [one("weights", "weights", "α<sub>j</sub>", ({ weights }) => weights)];
    case "mix": {
      const z = one("z", "vectors", "z", ({ output }) => output);
      const parts = one("parts", "vectors", "α<sub>j</sub> v<sub>j</sub>", () => []);
      return [
        { ...parts, data: (found) => found.parts, isOfParts: true },
        { ...z, isOfValue: true },
      ];
    }
  }
}

function matrixElement(id: string, kind: Kind): HTMLElement {
  const slot = make("span", { slot: "caption" }, make("i"));
  return make("attention-matrix", { id, kind, quiet: kind === "vectors" }, slot);
}
