// Elements that hold a text. They follow the language of the page.
import { make } from "../../../show/index.js";
import { languageNow, phrase, phraseTemplate } from "./phrases.js";
import { toHtml, type Parameters } from "./text.js";

/** A function is asked again when the language changes: for parameters that are words or numbers of a language. */
export type Given = Parameters | (() => Parameters);

const givenOf = new WeakMap<Element, Given>();

/** Fills an element with the text of a key. */
export function fill(element: Element, key: string, given: Given = {}): void {
  element.setAttribute("data-t", key);
  givenOf.set(element, given);
  const parameters = typeof given === "function" ? given() : given;
  const html = toHtml(phraseTemplate(key, parameters), parameters);
  // A live region that is given its own text again would be read aloud again.
  if (element.innerHTML !== html) element.innerHTML = html;
  keepLanguage(element);
}

/** Takes the text away. */
export function clear(element: Element): void {
  element.removeAttribute("data-t");
  element.textContent = "";
}

/** Makes an element that holds the text of a key. */
export function filled<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  key: string,
  attributes: Readonly<Record<string, string>> = {},
  given: Given = {},
): HTMLElementTagNameMap[Name] {
  const made = make(name, attributes);
  fill(made, key, given);
  return made;
}

/** Fills all elements again, in the language of now. */
export function fillAll(): void {
  for (const element of document.querySelectorAll("[data-t]"))
    fill(element, element.getAttribute("data-t")!, givenOf.get(element));
  for (const element of document.querySelectorAll("[data-t-label]"))
    element.setAttribute("aria-label", phrase(element.getAttribute("data-t-label")!));
  keepLanguage(document);
}

/** Links to the other pages keep the chosen language, and what else they ask for. */
function keepLanguage(within: ParentNode): void {
  for (const link of within.querySelectorAll<HTMLAnchorElement>("a[data-page]")) {
    const { lang: _, ...asked } = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    link.hash = String(new URLSearchParams({ lang: languageNow(), ...asked }));
  }
}
