// The front door: what "it" means, learned here; then what the heads of a large trained encoder make of a sentence.
import { load } from "heed";
import "heed/element";
import { Address, byId, copyText, startCore } from "../../kit/index.js";
import { fill, Speaker } from "../../kit/texts/index.js";
import { offerOffline } from "../../rooms/offline/index.js";
import {
  firstSentence,
  frontSentence,
  languageOf,
  ownLanguage,
  storedModel,
  TABLES,
  textOf,
  type Language,
  type StoredModel,
  type Table,
} from "../../rooms/pronouns/index.js";
import { offerSlide } from "../../rooms/slides/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import { EightHeads } from "./eight-heads.js";
import { Large } from "./large.js";
import { Learning } from "./learning.js";
import { forwardOldLinks, linkTo, sentenceOf } from "./link.js";
import { Meaning } from "./meaning.js";
import { OwnLists } from "./own-lists.js";
import { showStoryDoor } from "./story-door.js";

class FrontDoor {
  readonly #address = new Address();
  readonly #speaker = new Speaker("front", () => this.#onLanguage());
  readonly #eight: EightHeads;
  #large: Large | undefined;
  #meaning: Meaning | undefined;
  #learning: Learning | undefined;
  #own: OwnLists | undefined;
  /** With the reader's own words, as long as the page is open. */
  readonly #tables: Record<Language, Table> = { ...TABLES };
  /** Of the sentence. It is that of the page until the reader asks for the other one. */
  #language: Language;
  /** What the page shows; "" until it is another sentence than the first. */
  #sentence = "";

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    this.#language = this.#languageFor(sentenceOf(location.hash));
    this.#namePronoun();
    showStoryDoor(ownLanguage());
    this.#eight = new EightHeads(this.#speaker, (text) =>
      this.#large?.read(text, byId("arrival-own"), this.#eight.take),
    );
    byId("other-language").addEventListener("click", () => this.#read(this.#language === "en" ? "de" : "en"));
    byId("copy").addEventListener("click", () => void this.#copy());
    offerSlide(byId("type"), { figure: byId("asked").parentElement!, name: "sentence" });
    offerOffline(byId("offline"));
  }

  async start(): Promise<void> {
    const heed = await startCore(byId("meaning"), load());
    document.body.dataset.ready = "";
    if (heed === undefined) return;
    const stored = this.#stored();
    const large = (this.#large = new Large(heed));
    const meaning = (this.#meaning = new Meaning(heed, stored, {
      readLarge: (text, place, shown) =>
        large.read(text, place, (heads, milliseconds) => {
          this.#eight.take(heads, milliseconds);
          shown(heads);
        }),
      shows: (sentence) => {
        this.#sentence = sentence;
        this.#keepLink();
        this.#showOwn();
      },
    }));
    meaning.show();
    performance.mark("heed-first-result");
    this.#follow();
    addEventListener("hashchange", () => this.#follow());
    drawThumbnails(heed);
    this.#learning = new Learning(stored, (model, afresh) => meaning.use(model, afresh));
    this.#own = new OwnLists((table) => {
      this.#tables[this.#language] = table;
      this.#learning?.learnWith(table);
    });
    this.#showOwn();
  }

  #stored(): StoredModel {
    return { ...storedModel(this.#language), table: this.#tables[this.#language] };
  }

  #showOwn(): void {
    const table = this.#tables[this.#language];
    this.#own?.show(table, this.#sentence || textOf(frontSentence(table, true)));
  }

  /** The language of a sentence in a link, or the page's own. The large model reads English. */
  #languageFor(sentence: string): Language {
    return sentence === "" ? ownLanguage() : (languageOf(sentence, this.#tables) ?? "en");
  }

  /** Shows the sentence of the link. */
  #follow(): void {
    const sentence = sentenceOf(location.hash);
    if (sentence === "") return;
    const language = this.#languageFor(sentence);
    if (language !== this.#language) this.#read(language);
    this.#meaning?.type(sentence);
  }

  #keepLink(): void {
    const isFirst = this.#sentence === firstSentence(ownLanguage());
    this.#address.keep(linkTo(isFirst ? "" : this.#sentence, this.#speaker.asked));
  }

  #read(language: Language): void {
    this.#language = language;
    const stored = this.#stored();
    this.#meaning?.use(stored);
    this.#learning?.take(stored);
    this.#namePronoun();
  }

  /** What the page says of the sentence, and which other one there is. */
  #namePronoun(): void {
    const pronoun = this.#language === "en" ? "it" : "sie";
    fill(byId("place"), "place", { pronoun });
    fill(byId("looks-text"), "two-looks-text", { pronoun });
    fill(byId("other-language"), this.#language === "en" ? "read-german" : "read-english");
  }

  #onLanguage(): void {
    this.#keepLink();
    this.#speaker.translate();
    showStoryDoor(ownLanguage());
    this.#eight.show();
    this.#learning?.translate();
    this.#showOwn();
    if (this.#language !== ownLanguage()) this.#read(ownLanguage());
    else this.#meaning?.show();
  }

  async #copy(): Promise<void> {
    const copied = await copyText("npm install heed");
    fill(byId("copied"), copied ? "frame.link-copied" : "not-copied");
  }
}

forwardOldLinks();
addEventListener("hashchange", forwardOldLinks);
void new FrontDoor().start();
