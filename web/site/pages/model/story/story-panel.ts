// The first screen: a model that tells stories. It reads the text in the field at each letter, writes on, and shows
// why.
import { load, type Heed } from "heed";
import { sample, seededRandom } from "heed/train";
import { byId, startCore, withOwnWord, type Announcer } from "../../../kit/index.js";
import { make, mediaQuery, percent } from "../../../../show/index.js";
import { fill, groupedIn, languageNow, phrase } from "../../../kit/texts/index.js";
import type { HeadPlace, OpenNumber } from "../../../rooms/machine/index.js";
import { OwnWords } from "../../../rooms/own-words/index.js";
import {
  asWritten,
  drawStory,
  exchanged,
  groupsOf,
  isOver,
  readOf,
  readTyped,
  spaceBefore,
  storedModel,
  wordsOf,
  type Language,
  type Model,
  type Table,
} from "../../../rooms/stories/index.js";
import type { State } from "../state.js";
import { StoryField } from "./field.js";
import { HundredView } from "./hundred-view.js";
import { showKnownWords, showUnknown } from "./known-words.js";
import { Learning } from "./learning.js";
import { NextBars } from "./next-bars.js";
import { runOf, type StoryRun } from "../../../rooms/stories/run/index.js";
import { keyOf, marksOf, placeOf, whyOf, WhyView, type Shown } from "./why-view.js";

/** How long a word stays before the next one is written, and how long a pause of typing is. */
const [WORD_MS, PAUSE_MS] = [160, 150];
/** Below 1 the likelier words are drawn more often than by their shares. */
const TEMPERATURE = 0.8;
const BEGINNINGS = ["beginning-gives", "beginning-sound", "beginning-child", "beginning-found"];

export interface StoryHost {
  readonly announcer: Announcer;
  readonly open: OpenNumber;
  /** The text is another one, or the heads that are off: the page keeps them in its link. */
  readonly changed: (text: string, off: Linked["off"]) => void;
}

/** What a link holds. */
type Linked = Pick<State, "story" | "off">;

