// The front door: a sentence, and what the heads of a trained encoder make of it.
import { load, type Heed } from "heed";
import { make, digits, percent } from "../../../show/index.js";
import { Address, byId, copyText, linkOf, onReturn, startCore } from "../../kit/index.js";
import { fill, filled, Speaker } from "../../kit/texts/index.js";
import { largest } from "../../../statistics/index.js";
import { offerOffline } from "../../rooms/offline/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import { forwardOldLinks } from "./forward.js";
import { Heads, type HeadPlace } from "./heads.js";
import { Sentence, wordOf, WRITTEN } from "./sentence.js";
import { STORIES } from "./stories.js";

/** In a narrower window the doors would lie below the first screen. */
const ROOM_FOR_HEADS = matchMedia("(min-width: 62rem)");

class FrontDoor {
  readonly #address = new Address();
  readonly #speaker = new Speaker("front", () => this.#onLanguage());
  readonly #sentence = new Sentence(byId("sentence"), (word) => this.#show({ word }));
  #heed: Heed | undefined;
  #story = STORIES[0]!;
  #heads: Heads | undefined;
  #place: HeadPlace = { layer: 1, head: 1 };
  #word = this.#story.asks;

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    for (const [layer, { q }] of this.#story.packed.layers.entries()) this.#addHeads(layer, q.shape[0]!);
    this.#tell(this.#story);
    byId("heads").toggleAttribute("open", ROOM_FOR_HEADS.matches);
    byId("other-story").addEventListener("click", () => this.#tell(STORIES.find((one) => one !== this.#story)!));
    byId("own").addEventListener("submit", (event) => this.#readOwn(event));
    byId("copy").addEventListener("click", () => void this.#copy());
    onReturn(() => this.#showChosen());
    offerOffline(byId("offline"));
  }

  async start(): Promise<void> {
    this.#heed = await startCore(byId("said"), load());
    document.body.dataset.ready = "";
    if (this.#heed === undefined) return;
    this.#tell(this.#story);
    performance.mark("heed-first-result");
    drawThumbnails(this.#heed);
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
    this.#show({ place: { layer, head } });
  }

  /** Shows a sentence from its start: its pronoun asks. */
  #tell(story: (typeof STORIES)[number]): void {
    this.#story = story;
    this.#sentence.write(story.packed.tokens);
    if (this.#heed !== undefined) this.#heads = new Heads(this.#heed, story.packed);
    fill(byId("other-story"), `leave-${story.name}`);
    this.#show({ word: story.asks });
  }

  #show({ word = this.#word, place = this.#place }: { word?: number; place?: HeadPlace }): void {
    this.#word = word;
    this.#place = place;
    fill(byId("read-own"), "read-own", { ...place });
    if (this.#heads === undefined) return;
    const row = this.#heads.row(place, word);
    this.#sentence.show(word, row);
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

  readonly #quoted = (at: number): string => wordOf(this.#story.packed.tokens[at]!);

  /** What the numbers of "it" say: a reader knows which word is meant. */
  #verdict(row: Float32Array): Node {
    const { name, asks, meant, others } = this.#story;
    if (this.#word !== asks) return document.createTextNode("");
    const [first] = largest(row, 1) as [number];
    const found = first === meant ? "found" : others.includes(first) ? "missed" : "elsewhere";
    return filled("span", `${name}-${found}`, {}, { share: percent(row[meant]!) });
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
    const { layer, head } = this.#place;
    const parts = [
      ["text", typed === "" ? this.#story.text : typed],
      ["head", `L${layer}H${head}`],
    ] as const;
    location.href = `encoder.html${linkOf(parts, this.#speaker.asked)}`;
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
