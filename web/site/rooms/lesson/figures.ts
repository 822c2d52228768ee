// Computed numbers that are not cells of a matrix, such as a median. They open too, and show what they are made of.
import { make } from "../../../show/index.js";
import { figureView, type Figure } from "../inspector/index.js";
import { openView, updateView } from "./open-cells.js";

const figures = new Map<string, (at: string) => Figure>();
let openedName: string | undefined;

/** Says what the numbers of a name are made of, in place of what was said last. @param of told which of them */
export function openFigures(name: string, of: (at: string) => Figure): void {
  figures.set(name, of);
  document.addEventListener("click", openButton);
  if (openedName === name) updateView();
}

/** A number as a button that opens it. @param name as in openFigures, without a space */
export function figureButton(text: string, name: string, at = ""): HTMLElement {
  return make("button", { type: "button", class: "opens", "data-opens": `${name} ${at}` }, text);
}

/** Writes a number that opens into an element. A button that is there stays, and keeps focus. */
export function fillFigure(host: HTMLElement, text: string, name: string): void {
  const button = host.querySelector(".opens");
  if (button === null) host.replaceChildren(figureButton(text, name));
  else button.textContent = text;
}

function openButton({ target }: Event): void {
  const key = (target as Element).closest<HTMLElement>("[data-opens]")?.dataset["opens"];
  if (key === undefined) return;
  const [name, at] = key.split(" ") as [string, string];
  openedName = undefined;
  if (!figures.has(name)) return;
  openedName = name;
  openView(
    figureView(
      () => figures.get(name)!(at),
      () => goBackTo(key),
    ),
  );
}

function goBackTo(key: string): void {
  openedName = undefined;
  document.querySelector<HTMLElement>(`[data-opens="${key}"]`)?.focus();
}
