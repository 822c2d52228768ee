// The language that a page speaks: it fills each element with `data-t="key"`, and again when the language changes.
import { make, setWords, type Words } from "../../show/index.js";
import { FIRST, LANGUAGES, languageNow, matrixWords, phrase, phraseTemplate, speak } from "./phrases.js";
import { toHtml, type Parameters } from "./text.js";

export class Speaker {
  readonly #ownSection: string;
  readonly #parameters = new WeakMap<Element, Parameters | (() => Parameters)>();

  /** @param ownSection the section of a key without a dot @param onChoice after a click on a language */
  constructor(ownSection: string, onChoice: () => void) {
    this.#ownSection = ownSection;
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.addEventListener("click", () => {
        this.choose(button.lang);
        onChoice();
      });
  }

  get language(): string {
    return languageNow();
  }

  /** Takes the wanted language, else the browser's, else the first. translate() then shows it. */
  choose(wanted: string | undefined): void {
    speak([wanted, navigator.language.split("-")[0]].find((one) => LANGUAGES.includes(one ?? "")) ?? FIRST);
    // Numbers and matrices speak the language, too.
    setWords(matrixWords() as unknown as Words);
  }

  /** The text of a key, for speech and attributes. */
  text(key: string, parameters?: Parameters): string {
    return phrase(key, parameters, this.#ownSection);
  }

  /** Fills an element with the text of a key. The text follows the chosen language.
   * @param parameters a function, where the caller does not fill the element again after a change of language */
  fill(element: Element, key: string, parameters: Parameters | (() => Parameters) = {}): void {
    element.setAttribute("data-t", key);
    this.#parameters.set(element, parameters);
    element.innerHTML = toHtml(
      phraseTemplate(key, this.#ownSection),
      typeof parameters === "function" ? parameters() : parameters,
    );
    this.#keepLanguage(element);
  }

  /** Makes an element that holds the text of a key. */
  element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    key: string,
    attributes: Readonly<Record<string, string>> = {},
    parameters: Parameters | (() => Parameters) = {},
  ): HTMLElementTagNameMap[Name] {
    const made = make(name, attributes);
    this.fill(made, key, parameters);
    return made;
  }

  /** Fills the whole page. */
  translate(): void {
    document.documentElement.lang = languageNow();
    document.title = this.text("frame.document-title", { title: this.text("title") });
    for (const element of document.querySelectorAll("[data-t]"))
      this.fill(element, element.getAttribute("data-t")!, this.#parameters.get(element));
    for (const element of document.querySelectorAll("[data-t-label]"))
      element.setAttribute("aria-label", this.text(element.getAttribute("data-t-label")!));
    for (const place of document.querySelectorAll<HTMLElement>("[data-minutes]"))
      place.textContent = this.text("frame.minutes-of", { minutes: place.dataset.minutes! });
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.setAttribute("aria-pressed", String(button.lang === languageNow()));
    this.#keepLanguage(document);
  }

  /** Links to pages that speak several languages keep the chosen one. */
  #keepLanguage(within: ParentNode): void {
    for (const link of within.querySelectorAll<HTMLAnchorElement>("a[data-page]")) link.hash = `lang=${languageNow()}`;
  }
}
