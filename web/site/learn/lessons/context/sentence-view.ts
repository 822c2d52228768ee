// Sentences with a bar over each word: the weight that one word gives to it.
import { make } from "../../../../show/index.js";
import { byId, percent, type Fields, type Page } from "../../frame/index.js";
import type { SentenceWeights } from "./pointing.js";
import { SENTENCES } from "./sentences.js";

export function showSentences<F extends Fields>(page: Page<F>, weights: SentenceWeights | undefined): void {
  byId("sentences").replaceChildren(
    ...SENTENCES.map(({ words, asking, meant }, sentence) =>
      sentenceOfBars(page, words, weights?.[sentence], (token) => [
        ...(token === asking ? ["asking"] : []),
        ...(meant.includes(token) ? ["meant"] : []),
      ]),
    ),
  );
}

/** @param classes of the word at an index */
export function sentenceOfBars<F extends Fields>(
  page: Page<F>,
  words: readonly string[],
  weights: ArrayLike<number> | undefined,
  classes: (token: number) => readonly string[],
): HTMLElement {
  const items = words.map((word, token) => {
    const weight = weights?.[token];
    const share = weight === undefined ? page.text("no-share") : `${percent(weight)}\u202f%`;
    const item = wordOf(word, weight ?? 0, share);
    item.classList.add(...classes(token));
    return item;
  });
  return make("ol", { lang: "en" }, ...items);
}

function wordOf(word: string, weight: number, share: string): HTMLLIElement {
  const fill = make("span");
  fill.style.blockSize = `${100 * weight}%`;
  const bar = make("span", { class: "column", "aria-hidden": "true" }, fill);
  return make("li", {}, bar, make("span", {}, word), make("small", {}, share));
}
