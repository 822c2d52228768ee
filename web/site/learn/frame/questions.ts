// The questions at a lesson's end. A click on a choice checks it at once and explains why it is right or wrong.
import { make } from "../../../show/index.js";
import { markDone } from "./done.js";
import { keepAnswer, keptAnswers } from "./answers.js";
import type { Fields } from "./fields.js";
import { byId, type Page } from "./page.js";
import type { Parameters } from "../../texts/index.js";

export interface Question {
  /** The keys of its texts: the question is "q1", a choice is "q1-a", and what is said about the choice "q1-a-why". */
  readonly key: string;
  /** The ends of the choices' keys: ["a", "b", "c"]. */
  readonly choices: readonly string[];
  /** Finds which choice is right, by computing where that is possible, and the numbers that the explanations name. */
  check(): Checked;
}

export interface Checked {
  readonly right: string;
  readonly numbers?: Parameters;
}

/** Fills the element "questions". Answers from an earlier visit are shown again. */
export function askQuestions<F extends Fields>(page: Page<F>, questions: readonly Question[]): void {
  const score = make("p", { class: "score", role: "status" });
  const list = make("ol", {}, ...questions.map((question) => make("li", {}, oneQuestion(page, question, showScore))));
  byId("questions").replaceChildren(list, score);
  showScore();

  function showScore(): void {
    const answers = Object.values(keptAnswers()[page.name] ?? {});
    const right = answers.filter((answer) => answer.right).length;
    page.fill(score, right === questions.length ? "frame.all-right" : "frame.score", {
      right,
      questions: questions.length,
    });
    if (answers.length === questions.length) markDone(page.name);
  }
}

function oneQuestion<F extends Fields>(page: Page<F>, question: Question, answered: () => void): HTMLElement {
  const { key, choices } = question;
  const verdict = make("b");
  const reason = make("span");
  const said = make("p", { class: "said", role: "status" }, verdict, " ", reason);
  const buttons = choices.map((choice) => page.element("button", `${key}-${choice}`, { type: "button" }));
  const show = (chosen: string): boolean => {
    const { right } = question.check();
    const isRight = chosen === right;
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(choices[at] === chosen)));
    said.dataset.right = String(isRight);
    page.fill(verdict, isRight ? "frame.right" : "frame.wrong");
    page.fill(reason, `${key}-${chosen}-why`, () => question.check().numbers ?? {});
    return isRight;
  };
  buttons.forEach((button, at) => {
    const choice = choices[at]!;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      keepAnswer(page.name, key, { choice, right: show(choice) });
      answered();
    });
  });
  const before = keptAnswers()[page.name]?.[key];
  if (before !== undefined && choices.includes(before.choice)) show(before.choice);
  const group = make("div", { class: "choices", role: "group", "data-t-label": key }, ...buttons);
  group.setAttribute("aria-label", page.text(key));
  return make("div", { class: "question" }, page.element("p", key), group, said);
}
