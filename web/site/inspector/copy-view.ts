// Copy as NumPy, PyTorch or heed: the program goes to the clipboard, and stands below for those whose browser would not.
import { copyText } from "../shared/index.js";
import { make } from "../../show/index.js";
import type { Cell, Run } from "./run.js";
import { LANGUAGES, snippetOf, type Language } from "./snippets.js";

/** Of a longer program only the beginning is laid out; the whole is copied. */
const LONGEST_SHOWN = 6000;

export function copyView(run: Run, cell: Cell): HTMLElement {
  const status = make(
    "p",
    { class: "hint", role: "status" },
    "A program with its inputs that computes this one number anew.",
  );
  const code = make("pre", { tabindex: 0, role: "region", "aria-label": "The program", hidden: true });
  const buttons = LANGUAGES.map((language) => {
    const button = make("button", { type: "button" }, language);
    button.addEventListener("click", () => void copy(run, cell, language, code, status));
    return button;
  });
  return make(
    "section",
    { class: "copy" },
    make("h3", {}, "Copy as"),
    make("div", { class: "languages" }, ...buttons),
    status,
    code,
  );
}

async function copy(run: Run, cell: Cell, language: Language, code: HTMLElement, status: HTMLElement): Promise<void> {
  const text = snippetOf(run, cell, language);
  const copied = await copyText(text);
  code.textContent =
    text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}\n… (${text.length} characters in all)`;
  code.hidden = false;
  status.textContent = copied
    ? `The ${language} program is on the clipboard.`
    : "This browser did not let it be copied. Select it below.";
  // Where nothing can be copied the whole has to stand there.
  if (!copied) code.textContent = text;
}
