// For a class: labs, each reduced to one task, with their answers; plans, and misconceptions with how to answer them.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { Page } from "../../rooms/lesson/index.js";
import { answersOf } from "./lab-answers.js";
import { LABS, labLink, type Lab } from "./labs.js";
import { MISCONCEPTIONS, PLANS, type Plan } from "./plans.js";

const page = new Page({});
byId("print").addEventListener("click", () => print());
byId("plans").replaceChildren(...PLANS.map(planTable));
byId("misconceptions").replaceChildren(
  ...MISCONCEPTIONS.flatMap((name) => [
    page.element("dt", `wrong-${name}`),
    page.element("dd", `wrong-${name}-answer`, { class: "prose" }),
  ]),
);
void page.withCore((heed) => byId("labs").replaceChildren(...LABS.map((lab) => entry(heed, lab))));

function entry(heed: Heed, lab: Lab): HTMLLIElement {
  const link = page.element("a", lab.name);
  page.onChange(() => (link.href = `../play.html${labLink(lab, page.text(`${lab.name}-task`), page.language)}`));
  const answer = page.element("p", `${lab.name}-answer`, { "data-computed": "" }, answersOf(heed)[lab.name] ?? {});
  const details = make("details", { class: "prose" }, page.element("summary", "answer"), answer);
  return make("li", {}, link, page.element("p", `${lab.name}-task`, { class: "prose" }), details);
}

function planTable({ name, parts }: Plan): HTMLTableElement {
  const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
  const rows = parts.map((part) =>
    make(
      "tr",
      {},
      page.element("th", "frame.minutes-of", { scope: "row" }, { minutes: part.minutes }),
      page.element("td", `plan-${part.name}`),
    ),
  );
  return make("table", { class: "plan" }, page.element("caption", name, {}, { total }), make("tbody", {}, ...rows));
}
