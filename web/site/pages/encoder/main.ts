// The encoder: a typed sentence goes through both layers with every key, and all parts of the page show what came of
// it.
import "heed/element";
import { load, type Heed } from "heed";
import { afterPaint, percent } from "../../../show/index.js";
import {
  CellInspector,
  GridPanel,
  HeadPanel,
  placeName,
  samePlace,
  Session,
  showDefinitions,
  type Change,
} from "../../rooms/heads/index.js";
import { offerSlide } from "../../rooms/slides/index.js";
import { WhatIfPanel, type Change as HeadChange } from "../../rooms/what-if/index.js";
import { Announcer, byId, encode, growWithText, largestAt } from "../../kit/index.js";
import { clear, fill, languageNow, phrase, Speaker, type Given } from "../../kit/texts/index.js";
import { ACCURACY } from "./accuracy.js";
import { BeforeAfter } from "./changes/before-after.js";
import { ChangedSentence } from "./changes/changed-sentence.js";
import { CLAIMS, showClaims, type Claim } from "./claims/claims.js";
import { offer } from "./dom.js";
import { SecondSentence } from "./heads/second-sentence.js";
import { SentenceHeads } from "./heads/sentence-heads.js";
import { LongView } from "./long/long-view.js";
import { Arrival, Encoder, MOST_PIECES, Tokeniser, type Weights } from "../../rooms/trained/index.js";
import { PieceButtons } from "./sentence/piece-buttons.js";
import { Reader, rowOf, type ReadSentence } from "./sentence/reader.js";
import { FIELDS, stateOf, type State } from "./state.js";
import { PairView } from "./words/pair-view.js";
import { WordView } from "./words/word-view.js";

/** One of each kind: heads lead to the right noun in some, and to a wrong one in others. */
const EXAMPLES = CLAIMS.filter(({ text }) => /^The (cat|bank|dog|animal.*tired)|^My/.test(text));

/** The first of these pieces in a sentence is chosen. */
const PRONOUNS = ["it", "its", "she", "he", "they", "It", "She", "He", "They"];

class Page {
  readonly #heed: Heed;
  readonly #reader: Reader;
  readonly #field = byId<HTMLTextAreaElement>("typed");
  readonly #buttons = new PieceButtons(byId("pieces"), (at) => this.#choose(at));
  readonly #speaker: Speaker;
  readonly #session: Session<State, SentenceHeads>;
  readonly #announcer = new Announcer(byId("announcements"));
  readonly #inspector = new CellInspector();
  readonly #grid: GridPanel;
  readonly #head: HeadPanel;
  readonly #second: SecondSentence;
  readonly #word = new WordView();
  readonly #whatIf = new WhatIfPanel((changes, other) => this.#change(changes, other));
  readonly #both = new BeforeAfter();
  #changeable: ChangedSentence | undefined;
  #after: ReadSentence | undefined;
  #pair: PairView | undefined;
  #long: LongView | undefined;
  #sentence: ReadSentence | undefined;
  #wordWaits = false;

  constructor(heed: Heed, reader: Reader, speaker: Speaker) {
    this.#heed = heed;
    this.#reader = reader;
    this.#speaker = speaker;
    this.#session = new Session(stateOf(location.hash), (state) => encode(FIELDS, state, speaker.asked));
    this.#second = new SecondSentence(reader, heed.flavour, (text) => this.#compareWith(text));
    const host = { announcer: this.#announcer, inspector: this.#inspector, beside: true, failed: sayAs };
    this.#grid = new GridPanel(this.#session, host);
    this.#head = new HeadPanel(this.#session, host, (piece) => this.#choose(piece));
    this.#session.onChange((change) => this.#show(change));
    this.#field.addEventListener("input", () => this.#read({ text: this.#field.value }));
    const take = ({ text }: { readonly text: string }): void => this.#take(text);
    offer(byId("examples"), EXAMPLES, take);
    const stage = byId("pieces").parentElement!;
    offerSlide(stage.parentElement!, { figure: stage, name: "sentence" });
    addEventListener("hashchange", () => this.#onAddress());
    byId("head").hidden = false;
    showDefinitions();
    // A reader may have typed before the weights were here.
    this.#read({ ...stateOf(location.hash), text: this.#field.value });
  }

  #follow(): void {
    const state = stateOf(location.hash);
    this.#field.value = state.text;
    this.#read(state);
  }

  #take(text: string, look: Partial<State> = {}): void {
    this.#field.value = text;
    this.#read({ ...look, text, piece: undefined });
  }

  /** The chosen piece stays while its place is still there. */
  #read(change: Partial<State>): void {
    const state = { ...this.#session.state, ...change };
    growWithText(this.#field);
    const read = this.#reader.read(state.text);
    if (read === undefined) return say("empty");
    this.#sentence = read;
    const { labels, left } = read;
    say(left > 0 ? "pieces-left" : "pieces", { count: labels.length, left, most: MOST_PIECES });
    this.#renew(state);
  }

  #choose(piece: number): void {
    if (piece !== this.#session.opened?.chosen) this.#renew({ ...this.#session.state, piece });
  }

  /** The open head beside the same head of a second sentence, or beside the one that is compared already. */
  #compareWith(text: string): void {
    const { head, other } = this.#session.state;
    const without = samePlace(head, other) ? undefined : other;
    this.#session.change({ otherFile: text, other: text === "" ? without : (other ?? head) });
  }

