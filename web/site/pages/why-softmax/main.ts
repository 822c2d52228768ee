// The lesson on softmax: its weights read as probabilities, where that misleads, and what other rules can do.
import "../../rooms/training/training.css";
import { byId, choice, integer } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { askQuestions, Page } from "../../rooms/lesson/index.js";
import { startWorker } from "../../rooms/training/index.js";
import { startContest } from "./contest-view.js";
import { startDrawing } from "./draws-view.js";
import { RATES } from "./measured.js";
import { questionsOf } from "./questions.js";

const page = new Page({
  seed: integer(1, 1, 99),
  rate: choice("0.005", "0.002", "0.01"),
});
const worker = startWorker();
page.bind("seed", { show: String });
page.bind("rate");
page.onChange(() => {
  for (const label of document.querySelectorAll<HTMLElement>("[data-rate]"))
    label.textContent = digits(Number(label.dataset["rate"]), 3);
  RATES.forEach((rate, at) => page.fill(byId(`learned-${at}`), "learned-at", { rate: digits(rate, 3) }));
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  startDrawing(page, heed, () => page.state.seed);
  startContest(page, worker, () => page.state);
});
