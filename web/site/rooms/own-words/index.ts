// The form in which a reader puts a word of his own in the place of one that a model knows.
import { make } from "../../../show/index.js";
import { refusalOf } from "../../kit/index.js";
import { clear, fill, filled, phrase } from "../../kit/texts/index.js";
import "./texts/en.json";

export interface OwnWordsOptions {
  /** The text of the button. */
  readonly button: string;
  readonly isKnown: (word: string) => boolean;
  /** @returns the text that says what has become of it */
  readonly take: (from: string, to: string) => string;
}

export interface OwnWordsGroup {
  /** The text of its name. */
  readonly key: string;
  readonly words: readonly string[];
}

export class OwnWords {
  readonly #from = make("select", { id: "own-from" });
  readonly #to = make("input", {
    ...{ id: "own-to", type: "text", maxlength: 20, autocomplete: "off", spellcheck: "false", required: "" },
  });
  readonly #said = make("p", { id: "own-said", class: "note", role: "status" });
  readonly #options: OwnWordsOptions;
  #words = "";

  constructor(form: HTMLElement, options: OwnWordsOptions) {
    this.#options = options;
    const labelled = (key: string, field: HTMLElement): HTMLElement =>
      make("label", { class: "field" }, filled("span", key), " ", field);
    const fields = [labelled("own-words.from", this.#from), labelled("own-words.to", this.#to)];
    form.append(make("div", { class: "fields" }, ...fields, filled("button", options.button)), this.#said);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#exchange(this.#from.value, this.#to.value.trim());
    });
  }

  /** @param written a word as the list shows it */
  show(language: string, groups: readonly OwnWordsGroup[], written = (word: string): string => word): void {
    const option = (word: string): HTMLElement => make("option", { value: word, lang: language }, written(word));
    const words = groups.flatMap((group) => group.words).join(" ");
    const chosen = words === this.#words ? this.#from.value : undefined;
    this.#words = words;
    this.#to.lang = language;
    this.#from.replaceChildren(
      ...groups.map((group) => make("optgroup", { label: phrase(group.key) }, ...group.words.map(option))),
    );
    if (chosen !== undefined) this.#from.value = chosen;
  }

  /** Nothing is said of an exchange of before. */
  clear(): void {
    clear(this.#said);
  }

  #exchange(from: string, to: string): void {
    const refusal = refusalOf(to, this.#options.isKnown);
    if (refusal !== undefined) return fill(this.#said, `own-words.${refusal}`, { to });
    this.#to.value = "";
    fill(this.#said, this.#options.take(from, to), { from, to });
  }
}
