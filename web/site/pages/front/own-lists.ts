// Words of the reader's own in the lists of the training.
import { byId } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { OwnWords } from "../../rooms/own-words/index.js";
import { exchanged, groupsOf, readTyped, vocabularyOf, withArticle, type Table } from "../../rooms/pronouns/index.js";

export class OwnLists {
  readonly #form: OwnWords;
  readonly #back = byId("own-back");
  #table!: Table;
  /** Nouns of the sentence that is shown, and what is said of them. */
  #shown: readonly string[] = [];

  /** @param learn a model learns with another table, whose words have the same numbers */
  constructor(learn: (table: Table) => void) {
    this.#form = new OwnWords(byId("own-words"), {
      button: "own-learn",
      isKnown: (word) => vocabularyOf(this.#table).idOf(word) !== undefined,
      take: (from, to) => {
        learn(exchanged(this.#table, from, to));
        return this.#shown.includes(this.#written(to)!) ? "own-shown" : "own-taken";
      },
    });
    this.#back.addEventListener("click", () => {
      byId("own-from").focus();
      this.#form.clear();
      learn(this.#table.base!);
    });
  }

  show(table: Table, sentence: string): void {
    this.#table = table;
    const { nouns, said } = groupsOf(table);
    const read = new Set(readTyped(table, sentence).words.map((word) => this.#written(word)));
    this.#shown = [...nouns, ...said].filter((word) => read.has(word));
    const others = (words: readonly string[]): string[] => words.filter((word) => !read.has(word));
    this.#form.show(
      table.language,
      [
        { key: "own-here", words: this.#shown },
        { key: "own-nouns", words: others(nouns) },
        { key: "own-said", words: others(said) },
      ],
      (word) => (nouns.includes(word) ? withArticle(table, word) : word),
    );
    fill(byId("own-fits"), `own-fits-${table.language}`);
    this.#back.hidden = table.base === undefined;
  }

  /** A word as the table has it. */
  #written(word: string): string | undefined {
    const { words, idOf } = vocabularyOf(this.#table);
    return words[idOf(word) ?? -1];
  }
}
