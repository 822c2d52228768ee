// Finding the parts of the page, and small pieces of it that are made more than once.
import { make } from "../../show/index.js";
import { byId } from "../heads/index.js";

export function field(id: string): HTMLTextAreaElement {
  return byId<HTMLTextAreaElement>(id);
}

/** A row of buttons, each with something to try. */
export function offer<Choice>(
  host: HTMLElement,
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
  take: (choice: Choice) => void,
): void {
  host.replaceChildren(
    ...choices.map((choice) => {
      const button = make("button", { type: "button", class: "quiet" }, nameOf(choice));
      button.addEventListener("click", () => take(choice));
      return button;
    }),
  );
}

/** Browsers without the style field-sizing need a script for fields as high as their text. */
const GROWS_BY_ITSELF = CSS.supports("field-sizing", "content");

/** A field as high as its text. */
export function growWithText(text: HTMLTextAreaElement): void {
  if (GROWS_BY_ITSELF) return;
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + 2}px`;
}

export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
