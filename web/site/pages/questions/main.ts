// Questions with explained answers. The core decides what is right.
import { byId, flag, numbers } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { CHOICES, orderOfChoices, Page, radio } from "../../rooms/lesson/index.js";
import { QUESTIONS, type Question, type Solved } from "./bank.js";

const NONE = -1;

const unanswered = QUESTIONS.map(() => NONE);

const page = new Page({
  /** Places among CHOICES, in whichever order these are shown. */
  answers: numbers(unanswered, NONE, CHOICES.length - 1),
  /** Whether paper shows the right answers. */
  key: flag(false),
});
page.bind("key");
byId("print").addEventListener("click", () => print());
byId("reset").addEventListener("click", () => page.set({ answers: unanswered }));
page.onChange(() => byId("questions").classList.toggle("with-key", page.state.key));

void page.withCore((heed) => {
  const solved = QUESTIONS.map((question) => question.solve(heed));
  byId("questions").replaceChildren(...QUESTIONS.map((question, index) => card(question, index, solved[index]!)));
  page.onChange(() => {
    const { answers } = page.state;
    const right = solved.filter((one, index) => answers[index] === one.right).length;
    page.fill(byId("score"), "score", {
      right,
      answered: answers.filter((answer) => answer !== NONE).length,
      all: QUESTIONS.length,
    });
  });
});

function card({ name }: Question, index: number, { right, parameters }: Solved): HTMLLIElement {
  const answers = orderOfChoices(page.name, name).map((answer) =>
    radio(`answer-${name}`, CHOICES.indexOf(answer), page.element("span", `${name}-${answer}`, {}, parameters)),
  );
  const fieldset = make("fieldset", {}, page.element("legend", name), ...answers);
  fieldset.addEventListener("change", (event) => {
    const chosen = Number((event.target as HTMLInputElement).value);
    page.set({ answers: page.state.answers.map((old, at) => (at === index ? chosen : old)) });
  });
  const verdict = make("p", { class: "verdict", role: "status" });
  const why = page.element("p", `${name}-why`, { class: "why", "data-computed": "" }, parameters);
  const item = make("li", {}, fieldset, verdict, why);
  page.onChange(() => {
    const given = page.state.answers[index]!;
    for (const input of fieldset.querySelectorAll("input")) {
      input.checked = Number(input.value) === given;
      const isRight = Number(input.value) === right;
      input.closest("label")!.classList.toggle("right", given !== NONE && isRight);
      input.closest("label")!.classList.toggle("solution", page.state.key && isRight);
    }
    verdict.textContent = given === NONE ? "" : page.text(given === right ? "right" : "wrong");
    // On screen an open item explains its answer. On paper all do, or none.
    item.classList.toggle("open", given !== NONE);
  });
  return item;
}
