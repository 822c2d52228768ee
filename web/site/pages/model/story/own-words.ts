// A name or a thing of the reader's own, in the place of one that the model knows.
import { byId } from "../../../kit/index.js";
import { make } from "../../../../show/index.js";
import { clear, fill, phrase } from "../../../kit/texts/index.js";
import { exchanged, groupsOf, type Table } from "../../../rooms/stories/index.js";

export class OwnWords {
  readonly #from = byId<HTMLSelectElement>("own-from");
  readonly #to = byId<HTMLInputElement>("own-to");
  readonly #said = byId("own-said");
  readonly #take: (table: Table, from: string, to: string) => void;
  #table: Table | undefined;

  /** @param take reads with another table, whose words have the same numbers */
  constructor(take: (table: Table, from: string, to: string) => void) {
    this.#take = take;
    byId("own-words").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#exchange();
    });
  }

  show(table: Table): void {
    this.#table = table;
    const { names, things } = groupsOf(table);
    const group = (key: string, words: readonly string[]): HTMLElement =>
      make("optgroup", { label: phrase(key) }, ...words.map((word) => make("option", { value: word }, word)));
    const before = this.#from.value;
    this.#from.replaceChildren(group("known-names", names), group("known-things", things));
    if (names.includes(before) || things.includes(before)) this.#from.value = before;
  }

  /** Nothing is said of an exchange of before. */
  clear(): void {
    clear(this.#said);
  }

  #exchange(): void {
    const [from, to] = [this.#from.value, this.#to.value.trim()];
    const table = this.#table && exchanged(this.#table, from, to);
    if (table === undefined) return fill(this.#said, "own-refused", { to });
    this.#to.value = "";
    this.#take(table, from, to);
    fill(this.#said, "own-taken", { from, to });
  }
}
