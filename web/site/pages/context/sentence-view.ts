// Sentences with a bar over each word: the weight that one word gives to it.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { cellButton, fillAsOneStop, openCells, percent, type Page } from "../../rooms/lesson/index.js";
import { layersOf } from "./computed-again.js";
import type { Pointed } from "./pointing.js";
import { SENTENCES } from "./sentences.js";

export function showSentences<F extends Fields>(page: Page<F>, heed: Heed | undefined, pointed?: Pointed): void {
  byId("sentences").replaceChildren(
    ...SENTENCES.map(({ name, words, asking, meant }, sentence) => {
      const opens = pointed && heed && { name: `point-${name}`, row: asking };
      if (opens !== undefined) openCells(opens.name, layersOf(heed!, words, pointed!.learned)[0]!);
      return sentenceOfBars(page, { words, weights: pointed?.weights[sentence], opens }, (token) => [
        ...(token === asking ? ["asking"] : []),
        ...(meant.includes(token) ? ["meant"] : []),
      ]);
    }),
  );
}

export interface BarsOptions {
  readonly words: readonly string[];
  readonly weights: ArrayLike<number> | undefined;
  /** The computation whose weights open, and the row that holds them. */
  readonly opens: { readonly name: string; readonly row: number } | undefined;
}

/** @param classes of the word at an index */
export function sentenceOfBars<F extends Fields>(
  page: Page<F>,
  { words, weights, opens }: BarsOptions,
  classes: (token: number) => readonly string[],
): HTMLElement {
  const list = make("ol", { lang: "en" });
  const items = words.map((word, token) => {
    const weight = weights?.[token];
    const share = weight === undefined ? page.text("no-share") : `${percent(weight)}\u202f%`;
    const shown = opens ? cellButton(share, opens.name, { matrix: "weights", row: opens.row, column: token }) : share;
    const item = wordOf(word, weight ?? 0, shown);
    item.classList.add(...classes(token));
    return item;
  });
  fillAsOneStop(list, () => list.append(...items));
  return list;
}

function wordOf(word: string, weight: number, share: string | HTMLElement): HTMLLIElement {
  const fill = make("span");
  fill.style.blockSize = `${100 * weight}%`;
  const bar = make("span", { class: "column", "aria-hidden": "true" }, fill);
  return make("li", {}, bar, make("span", {}, word), make("small", {}, share));
}
