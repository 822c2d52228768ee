// Questions with answers that explain themselves, decided by the core.
import { byId, Page } from "../../frame/page.js";
import { numbers } from "../../frame/state.js";
import { QUESTIONS, type Question, type Solved } from "./bank.js";

const NONE = -1;
const ANSWERS = ["a", "b", "c"] as const;

const page = new Page({
  answers: numbers(
    QUESTIONS.map(() => NONE),
    NONE,
    ANSWERS.length - 1,
  ),
});
byId("reset").addEventListener("click", () => page.reset());

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
  const item = document.createElement("li");
  const fieldset = document.createElement("fieldset");
  const legend = document.createElement("legend");
  page.fill(legend, name);
  fieldset.append(
    legend,
    ...ANSWERS.map((answer, value) => choice(`answer-${name}`, value, `${name}-${answer}`, parameters)),
  );
  fieldset.addEventListener("change", (event) => {
    const chosen = Number((event.target as HTMLInputElement).value);
    page.set({ answers: page.state.answers.map((old, at) => (at === index ? chosen : old)) });
  });
  const verdict = document.createElement("p");
  verdict.className = "verdict";
  verdict.setAttribute("role", "status");
  const why = document.createElement("p");
  why.className = "why";
  why.dataset.computed = "";
  page.fill(why, `${name}-why`, parameters);
  item.append(fieldset, verdict, why);
  page.onChange(() => {
    const given = page.state.answers[index]!;
    for (const input of fieldset.querySelectorAll("input")) {
      input.checked = Number(input.value) === given;
      input.closest("label")!.classList.toggle("right", given !== NONE && Number(input.value) === right);
    }
    verdict.textContent = given === NONE ? "" : page.text(given === right ? "right" : "wrong");
    // On paper every explanation is shown.
    item.classList.toggle("open", given !== NONE);
  });
  return item;
}

function choice(name: string, value: number, key: string, parameters: Solved["parameters"]): HTMLLabelElement {
  const label = document.createElement("label");
  const text = document.createElement("span");
  page.fill(text, key, parameters);
  label.append(Object.assign(document.createElement("input"), { type: "radio", name, value: String(value) }), text);
  return label;
}
