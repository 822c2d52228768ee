// What the heads of a large trained encoder make of a sentence: of an example, then of the reader's own.
import cat from "trained:cat/shares";
import { digits, make, percent } from "../../../show/index.js";
import { byId, linkOf, onReturn } from "../../kit/index.js";
import { fill, filled, type Speaker } from "../../kit/texts/index.js";
import { largest } from "../../../statistics/index.js";
import { Heads, type HeadPlace } from "./heads.js";
import type { Shown } from "./large.js";
import { Sentence, WRITTEN } from "./sentence.js";

/** In a narrower window the heads are folded. */
const ROOM_FOR_HEADS = matchMedia("(min-width: 62rem)");
/** A sentence that the chosen head gets wrong. */
const ANIMAL = "The animal didn't cross the street because it was too tired.";
/** The head that the page shows first. */
export const FIRST_HEAD: HeadPlace = { layer: 1, head: 1 };

const EXAMPLE = new Heads(
  cat.text,
  cat.tokens,
  cat.layers.map((shares) => Float32Array.from(shares, (share) => share / cat.parts)),
);
/** The noun that the example's pronoun stands for. */
const MEANT = cat.tokens.indexOf("▁cat");

export class EightHeads {
  readonly #speaker: Speaker;
  readonly #read: (text: string) => void;
  readonly #sentence = new Sentence(byId("sentence"), (word) => this.show({ word }));
  readonly #field = byId<HTMLInputElement>("own-text");
  #heads = EXAMPLE;
  #milliseconds = 0;
  #place = FIRST_HEAD;
  #word = EXAMPLE.asks;

  /** @param read is given what the reader types */
  constructor(speaker: Speaker, read: (text: string) => void) {
    [this.#speaker, this.#read] = [speaker, read];
    for (let layer = 0; layer < EXAMPLE.layers; layer++) this.#addHeads(layer, EXAMPLE.heads);
    this.#sentence.write(EXAMPLE.pieces);
    this.show();
    byId("heads").toggleAttribute("open", ROOM_FOR_HEADS.matches);
    this.#field.addEventListener("input", () => this.#onTyped());
    byId("own").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#onTyped();
    });
    onReturn(() => this.#showChosen());
  }

  /** Takes another sentence, which the large model has just read. */
  readonly take: Shown = (heads, milliseconds) => {
    [this.#heads, this.#milliseconds, this.#word] = [heads, milliseconds, heads.asks];
    if (document.activeElement !== this.#field) this.#field.value = heads.text;
    this.#sentence.write(heads.pieces);
    this.show();
  };

  /** Shows what a word gives in a head: other ones, or the same ones in another language. */
  show({ word = this.#word, place = this.#place }: { word?: number; place?: HeadPlace } = {}): void {
    this.#word = word;
    this.#place = place;
    fill(byId("read-own"), "read-own", { ...place });
    byId<HTMLAnchorElement>("read-own").href = this.#encoder(this.#heads.text);
    byId<HTMLAnchorElement>("always").href = this.#encoder(ANIMAL);
    sayShares(byId("said"), this.#heads, this.#sentence, word, place);
    byId("verdict").hidden = this.#heads !== EXAMPLE;
    byId("verdict").replaceChildren(this.#verdict(this.#heads.row(place, word)));
    byId("habit").replaceChildren(this.#habit());
    const heads = this.#heads.layers * this.#heads.heads;
    if (this.#heads === EXAMPLE) fill(byId("proof"), "proof-example", { heads });
    else fill(byId("proof"), "proof", { heads, time: digits(this.#milliseconds, 1) });
  }

  #onTyped(): void {
    const text = this.#field.value.trim();
    if (text !== "") this.#read(text);
  }

  #addHeads(layer: number, count: number): void {
    for (let head = 0; head < count; head++) {
      const isChosen = layer === this.#place.layer && head === this.#place.head;
      const input = make("input", { type: "radio", name: "head", value: `${layer}.${head}`, checked: isChosen });
      input.addEventListener("change", () => this.#showChosen());
      byId(`layer-${layer}`).append(make("label", {}, input, filled("span", "head", {}, { head })));
    }
  }

  #showChosen(): void {
    const { value } = document.querySelector<HTMLInputElement>("input[name=head]:checked")!;
    const [layer, head] = value.split(".").map(Number) as [number, number];
    this.show({ place: { layer, head } });
  }

  /** What the numbers of the example's "it" say: a reader knows which word is meant. */
  #verdict(row: Float32Array): Node {
    if (this.#heads !== EXAMPLE || this.#word !== EXAMPLE.asks) return document.createTextNode("");
    const [first] = largest(row, 1) as [number];
    return filled("span", first === MEANT ? "cat-found" : "cat-elsewhere", {}, { share: percent(row[MEANT]!) });
  }

  #habit(): Node {
    if (this.#heads.tokens.length < 2) return document.createTextNode("");
    const habit = this.#heads.habit(this.#place);
    if (habit.kind !== "words") return filled("span", habit.kind, {}, { share: percent(habit.share) });
    const [first, second] = habit.words.map((at) => this.#heads.pieces[at]!.text) as [string, string];
    const [share, other] = habit.shares.map((one) => percent(one)) as [string, string];
    return filled("span", "words", {}, { first, share, second, other });
  }

  #encoder(text: string): string {
    const { layer, head } = this.#place;
    const parts = [
      ["text", text],
      ["head", `${layer}.${head}`],
    ] as const;
    return `encoder.html${linkOf(parts, this.#speaker.asked)}`;
  }
}

/** Shows in the sentence where a word looks in a head of the large model, and says it. */
export function sayShares(said: HTMLElement, heads: Heads, sentence: Sentence, word: number, place: HeadPlace): void {
  const row = heads.row(place, word);
  sentence.show(word, [{ look: 1, weights: row }]);
  const textOf = (at: number): string => heads.pieces[at]!.text;
  const [first, second = first] = largest(row, 2) as [number, number?];
  fill(said, row[second]! < WRITTEN || second === first ? "said-one" : "said", {
    word: textOf(word),
    first: textOf(first),
    share: percent(row[first]!),
    second: textOf(second),
    other: percent(row[second]!),
  });
}
