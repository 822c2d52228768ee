// The three sentences. Over each word stands a bar: the weight that "it" gives to the word.
import { make } from "../../../../show/index.js";
import { byId, percent, type Fields, type Page } from "../../frame/index.js";
import type { SentenceWeights } from "./pointing.js";
import { SENTENCES } from "./sentences.js";

export function showSentences<F extends Fields>(page: Page<F>, weights: SentenceWeights | undefined): void {
  byId("sentences").replaceChildren(
    ...SENTENCES.map(({ words, asking, meant }, sentence) => {
      const items = words.map((word, token) => {
        const weight = weights?.[sentence]?.[token];
        const item = wordOf(
          word,
          weight ?? 0,
          weight === undefined ? page.text("no-share") : `${percent(weight)}\u202f%`,
        );
        item.classList.toggle("asking", token === asking);
        item.classList.toggle("meant", meant.includes(token));
        return item;
      });
      return make("ol", { lang: "en" }, ...items);
    }),
  );
}

function wordOf(word: string, weight: number, share: string): HTMLLIElement {
  const fill = make("span");
  fill.style.blockSize = `${100 * weight}%`;
  const bar = make("span", { class: "column", "aria-hidden": "true" }, fill);
  return make("li", {}, bar, make("span", {}, word), make("small", {}, share));
}
