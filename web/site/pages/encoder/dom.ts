// Small pieces of the page that are made more than once.
import { make } from "../../../show/index.js";
import { filled } from "../../kit/texts/index.js";

/** Something to try: a text of the page names it, or it is a sentence itself. */
export type Choice = { readonly key: string } | { readonly key?: undefined; readonly text: string };

/** A row of buttons, each with something to try. */
export function offer<One extends Choice>(
  host: HTMLElement,
  choices: readonly One[],
  take: (choice: One) => void,
): void {
  host.replaceChildren(
    ...choices.map((choice) => {
      const look = { type: "button", class: "opens" } as const;
      const button = choice.key === undefined ? make("button", look, choice.text) : filled("button", choice.key, look);
      button.addEventListener("click", () => take(choice));
      return button;
    }),
  );
}
