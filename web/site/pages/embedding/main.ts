// The lesson on where rows come from: a word's number, its row in a table, and how such a table is learned.
import "../../rooms/training/training.css";
import type { Heed } from "heed";
import packed from "trained:rows";
import { byId, flag, integer, readRows, typed } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { askQuestions, changeDetector, Page } from "../../rooms/lesson/index.js";
import type { Language } from "../../rooms/pronouns/index.js";
import { Learning } from "./learning-view.js";
import { WORDS } from "./learning.js";
import { LikeView } from "./like-view.js";
import { NearView } from "./near-view.js";
import { questionsOf } from "./questions.js";
import { ReadingView, sorted } from "./reading-view.js";
import { smallOf } from "./small.js";
import { showStages } from "./stages-view.js";

const LAST_SEED = 99;
/** Letters of a text. */
const LONGEST = 120;
const NEAR = ["Monday", "three", "mother", "dog", "tea", "France", "bank"] as const;

const page = new Page({
  /** Left out: the sentence of the course. */
  text: typed("", LONGEST),
  /** Whether the small model is not that of the page's language. */
  other: flag(false),
  seed: integer(1, 1, LAST_SEED),
  word: integer(0, 0, WORDS - 1),
  /** Left out: the word that is said in the sentence of the course. */
  like: typed("", LONGEST),
  near: typed(NEAR[0], LONGEST),
  words: flag(false),
  list: flag(false),
});
const trained = readRows(packed);

for (const name of ["text", "like"] as const)
  byId(name).addEventListener("input", ({ target }) => page.set({ [name]: (target as HTMLInputElement).value }));
byId("other").addEventListener("click", () => page.set({ other: !page.state.other, text: "", like: "" }));
page.bind("seed", { show: String });
page.bind("word");
page.bind("near");
page.bindFold("words");
page.bindFold("list");
byId("near-examples").replaceChildren(
  ...NEAR.map((near) => {
    const button = make("button", { type: "button", lang: "en" }, near);
    button.addEventListener("click", () => page.set({ near }));
    return button;
  }),
);
byId("carried").textContent = sorted(trained.words, "en").join(", ");
byId("known").replaceChildren(...trained.words.map((word) => make("option", { value: word })));

void askQuestions(page, (heed) => questionsOf(heed, trained));
void page.withCore((heed) => begin(heed));

/** The language that the small model reads. */
function languageRead(): Language {
  return (page.language === "de") === page.state.other ? "en" : "de";
}

function begin(heed: Heed): void {
  const reading = new ReadingView(page);
  const learning = new Learning(page, heed);
  const like = new LikeView(page, heed);
  const near = new NearView(page, heed, trained);
  const [changedText, changedLike, changedNear] = [changeDetector(), changeDetector(), changeDetector()];
  page.onChange(() => {
    const { text, like: alike, near: word, word: asked } = page.state;
    const language = languageRead();
    byId("other").setAttribute("aria-pressed", String(page.state.other));
    if (changedText(text, language, page.language)) reading.show(smallOf(language), text);
    learning.show(asked);
    if (changedLike(alike, language, page.language)) like.show(smallOf(language), alike);
    if (!changedNear(word, page.language)) return;
    near.show(word);
    showStages(page, heed, trained);
  });
}