export class StoryPanel {
  readonly #host: StoryHost;
  readonly #field = new StoryField(() => this.#onTyped());
  readonly #bars = new NextBars((word) => this.#add(word, true));
  readonly #why: WhyView;
  readonly #hundred = new HundredView();
  readonly #own = new OwnWords(byId("own-words"), {
    button: "own-take",
    isKnown: (word) => readTyped(this.#model!.table, word).unknown.length === 0,
    take: (from, to) => this.#exchange(from, to),
  });
  readonly #button = byId("write-on");
  #learning: Learning | undefined;
  #heed: Heed | undefined;
  #language: Language = "en";
  #model: Model | undefined;
  #shown: Shown | undefined;
  #off: readonly HeadPlace[] = [];
  /** The word that is followed; undefined for the last one. */
  #line: number | undefined;
  /** The reader's own words, each with the word whose place it took. */
  #exchanges: (readonly [string, string])[] = [];
  #draw = seededRandom(1);
  #writing: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(host: StoryHost) {
    this.#host = host;
    this.#why = new WhyView(host.open, (line, off) => this.#follow(line, off));
    this.#button.addEventListener("click", () => (this.#writing === undefined ? this.#writeOn() : this.#stop()));
    byId("one-word").addEventListener("click", () => this.#oneWord());
    byId("all-on").addEventListener("click", () => this.#follow(this.#line, []));
  }

  async start({ story, off }: Linked): Promise<void> {
    this.#language = ownLanguage();
    this.#off = off.map(placeOf);
    this.#field.write(story || phrase(BEGINNINGS[0]!));
    this.#drawBeginnings();
    const heed = await startCore(byId("story-engine"), load(), true);
    if (heed === undefined) return;
    this.#heed = heed;
    this.#open();
    performance.mark("heed-story-first");
  }

  /** Another link. */
  follow({ story, off }: Linked): void {
    this.#off = off.map(placeOf);
    if (story === "" || story === this.#field.text) this.#read();
    else this.#write(story);
  }

  /** The page speaks another language: it has a model of its own. */
  translate(): void {
    if (this.#language !== ownLanguage()) this.#exchanges = [];
    this.#drawBeginnings();
    if (this.#heed === undefined) return;
    if (this.#language !== ownLanguage()) {
      this.#language = ownLanguage();
      this.#stop();
      this.#field.write(phrase(BEGINNINGS[0]!));
      this.#own.clear();
      [this.#off, this.#line] = [[], undefined];
      this.#keep();
      return this.#open();
    }
    showKnownWords(this.#model!.table);
    this.#showOwn(this.#model!.table);
    this.#hundred.draw();
    this.#learning?.translate();
    this.#read();
  }

  #open(): void {
    const stored = storedModel(this.#language);
    this.#use(stored);
    if (this.#learning === undefined) this.#learning = new Learning(stored, (model) => this.#use(model));
    else this.#learning.take(stored);
  }

  /** Reads with these numbers. */
  #use(model: Model): void {
    const isOther = model.table !== this.#model?.table;
    this.#model = model;
    byId("story").lang = languageNow();
    if (isOther) {
      showKnownWords(model.table);
      this.#showOwn(model.table);
      fill(byId("story-lead"), "story-lead", { numbers: groupedIn(languageNow(), model.numbers.length) });
    }
    this.#hundred.use(this.#heed!, model);
    this.#read();
  }

  #showOwn(table: Table): void {
    const { names, things } = groupsOf(table);
    this.#own.show(table.language, [
      { key: "known-names", words: names },
      { key: "known-things", words: things },
    ]);
  }

  #exchange(from: string, to: string): string {
    const stored = storedModel(this.#language);
    const table = exchanged(this.#model!.table, from, to);
    this.#exchanges.push([from, to]);
    this.#field.write(withOwnWord(this.#field.text, from, to));
    this.#drawBeginnings();
    this.#use({ ...stored, table });
    this.#learning?.take({ ...stored, table });
    return "own-words.taken";
  }

  #drawBeginnings(): void {
    const buttons = BEGINNINGS.map((key) => {
      const text = this.#exchanges.reduce((changed, [from, to]) => withOwnWord(changed, from, to), phrase(key));
      const button = make("button", { type: "button" }, `${text} …`);
      button.addEventListener("click", () => {
        this.#stop();
        this.#write(text);
        this.#sayNext();
      });
      return button;
    });
    byId("beginnings").replaceChildren(...buttons);
  }

  // 1. The text.

  #onTyped(): void {
    this.#stop();
    this.#line = undefined;
    this.#read(true);
    this.#keep();
  }

  #keep(): void {
    const { text } = this.#field;
    this.#host.changed(text === phrase(BEGINNINGS[0]!) ? "" : text, this.#off.map(keyOf));
  }

  #write(text: string): void {
    this.#line = undefined;
    this.#field.write(text);
    this.#read(this.#writing !== undefined);
    if (this.#writing === undefined) this.#keep();
  }

  /** Adds a word as it is written. */
  #add(word: string, says = false): void {
    const { words } = readTyped(this.#model!.table, this.#field.text);
    const all = [...words, word];
    this.#write(this.#field.text.trimEnd() + spaceBefore(all, words.length) + asWritten(all, words.length));
    if (says) this.#sayNext();
  }

  #oneWord(): void {
    this.#stop();
    if (this.#model === undefined) return;
    this.#beginAfresh();
    const shown = this.#shown;
    this.#add(shown ? shown.run.shares(shown.words.length - 1)[0]!.word : this.#first(), true);
  }

  /** A story that is over is followed by another. */
  #beginAfresh(): void {
    if (!this.#isOver) return;
    this.#field.write("");
    this.#read(true);
  }

  get #isOver(): boolean {
    const { table } = this.#model!;
    return isOver(table, readTyped(table, this.#field.text).words);
  }

  #first(): string {
    return drawStory(this.#model!.table, this.#draw)[0]!;
  }

  #writeOn(): void {
    if (this.#model === undefined) return;
    this.#beginAfresh();
    fill(this.#button, "write-stop");
    this.#writing = setTimeout(() => this.#writeNext());
  }

  #drawn({ run, words }: Shown): number {
    return sample(run.logits(words.length - 1), this.#draw, { temperature: TEMPERATURE });
  }

  #writeNext(): void {
    const { table } = this.#model!;
    const shown = this.#shown;
    this.#add(shown ? wordsOf(table).all[this.#drawn(shown)]! : this.#first());
    if (this.#isOver) return this.#stop();
    this.#writing = setTimeout(
      () => this.#writeNext(),
      mediaQuery("(prefers-reduced-motion: reduce)")?.matches ? 0 : WORD_MS,
    );
  }

  #stop(): void {
    if (this.#writing === undefined) return;
    clearTimeout(this.#writing);
    this.#writing = undefined;
    fill(this.#button, "write-on");
    this.#read();
    this.#keep();
    this.#host.announcer.say(this.#field.text);
  }

  #sayNext(): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const { word, share } = shown.run.shares(shown.words.length - 1)[0]!;
    const after = shown.words.at(-1)!;
    this.#host.announcer.say(phrase("say-next", { after, word, share: percent(share) }));
  }

  // 2. What the model makes of it.

  /** @param soon more letters may come: what takes longer waits for a pause */
  #read(soon = false): void {
    const [heed, model] = [this.#heed, this.#model];
    if (heed === undefined || model === undefined) return;
    const { words: all, unknown } = readTyped(model.table, this.#field.text);
    const words = readOf(model.table, all);
    showUnknown(unknown);
    clearTimeout(this.#waiting);
    if (words.length === 0) {
      this.#shown = undefined;
      this.#bars.show(undefined, []);
      this.#why.show(undefined, undefined);
      return this.#drawField(all, words, undefined, []);
    }
    const line = this.#line !== undefined && this.#line < words.length ? this.#line : words.length - 1;
    const run = runOf(heed, model, words, this.#off);
    this.#shown = { heed, model, words, run, off: this.#off, line };
    const last = words.length - 1;
    this.#bars.show(asWritten(words, last), run.shares(last));
    if (!soon) return this.#drawWhy(all);
    this.#drawField(all, words, run, []);
    this.#waiting = setTimeout(() => this.#drawWhy(all), PAUSE_MS);
  }

  #drawWhy(all: readonly string[]): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const why = whyOf(shown);
    this.#why.show(shown, why);
    this.#drawField(all, shown.words, shown.run, marksOf(shown, why));
  }

  #drawField(
    all: readonly string[],
    words: readonly string[],
    run: StoryRun | undefined,
    marks: ReturnType<typeof marksOf>,
  ): void {
    const { table } = this.#model!;
    const next = run && [...words, run.shares(words.length - 1)[0]!.word];
    const written = next ? spaceBefore(next, words.length) + asWritten(next, words.length) : "";
    const before = all.length - words.length;
    this.#field.draw(
      (piece) => readTyped(table, piece).unknown.length === 0,
      marks.map((mark) => ({ ...mark, at: mark.at + before })),
      written,
    );
  }

  #follow(line: number | undefined, off: readonly HeadPlace[]): void {
    [this.#line, this.#off] = [line, off];
    this.#read();
    this.#keep();
  }
}

const ownLanguage = (): Language => (languageNow() === "de" ? "de" : "en");