  #renew(state: State): void {
    const sentence = this.#sentence!;
    const { opened } = this.#session;
    const { flavour } = this.#heed;
    const source = new SentenceHeads({ sentence, chosen: chosenIn(sentence, state), flavour, before: opened });
    if (opened === undefined) this.#session.open(source, state);
    else this.#session.renew(source, state);
  }

  #show(change: Change): void {
    const sentence = this.#sentence!;
    const { state, opened } = this.#session;
    const [head, chosen] = [state.head!, opened!.chosen];
    this.#session.beside = this.#second.show(state.otherFile);
    const row = rowOf(sentence, head, chosen);
    const top = largestAt(row);
    byId("chosen-piece").textContent = phrase("quoted", { piece: sentence.labels[chosen]! });
    this.#buttons.show(sentence.pieces, chosen);
    this.#buttons.light(row);
    this.#grid.show(change);
    this.#head.show(change);
    this.#showWord();
    this.#showWhatIf(sentence, chosen);
    const [piece, most] = [sentence.labels[chosen]!, sentence.labels[top]!];
    const given = { head: placeName(head), piece, top: most, share: percent(row[top]!) };
    fill(byId("said"), "looks-most", given);
    this.#announcer.say(phrase("looks-most", given));
  }

  #showWhatIf(sentence: ReadSentence, chosen: number): void {
    if (this.#changeable?.sentence !== sentence) {
      this.#changeable = new ChangedSentence(this.#reader, sentence);
      this.#after = undefined;
    }
    this.#whatIf.show(this.#changeable, chosen, this.#session.state.head);
    this.#showBoth();
  }

  /** The reader has changed heads. */
  #change(changes: readonly HeadChange[], other: string): void {
    this.#after = changes.length === 0 ? undefined : this.#changeable!.after(changes, other);
    this.#showBoth();
  }

  #showBoth(): void {
    const { state, opened } = this.#session;
    this.#both.show({ before: this.#sentence!, after: this.#after, head: state.head!, chosen: opened!.chosen });
  }

  /** The vectors of the word come after the maps are painted. */
  #showWord(): void {
    if (this.#wordWaits) return;
    this.#wordWaits = true;
    afterPaint(() => {
      this.#wordWaits = false;
      this.#word.show(this.#sentence!, this.#session.opened!.chosen);
    });
  }

  /** Fills the parts that do not depend on the typed sentence, between frames. */
  async fillTheRest(): Promise<void> {
    await pause();
    this.#pair = new PairView(this.#reader);
    await pause();
    this.#long = new LongView(this.#heed, this.#reader, this.#inspector);
    await this.#showClaims();
    performance.mark("heed-encoder-full");
  }

  #showClaims(): Promise<void> {
    return showClaims(byId("claims"), this.#reader, (claim, beside) => this.#bringUp(claim, beside), pause);
  }

  /** The reader has chosen a language. */
  speak(): void {
    this.#showNames();
    this.#read({});
    // What is shown is the sentence before.
    if (this.#reader.read(this.#field.value) === undefined) say("empty");
  }

  /** Every text that does not follow the language by itself is made again. */
  #showNames(): void {
    this.#speaker.translate();
    this.#second.showNames();
    this.#grid.showNames();
    this.#head.showNames();
    this.#pair?.showNames();
    this.#long?.showNames();
    if (this.#long !== undefined) void this.#showClaims();
  }

  /** Back and forward of the browser, or an address that was changed. */
  #onAddress(): void {
    const language = languageNow();
    this.#speaker.chooseByLink();
    if (languageNow() !== language) this.#showNames();
    this.#follow();
  }

  /** Shows L1 H1 of a sentence, alone or beside that of another. */
  #bringUp({ text }: Claim, beside?: Claim): void {
    const head = { layer: 1, head: 1 };
    this.#take(text, { head, other: beside && head, otherFile: beside?.text ?? "" });
    this.#field.scrollIntoView({ block: "center" });
    this.#field.focus({ preventScroll: true });
  }
}

function chosenIn({ labels }: ReadSentence, { piece }: State): number {
  if (piece !== undefined) return Math.min(piece, labels.length - 1);
  return Math.max(
    0,
    labels.findIndex((label) => PRONOUNS.includes(label)),
  );
}

/** Lets the browser paint. */
function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next));
}

function say(key: string, given?: Given): void {
  fill(byId("status"), key, given);
}

/** A sentence of the panels about what failed. */
function sayAs(sentence: string): void {
  clear(byId("status"));
  byId("status").textContent = sentence;
}

async function start(): Promise<void> {
  let page: Page | undefined;
  const speaker = new Speaker("encoder", () => (page === undefined ? speaker.translate() : page.speak()));
  speaker.chooseByLink();
  speaker.translate();
  fill(byId("accuracy"), "about-accuracy", ACCURACY);
  const field = byId<HTMLTextAreaElement>("typed");
  field.value = stateOf(location.hash).text;
  growWithText(field);
  const [heed, weights] = await Promise.all([
    load(),
    new Promise<Weights>((taken) => {
      const arrival = new Arrival(taken);
      byId("arrival").append(arrival.element);
      arrival.wish();
    }),
  ]);
  document.body.dataset.reads = "";
  const reader = new Reader(new Tokeniser(weights.pieces, weights.scores), new Encoder(heed, weights));
  page = new Page(heed, reader, speaker);
  performance.mark("heed-encoder-ready");
  await page.fillTheRest();
}

start().catch((error: Error) => {
  say("no-start", { reason: error.message });
});
