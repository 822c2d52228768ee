// The front door: one sentence, and what the heads of a trained encoder make of it.
import { load } from "heed";
import animal from "trained:animal";
import { make, digits, percent } from "../../../show/index.js";
import { Address, byId, copyText, linkOf, startCore } from "../../kit/index.js";
import { fill, filled, Speaker } from "../../kit/texts/index.js";
import { largest } from "../../../statistics/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import { forwardOldLinks } from "./forward.js";
import { Heads, type HeadPlace } from "./heads.js";
import { Sentence, wordOf } from "./sentence.js";

/** The words that the verdict speaks of. */
const [IT, ANIMAL, STREET] = ["▁it", "▁animal", "▁street"].map((piece) => animal.tokens.indexOf(piece)) as [
  number,
  number,
  number,
];
/** In a narrower window the doors would lie below the first screen. */
const ROOM_FOR_HEADS = matchMedia("(min-width: 62rem)");

class FrontDoor {
  readonly #address = new Address();
  readonly #speaker = new Speaker("front", () => this.#onLanguage());
  readonly #sentence = new Sentence(byId("sentence"), animal.tokens, (word) => this.#show({ word }));
  #heads: Heads | undefined;
  #place: HeadPlace = { layer: 1, head: 1 };
  #word = IT;

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    for (const [layer, { q }] of animal.layers.entries()) this.#addHeads(layer, q.shape[0]!);
    this.#show({});
    byId("heads").toggleAttribute("open", ROOM_FOR_HEADS.matches);
    byId("copy").addEventListener("click", () => void this.#copy());
  }

  async start(): Promise<void> {
    const heed = await startCore(byId("said"), load());
    document.body.dataset.ready = "";
    if (heed === undefined) return;
    this.#heads = new Heads(heed, animal);
    this.#show({});
    performance.mark("heed-first-result");
    drawThumbnails(heed);
  }

  #addHeads(layer: number, count: number): void {
    for (let head = 0; head < count; head++) {
      const isChosen = layer === this.#place.layer && head === this.#place.head;
      const input = make("input", { type: "radio", name: "head", value: `${layer}.${head}`, checked: isChosen });
      input.addEventListener("change", () => this.#show({ place: { layer, head } }));
      byId(`layer-${layer}`).append(make("label", {}, input, filled("span", "head", {}, { head })));
    }
  }

  #show({ word = this.#word, place = this.#place }: { word?: number; place?: HeadPlace }): void {
    this.#word = word;
    this.#place = place;
    fill(byId("named-there"), "named-there", { ...place });
    if (this.#heads === undefined) return;
    const row = this.#heads.row(place, word);
    this.#sentence.show(word, row);
    const quoted = (at: number): string => wordOf(animal.tokens[at]!);
    const [first, second] = largest(row, 2) as [number, number];
    fill(byId("said"), "said", {
      word: quoted(word),
      first: quoted(first),
      share: percent(row[first]!),
      second: quoted(second),
      other: percent(row[second]!),
    });
    byId("verdict").replaceChildren(this.#verdict(row), " ", this.#habit(this.#heads));
    fill(byId("proof"), "proof", {
      heads: this.#heads.layers * this.#heads.heads,
      time: digits(this.#heads.milliseconds, 1),
    });
  }

  /** What the numbers of "it" say: a reader knows which word is meant. */
  #verdict(row: Float32Array): Node {
    if (this.#word !== IT) return document.createTextNode("");
    const [first] = largest(row, 1) as [number];
    const key = first === STREET ? "street-first" : first === ANIMAL ? "animal-first" : "elsewhere";
    return filled("span", key, {}, { animal: percent(row[ANIMAL]!) });
  }

  #habit(heads: Heads): Node {
    const habit = heads.habit(this.#place);
    if (habit.kind !== "words") return filled("span", habit.kind, {}, { share: percent(habit.share) });
    const [first, second] = habit.words;
    const told = {
      first: wordOf(animal.tokens[first]!),
      share: percent(habit.shares[0]),
      second: wordOf(animal.tokens[second]!),
      other: percent(habit.shares[1]),
    };
    return filled("span", "words", {}, told);
  }

  #onLanguage(): void {
    this.#address.keep(linkOf([], this.#speaker.asked));
    this.#speaker.translate();
    this.#show({});
  }

  async #copy(): Promise<void> {
    const copied = await copyText("npm install heed");
    fill(byId("copied"), copied ? "frame.link-copied" : "not-copied");
  }
}

forwardOldLinks();
addEventListener("hashchange", forwardOldLinks);
void new FrontDoor().start();
