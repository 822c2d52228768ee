// The texts of the page.
import { phrase, toHtml, type Parameters } from "../../kit/texts/index.js";

/** Sets only markup that is new, so that nothing is read out again. The markup is the page's own. */
export function setHtml(element: HTMLElement, markup: string): void {
  if (element.dataset["said"] !== markup) element.innerHTML = markup;
  element.dataset["said"] = markup;
}

/** The text of a key of the page's section, in the language that the page speaks. */
export function text(key: string, parameters?: Parameters): string {
  return phrase(key, parameters, "play");
}

/** The same as HTML, with its formulas. What parameters hold is escaped. */
export function html(key: string, parameters?: Parameters): string {
  return toHtml(text(key), parameters);
}
