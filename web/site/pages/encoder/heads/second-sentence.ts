// The second sentence of a comparison: its heads stand beside those of the first.
import { byId } from "../../../kit/index.js";
import { make } from "../../../../show/index.js";
import { LONGEST_NAME } from "../../../rooms/heads/index.js";
import { filled, phrase } from "../../../kit/texts/index.js";
import { SentenceHeads } from "./sentence-heads.js";
import type { Reader } from "../sentence/reader.js";

export class SecondSentence {
  readonly #reader: Reader;
  readonly #flavour: string;
  readonly #field = make("input", {
    type: "text",
    id: "compare-sentence",
    lang: "en",
    maxlength: LONGEST_NAME,
    spellcheck: "false",
    autocomplete: "off",
  });
  #heads: SentenceHeads | undefined;

  /** @param typed called with the sentence, "" for none */
  constructor(reader: Reader, flavour: string, typed: (text: string) => void) {
    this.#reader = reader;
    this.#flavour = flavour;
    byId("compare-file").replaceWith(make("label", { class: "field" }, filled("span", "of"), " ", this.#field));
    this.showNames();
    this.#field.addEventListener("input", () => typed(this.#field.value.trim()));
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    this.#field.placeholder = phrase("another-sentence");
    this.#field.setAttribute("aria-label", phrase("of-another"));
  }

  /** The heads of a sentence; undefined if there is none. */
  show(text: string): SentenceHeads | undefined {
    if (this.#field.value.trim() !== text) this.#field.value = text;
    if (text === "") return (this.#heads = undefined);
    if (this.#heads?.file.name === text) return this.#heads;
    const sentence = this.#reader.read(text);
    const given = sentence && { sentence, chosen: 0, flavour: this.#flavour, name: text };
    return (this.#heads = given && new SentenceHeads(given));
  }
}
