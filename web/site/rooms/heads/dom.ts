// Finds the parts of the page, and ties its choices to the state.
import { make } from "../../../show/index.js";

/** Radio buttons of a name: tells which was chosen. */
export function onChoice(name: string, chosen: (value: string) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`))
    input.addEventListener("change", () => input.checked && chosen(input.value));
}

export function choose(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`input[name=${name}][value=${value}]`);
  if (input !== null) input.checked = true;
}

/** Fills a select with its options, and chooses the one with this value. */
export function fillSelect(select: HTMLSelectElement, options: readonly (readonly [string, string])[], value: string) {
  select.replaceChildren(...options.map(([key, text]) => make("option", { value: key }, text)));
  select.value = value;
}

/** Sets a text that is not a key: a name, a number, or a phrase that the caller writes again for another language. */
export function setText(element: HTMLElement, text: string): void {
  element.removeAttribute("data-t");
  if (element.textContent !== text) element.textContent = text;
}
