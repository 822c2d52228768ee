// The front door: what "it" means, learned here; then what the heads of a large trained encoder make of a sentence.
import { load } from "heed";
import "heed/element";
import { Address, byId, copyText, linkOf, startCore } from "../../kit/index.js";
import { fill, Speaker } from "../../kit/texts/index.js";
import { offerOffline } from "../../rooms/offline/index.js";
import { ownLanguage, storedModel, type Language } from "../../rooms/pronouns/index.js";
import { drawThumbnails } from "../../rooms/thumbnails/index.js";
import { EightHeads } from "./eight-heads.js";
import { forwardOldLinks } from "./forward.js";
import { Large } from "./large.js";
import { Learning } from "./learning.js";
import { Meaning } from "./meaning.js";

class FrontDoor {
  readonly #address = new Address();
  readonly #speaker = new Speaker("front", () => this.#onLanguage());
  readonly #eight: EightHeads;
  #large: Large | undefined;
  #meaning: Meaning | undefined;
  #learning: Learning | undefined;
  /** Of the sentence. It is that of the page until the reader asks for the other one. */
  #language: Language;

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    this.#language = ownLanguage();
    this.#namePronoun();
    this.#eight = new EightHeads(this.#speaker, (text) =>
      this.#large?.read(text, byId("arrival-own"), this.#eight.take),
    );
    byId("other-language").addEventListener("click", () => this.#read(this.#language === "en" ? "de" : "en"));
    byId("copy").addEventListener("click", () => void this.#copy());
    offerOffline(byId("offline"));
  }

  async start(): Promise<void> {
    const heed = await startCore(byId("meaning"), load());
    document.body.dataset.ready = "";
    if (heed === undefined) return;
    const stored = storedModel(this.#language);
    const large = (this.#large = new Large(heed));
    const meaning = (this.#meaning = new Meaning(heed, stored, (text, place, shown) =>
      large.read(text, place, (heads, milliseconds) => {
        this.#eight.take(heads, milliseconds);
        shown(heads);
      }),
    ));
    meaning.show();
    performance.mark("heed-first-result");
    drawThumbnails(heed);
    this.#learning = new Learning(stored, (model, afresh) => meaning.use(model, afresh));
  }

  #read(language: Language): void {
    this.#language = language;
    const stored = storedModel(language);
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
    this.#address.keep(linkOf([], this.#speaker.asked));
    this.#speaker.translate();
    this.#eight.show();
    this.#learning?.translate();
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
