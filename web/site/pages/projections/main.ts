// The lesson: words split into queries and keys; shapes at each step. For readers of papers: rows or columns, and what
// regrouping saves.
import { askQuestions, POWERS_OF_TWO, showSteps } from "../../rooms/lesson/index.js";
import { bindPlanes, drawPlanes } from "./planes-view.js";
import { questionsOf } from "./questions.js";
import { drawRegrouped } from "./regroup-view.js";
import { drawShapes } from "./shapes-view.js";
import { page } from "./state.js";

page.bind("dq", { show: String });
page.bind("dk", { show: String });
page.bind("dv", { show: String });
page.bind("tokens", { mapping: POWERS_OF_TWO, show: String });
page.bindFold("papers");
bindPlanes();
showSteps(page, {
  query: "#x, #wq",
  key: "#x, #wk",
  scores: "#scores",
  scaled: "#shapes tr:nth-child(5)",
  weights: "#shapes tr:nth-child(6)",
  value: "#shapes tr:nth-child(3)",
  output: "#shapes tr:nth-child(7)",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  page.onChange(() => drawPlanes(heed));
  page.onChange(() => drawShapes(heed));
  page.onChange(() => drawRegrouped(heed));
});
