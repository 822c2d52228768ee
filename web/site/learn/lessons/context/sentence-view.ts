// The three sentences, each word over a bar of the weight that "it" gives it.
import { digits } from "../../../../show/index.js";
import { byId, type Page } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import type { Rows } from "./pointing.js";
import { SENTENCES } from "./sentences.js";

export function showSentences<F extends Fields>(page: Page<F>, rows: Rows | undefined): void {
  byId("sentences").replaceChildren(
    ...SENTENCES.map(({ words, asking, meant }, sentence) => {
      const list = document.createElement("ol");
      list.lang = "en";
      list.append(
        ...words.map((word, token) =>
          wordOf(page, word, {
            asking: token === asking,
            meant: meant.includes(token),
            weight: rows?.[sentence]?.[token],
          }),
        ),
      );
      return list;
    }),
  );
}

function wordOf<F extends Fields>(
  page: Page<F>,
  text: string,
  { asking, meant, weight }: { asking: boolean; meant: boolean; weight: number | undefined },
): HTMLLIElement {
  const item = document.createElement("li");
  item.classList.toggle("asking", asking);
  item.classList.toggle("meant", meant);
  const bar = document.createElement("span");
  bar.className = "column";
  bar.setAttribute("aria-hidden", "true");
  const fill = document.createElement("span");
  fill.style.blockSize = `${100 * (weight ?? 0)}%`;
  bar.append(fill);
  const word = document.createElement("span");
  word.textContent = text;
  const share = document.createElement("small");
  share.textContent = weight === undefined ? page.text("no-share") : `${digits(100 * weight, 0)}\u202f%`;
  item.append(bar, word, share);
  return item;
}
