// The encoder: a typed sentence goes through both layers with every key, and all parts of the page show what came of
// it.
import "heed/element";
import { load, type Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { percent } from "../../show/index.js";
import { Announcer } from "../shared/index.js";
import { CLAIMS, showClaims } from "./claims/claims.js";
import { byId, field, growWithText, offer } from "./dom.js";
import { HeadView } from "./heads/head-view.js";
import { Thumbs } from "./heads/thumbs.js";
import { LongView } from "./long/long-view.js";
import { Encoder, MOST_PIECES } from "./model/encoder.js";
import { Tokeniser } from "./model/tokenise.js";
import { readWeights } from "./model/weights.js";
import { PieceButtons } from "./sentence/piece-buttons.js";
import { headName, Reader, rowOf, strongest, type HeadPlace, type ReadSentence } from "./sentence/reader.js";
import { linkOf, stateOf, type State } from "./state.js";
import { PairView } from "./words/pair-view.js";
import { WordView } from "./words/word-view.js";

/** One of each kind: heads lead to the right noun in some, and to a wrong one in others. */
const EXAMPLES = CLAIMS.filter(({ text }) => /^The (cat|bank|dog|animal.*tired)|^My/.test(text));

/** Their first pieces that stand for something are chosen. */
const PRONOUNS = ["it", "its", "she", "he", "they", "It", "She", "He", "They"];

class Page {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #field = field("typed");
  readonly #buttons = new PieceButtons(byId("pieces"), (at) => this.#choose(at));
  readonly #thumbs = new Thumbs(byId("thumbs"), (head) => this.#open(head));
  readonly #head: HeadView;
  readonly #word = new WordView();
  readonly #announcer = new Announcer(byId("announcements"));
  #state: State;
  #sentence: ReadSentence | undefined;

  constructor(heed: Heed, reader: Reader) {
    this.#heed = heed;
    this.#reader = reader;
    this.#head = new HeadView(heed.flavour, (row) => this.#choose(row));
    this.#state = stateOf(location.hash);
    this.#field.addEventListener("input", () => this.#type());
    offer(
      byId("examples"),
      EXAMPLES,
      ({ text }) => text,
      ({ text }) => this.#take(text),
    );
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=view]"))
      input.addEventListener("change", () => this.#head.setView(input.value as AttentionMatrix["view"]));
    addEventListener("hashchange", () => this.#follow());
    this.#follow();
  }

  #follow(): void {
    this.#state = stateOf(location.hash);
    this.#field.value = this.#state.text;
    this.#read();
  }

  #take(text: string): void {
    this.#state = { ...this.#state, text, piece: undefined };
    this.#field.value = text;
    this.#read();
    this.#keepLink();
  }

  /** The chosen piece stays while its place is still there. */
  #type(): void {
    this.#state = { ...this.#state, text: this.#field.value };
    this.#read();
    this.#keepLink();
  }

  #open(head: HeadPlace): void {
    this.#state = { ...this.#state, head };
    this.#draw();
    this.#keepLink();
  }

  #choose(piece: number): void {
    if (piece === this.#chosen()) return;
    this.#state = { ...this.#state, piece };
    this.#draw();
    this.#keepLink();
  }

  #read(): void {
    const { text } = this.#state;
    this.#sentence = this.#reader.read(text);
    growWithText(this.#field);
    const status = byId("status");
    if (this.#sentence === undefined) status.textContent = "Type a sentence.";
    else {
      const { labels, left } = this.#sentence;
      const cut = left === 0 ? "" : ` The last ${left} are not read: the model takes ${MOST_PIECES} at most.`;
      status.textContent = `${labels.length} ${labels.length === 1 ? "piece" : "pieces"}.${cut}`;
    }
    this.#draw();
  }

  #chosen(): number {
    const labels = this.#sentence?.labels ?? [];
    if (this.#state.piece !== undefined) return Math.min(this.#state.piece, labels.length - 1);
    const pronoun = labels.findIndex((label) => PRONOUNS.includes(label));
    return pronoun >= 0 ? pronoun : 0;
  }

  #draw(): void {
    const [sentence, { head }] = [this.#sentence, this.#state];
    if (sentence === undefined) return;
    const chosen = this.#chosen();
    const row = rowOf(sentence, head, chosen);
    const top = strongest(row);
    byId("chosen-piece").textContent = `“${sentence.labels[chosen]}”`;
    this.#buttons.show(sentence.pieces, chosen);
    this.#buttons.light(row);
    this.#thumbs.show(sentence, chosen, head);
    this.#head.show(sentence, head, chosen);
    this.#word.show(sentence, chosen);
    this.#announcer.say(
      `${headName(head)}: “${sentence.labels[chosen]}” looks most at “${sentence.labels[top]}”, ${percent(row[top]!)}.`,
    );
  }

  #keepLink(): void {
    history.replaceState(null, "", linkOf(this.#state));
  }

  /** Fills the parts that do not hang on the typed sentence, between frames. */
  async fillTheRest(): Promise<void> {
    const pause = (): Promise<void> => new Promise((next) => setTimeout(next));
    await pause();
    new PairView(this.#reader);
    await pause();
    new LongView(this.#heed, this.#reader);
    await showClaims(byId("claims"), this.#reader, ({ text }) => this.#bringUp(text), pause);
    performance.mark("heed-encoder-full");
  }

  #bringUp(text: string): void {
    this.#state = { ...this.#state, head: { layer: 1, head: 1 } };
    this.#take(text);
    this.#field.scrollIntoView({ block: "center" });
    this.#field.focus({ preventScroll: true });
  }
}

async function start(): Promise<void> {
  // The block of weights stands after this script.
  if (document.readyState === "loading")
    await new Promise((parsed) => document.addEventListener("DOMContentLoaded", parsed, { once: true }));
  const block = byId("weights");
  const [heed, weights] = await Promise.all([load(), readWeights(block.textContent!)]);
  block.remove();
  const reader = new Reader(new Tokeniser(weights.pieces, weights.scores), new Encoder(heed, weights));
  const page = new Page(heed, reader);
  performance.mark("heed-encoder-ready");
  await page.fillTheRest();
}

start().catch((error: Error) => {
  byId("status").textContent = `The encoder could not start. ${error.message}`;
});
