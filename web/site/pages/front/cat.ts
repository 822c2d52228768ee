// The second beat: what the heads of a large trained encoder make of a sentence.
import type { Heed } from "heed";
import cat from "trained:cat/qk";
import { digits, make, percent } from "../../../show/index.js";
import { byId, linkOf, onReturn } from "../../kit/index.js";
import { fill, filled, type Speaker } from "../../kit/texts/index.js";
import { largest } from "../../../statistics/index.js";
import { Heads, type HeadPlace } from "./heads.js";
import { Sentence, WRITTEN } from "./sentence.js";

/** In a narrower window the heads are folded. */
const ROOM_FOR_HEADS = matchMedia("(min-width: 62rem)");
/** "▁" stands for a space before a piece. */
const SPACE = "▁";
/** A sentence that the chosen head gets wrong. */
const ANIMAL = "The animal didn't cross the street because it was too tired.";
/** The pronoun, and the noun that it stands for. */
const [ASKS, MEANT] = ["▁it", "▁cat"].map((piece) => cat.tokens.indexOf(piece)) as [number, number];

export class Cat {
  readonly #speaker: Speaker;
  readonly #sentence = new Sentence(byId("sentence"), (word) => this.show({ word }));
  #heads: Heads | undefined;
  #place: HeadPlace = { layer: 1, head: 1 };
  #word = ASKS;

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
    for (const [layer, { q }] of cat.layers.entries()) this.#addHeads(layer, q.shape[0]!);
    this.#sentence.write(cat.tokens.map((piece, at) => ({ text: this.#quoted(at), joins: !piece.startsWith(SPACE) })));
    this.show();
    byId("heads").toggleAttribute("open", ROOM_FOR_HEADS.matches);
    byId("own").addEventListener("submit", (event) => this.#readOwn(event));
    onReturn(() => this.#showChosen());
  }

  begin(heed: Heed): void {
    this.#heads = new Heads(heed, cat);
    this.show();
  }

  /** Shows what a word gives in a head: other ones, or the same ones in another language. */
  show({ word = this.#word, place = this.#place }: { word?: number; place?: HeadPlace } = {}): void {
    this.#word = word;
    this.#place = place;
    fill(byId("read-own"), "read-own", { ...place });
    byId<HTMLAnchorElement>("always").href = this.#encoder(ANIMAL);
    if (this.#heads === undefined) return;
    const row = this.#heads.row(place, word);
    this.#sentence.show(word, [{ look: 1, weights: row }]);
    const [first, second] = largest(row, 2) as [number, number];
    fill(byId("said"), row[second]! < WRITTEN ? "said-one" : "said", {
      word: this.#quoted(word),
      first: this.#quoted(first),
      share: percent(row[first]!),
      second: this.#quoted(second),
      other: percent(row[second]!),
    });
    byId("verdict").replaceChildren(this.#verdict(row));
    byId("habit").replaceChildren(this.#habit(this.#heads));
    fill(byId("proof"), "proof", {
      heads: this.#heads.layers * this.#heads.heads,
      time: digits(this.#heads.milliseconds, 1),
    });
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

  readonly #quoted = (at: number): string => cat.tokens[at]!.replaceAll(SPACE, "");

  /** What the numbers of "it" say: a reader knows which word is meant. */
  #verdict(row: Float32Array): Node {
    if (this.#word !== ASKS) return document.createTextNode("");
    const [first] = largest(row, 1) as [number];
    return filled("span", first === MEANT ? "cat-found" : "cat-elsewhere", {}, { share: percent(row[MEANT]!) });
  }

  #habit(heads: Heads): Node {
    const habit = heads.habit(this.#place);
    if (habit.kind !== "words") return filled("span", habit.kind, {}, { share: percent(habit.share) });
    const [first, second] = habit.words;
    const told = {
      first: this.#quoted(first),
      share: percent(habit.shares[0]),
      second: this.#quoted(second),
      other: percent(habit.shares[1]),
    };
    return filled("span", "words", {}, told);
  }

  /** The weights that read any sentence are too large for this page. */
  #readOwn(event: Event): void {
    event.preventDefault();
    const typed = (byId("own-text") as HTMLInputElement).value.trim();
    location.href = this.#encoder(typed === "" ? cat.text : typed);
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
