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

/** A field as high as its text. */
export function growWithText(text: HTMLTextAreaElement): void {
  text.style.blockSize = "auto";
  text.style.blockSize = `${text.scrollHeight + 2}px`;
}
