// The questions at a lesson's end. A click on a choice checks it at once and explains why it is right or wrong.
import "./questions.css";
import { load, type Heed } from "heed";
import { byId, shuffled, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { markDone } from "./done.js";
import { keepAnswer, keptAnswers } from "./answers.js";
import { type Page } from "./page.js";
import type { Parameters } from "../../kit/texts/index.js";

/** The ends of the choices' keys. */
export const CHOICES = ["a", "b", "c"] as const;
export type Choice = (typeof CHOICES)[number];

/** The choices of a question in the order in which they are shown. A kept answer names its choice, not its place. */
export const orderOfChoices = (page: string, key: string): Choice[] => shuffled(CHOICES, `${page} ${key}`);

export interface Question {
  /** The keys of its texts: the question is "q1", a choice is "q1-a", and what is said about the choice "q1-a-why". */
  readonly key: string;
  /** The numbers that the question and its choices name. */
  given?(): Parameters;
  /** Finds which choice is right, by computing where that is possible, and the numbers that the explanations name. */
  check(): Checked;
}

export interface Checked {
  /** Undefined if the numbers speak for no choice. A test refuses that. */
  readonly right: Choice | undefined;
  readonly numbers?: Parameters;
}

/** The choice whose condition holds, if it is the only one. */
export function choiceWhere(conditions: Readonly<Record<Choice, boolean>>): Choice | undefined {
  const held = CHOICES.filter((choice) => conditions[choice]);
  return held.length === 1 ? held[0] : undefined;
}

/** Fills the element "questions", once the core has started. Answers from an earlier visit are shown again. */
export async function askQuestions<F extends Fields>(
  page: Page<F>,
  questionsOf: (heed: Heed) => readonly Question[],
): Promise<void> {
  const heed = await load().catch(() => undefined);
  // The page says elsewhere that the core has not started.
  if (heed !== undefined) showQuestions(page, questionsOf(heed));
}

function showQuestions<F extends Fields>(page: Page<F>, questions: readonly Question[]): void {
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
  const { key } = question;
  const verdict = make("b");
  const reason = make("span");
  const said = make("p", { class: "said", role: "status" }, verdict, " ", reason);
  const given = (): Parameters => question.given?.() ?? {};
  const choices = orderOfChoices(page.name, key);
  const buttons = choices.map((choice) => page.element("button", `${key}-${choice}`, { type: "button" }, given));
  const show = (chosen: string): boolean => {
    const { right } = question.check();
    const isRight = chosen === right;
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(choices[at] === chosen)));
    said.dataset.right = String(isRight);
    page.fill(verdict, isRight ? "frame.right" : "frame.wrong");
    page.fill(reason, `${key}-${chosen}-why`, () => ({ ...given(), ...question.check().numbers }));
    return isRight;
  };
  buttons.forEach((button, at) => {
    const choice = choices[at]!;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      keepAnswer(page.name, key, { choice, right: show(choice), asked: asked.textContent, said: button.textContent });
      answered();
    });
  });
  const before = keptAnswers()[page.name]?.[key];
  if (before !== undefined && CHOICES.some((choice) => choice === before.choice)) show(before.choice);
  const asked = page.element("p", key, { id: key }, given);
  const group = make("div", { class: "choices", role: "group", "aria-labelledby": key }, ...buttons);
  return make("div", { class: "question" }, asked, group, said);
}
