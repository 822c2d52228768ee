// The lesson on where rows come from: a word's number, its row in a table, and how such a table is learned.
import type { Heed } from "heed";
import packed from "trained:rows";
import { byId, flag, integer, readRows, typed } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { askQuestions, changeDetector, Page } from "../../rooms/lesson/index.js";
import { Learning } from "./learning-view.js";
import { WORDS } from "./learning.js";
import { NearView } from "./near-view.js";
import { questionsOf } from "./questions.js";
import { ReadingView } from "./reading-view.js";
import { showStages } from "./stages-view.js";

const LAST_SEED = 99;
/** Letters of a text. */
const LONGEST = 80;
const NEAR = ["Monday", "three", "mother", "dog", "tea", "France", "bank"] as const;

const page = new Page({
  text: typed("The cat sat because it was tired", LONGEST),
  seed: integer(1, 1, LAST_SEED),
  word: integer(0, 0, WORDS - 1),
  near: typed(NEAR[0], LONGEST),
  words: flag(false),
});
const trained = readRows(packed);

page.bind("text");
page.bind("seed", { show: String });
page.bind("word");
page.bind("near");
page.bindFold("words");
byId("near-examples").replaceChildren(
  ...NEAR.map((near) => {
    const button = make("button", { type: "button", lang: "en" }, near);
    button.addEventListener("click", () => page.set({ near }));
    return button;
  }),
);
byId("carried").textContent = [...trained.words].sort((a, b) => a.localeCompare(b, "en")).join(", ");
byId("known").replaceChildren(...trained.words.map((word) => make("option", { value: word })));

void askQuestions(page, (heed) => questionsOf(heed, trained));
void page.withCore((heed) => begin(heed));

function begin(heed: Heed): void {
  const reading = new ReadingView(page, trained);
  const learning = new Learning(page, heed);
  const near = new NearView(page, heed, trained);
  const [changedText, changedNear] = [changeDetector(), changeDetector()];
  page.onChange(() => {
    const { text, near: word, word: asked } = page.state;
    if (changedText(text, page.language)) reading.show(text);
    learning.show(asked);
    if (!changedNear(word, page.language)) return;
    near.show(word);
    showStages(page, heed, trained);
  });
}
