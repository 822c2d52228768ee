// The lesson on where "it" looks: by letters alone, as one layer learns it, and what one layer cannot do.
import "../../rooms/training/training.css";
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { askQuestions, changeDetector } from "../../rooms/lesson/index.js";
import { startWorker } from "../../rooms/training/index.js";
import { bankTexts, BankView } from "./bank-view.js";
import { startFlips } from "./flip-runs.js";
import { drawLetters } from "./letters-view.js";
import { startPointing } from "./point-run.js";
import { questionsOf } from "./questions.js";
import { page } from "./state.js";
import { showTrainedBank, trainedBank } from "./trained-bank.js";

const worker = startWorker();
for (const name of ["sentence", "text", "first", "second", "ending"] as const) page.bind(name);
byId("text").addEventListener("input", () => page.set({ sentence: "own" }));

void askQuestions(page, (heed) => questionsOf(heed, () => bankTexts((key) => page.text(key))));
/** Undefined until it has started. */
let core: Heed | undefined;
void page.withCore((heed) => {
  core = heed;
  const bank = new BankView(page, (moved) => page.set({ moved }));
  const trained = trainedBank(heed);
  const [changedBank, changedLetters] = [changeDetector(), changeDetector()];
  page.onChange(() => {
    const { moved, sentence, text } = page.state;
    if (changedBank(moved, page.language)) {
      bank.show(heed, moved);
      showTrainedBank(page, trained);
    }
    if (changedLetters(sentence, text, page.language)) drawLetters(heed);
  });
  // What has been trained meanwhile can be opened from now on.
  page.set({});
});
startPointing(worker, () => core);
startFlips(worker, () => core);
