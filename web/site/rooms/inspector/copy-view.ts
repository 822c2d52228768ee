// Copy as NumPy, PyTorch or heed: the program goes to the clipboard, and is also shown, in case the browser refuses.
import { copyText } from "../../kit/index.js";
import { escaped } from "../../kit/texts/index.js";
import { make } from "../../../show/index.js";
import type { Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { LANGUAGES, type Language } from "./literals.js";
import { snippetOf } from "./snippets.js";
import { tell } from "./inspector-text.js";

/** Characters that are shown; of a longer program only the beginning is shown, and the whole is copied. */
const LONGEST_SHOWN = 6000;

export function copyView(computation: Computation, cell: Cell): HTMLElement {
  const status = make("p", { class: "hint", role: "status" }, tell("program-text"));
  const code = make("pre", { tabindex: 0, lang: "en", role: "region", "aria-label": tell("program"), hidden: true });
  const buttons = LANGUAGES.map((language) => {
    const button = make("button", { type: "button" }, language);
    button.addEventListener("click", () => void copy(snippetOf(computation, cell, language), language, code, status));
    return button;
  });
  return make(
    "section",
    { class: "copy" },
    make("h3", {}, tell("copy-as")),
    make("div", { class: "languages" }, ...buttons),
    status,
    code,
  );
}

async function copy(text: string, language: Language, code: HTMLElement, status: HTMLElement): Promise<void> {
  const copied = await copyText(text);
  code.innerHTML = coloured(
    text.length <= LONGEST_SHOWN
      ? text
      : `${text.slice(0, LONGEST_SHOWN)}\n… ${tell("characters", { count: text.length })}`,
  );
  code.hidden = false;
  status.textContent = tell(copied ? "copied" : "not-copied", { language });
  // What could not be copied has to be there whole.
  if (!copied) code.innerHTML = coloured(text);
}

/** The colours of names. Their gradients, with a d before the name, have the same. */
const COLOURS: Readonly<Record<string, string>> = {
  ...{ q: "query", query: "query", queries: "query" },
  ...{ k: "key", K: "key", key: "key", keys: "key" },
  ...{ v: "value", value: "value", values: "value" },
  ...{ O: "output", output: "output" },
};
const NAMES = new RegExp(`\\bd?(${Object.keys(COLOURS).join("|")})\\b`, "g");

/** The program as HTML, with the colours that queries, keys, values and outputs have on all pages. */
function coloured(program: string): string {
  return escaped(program).replace(NAMES, (word, name: string) => `<span class="is-${COLOURS[name]!}">${word}</span>`);
}
