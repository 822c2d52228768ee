// What "it" means: a sentence, the two looks of its pronoun, the answer, and the machine that gives it.
import type { Heed } from "heed";
import { make, percent } from "../../../show/index.js";
import { byId, growWithText } from "../../kit/index.js";
import { fill, filled, phrase, type Parameters } from "../../kit/texts/index.js";
import { largest } from "../../../statistics/index.js";
import { figureView, Inspector } from "../../rooms/inspector/index.js";
import { keepBet } from "../../rooms/lesson/index.js";
import { isCellOf, Machine, type HeadPlace } from "../../rooms/machine/index.js";
import {
  alternativesOf,
  asSentence,
  DIM,
  frontSentence,
  inWordsOf,
  isHeldOut,
  mistakesOf,
  PLACES,
  readTyped,
  rowOf,
  runOf,
  textOf,
  TRIED,
  vocabularyOf,
  type Model,
  type PronounRun,
  type Table,
  type Typed,
  type WordShare,
} from "../../rooms/pronouns/index.js";
import { FIRST_HEAD, sayShares } from "./eight-heads.js";
import type { Heads } from "./heads.js";
import { Sentence } from "./sentence.js";

/** How many words of each kind are offered instead of the one in the sentence. */
const OFFERED = 2;

interface Around {
  /** Lets the large model read a text: what it gives comes when the model is here. */
  readLarge(text: string, place: HTMLElement, shown: (heads: Heads) => void): void;
  /** The page shows another sentence. */
  shows(sentence: string): void;
}

export class Meaning {
  readonly #sentence = new Sentence(byId("asked"), (word) => this.#follow(word));
  readonly #field = byId<HTMLTextAreaElement>("typed");
  readonly #inspector: Inspector;
  readonly #heed: Heed;
  readonly #around: Around;
  /** What the large model made of a sentence with words that this one does not know, and its chosen word. */
  #large: { readonly heads: Heads; readonly word: number } | undefined;
  #model: Model;
  #typed: Typed;
  #machine: Machine | undefined;
  #word: number;
  #off: readonly HeadPlace[] = [];
  /** What the reader has bet on for the other word of the front sentence; undefined once another sentence is read. */
  #bet: { readonly noun?: string } | undefined = {};
  #giveBack = (): void => {};

  constructor(heed: Heed, model: Model, around: Around) {
    [this.#heed, this.#model, this.#around] = [heed, model, around];
    this.#take(model);
    this.#inspector = new Inspector(document.body, { light: () => {}, closed: () => this.#giveBack() });
    this.#typed = this.#first();
    this.#word = this.#typed.asks;
    this.#field.addEventListener("input", () => {
      growWithText(this.#field);
      this.#read(this.#field.value);
    });
    // A sentence has no lines of its own.
    this.#field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    // A pointer that leaves the sentence leaves it to its pronoun.
    byId("asked").addEventListener("pointerleave", ({ pointerType }) => {
      const asks = this.#large?.heads.asks ?? this.#typed.asks;
      if (pointerType === "mouse" && asks >= 0) this.#follow(asks);
    });
    this.#write();
  }

  /**
   * Takes other numbers. With the table of another language it begins with that one's sentence.
   * @param afresh whether both looks are switched on
   */
  use(model: Model, afresh = false): void {
    const { table: before } = this.#model;
    const { table } = model;
    this.#take(model);
    if (afresh || table !== before) this.#off = [];
    if (table === before) return this.show();
    if (table.language === before.language) return this.#sayWith(table, before);
    this.#bet = {};
    this.#say(this.#first());
  }

  /** The same sentence in the words of another table, or what the reader types, once it has all words of that. */
  #sayWith(table: Table, before: Table): void {
    // The reader bet on a word that may be another one now.
    if (this.#bet?.noun !== undefined) this.#bet = undefined;
    const typed = readTyped(table, this.#field.value);
    const { length } = typed.words;
    const isRead = typed.unknown.length === 0 && length > 0 && length <= PLACES;
    this.#say(isRead ? typed : inWordsOf(table, before, this.#typed));
  }

  /** Reads a sentence as if the reader had typed it. */
  type(sentence: string): void {
    this.#field.value = sentence;
    growWithText(this.#field);
    this.#read(sentence);
  }

  /** Shows the sentence again: the numbers or the language have changed. */
  show(): void {
    this.#tell();
    const { words, asks } = this.#typed;
    const source = { run: (off: readonly HeadPlace[]) => runOf(this.#heed, this.#model, words, layersOf(off)) };
    if (this.#machine === undefined)
      this.#machine = new Machine(byId("machine"), source, {
        word: asks,
        open: (opened, giveBack) => {
          this.#giveBack = giveBack;
          if (isCellOf(opened)) this.#inspector.open(...opened);
          else
            this.#inspector.open(
              undefined,
              figureView(() => opened, giveBack),
            );
        },
        changed: (word, off) => {
          [this.#word, this.#off] = [word, off];
          this.#tell();
        },
      });
    else void this.#machine.show(source, this.#word, this.#off);
  }

  /** All but the machine. */
  #tell(): void {
    if (this.#large !== undefined) return this.#tellLarge(this.#large.heads, this.#large.word);
    const run = this.#run();
    this.#sentence.show(
      this.#word,
      [0, 1].map((look) => ({ look, weights: this.#looksOf(run, look) })),
    );
    this.#drawSaid(run);
    this.#drawVerdict(run);
    this.#drawChoices(run);
  }

  /** What the word gives in a look; nothing in one that is off. */
  #looksOf(run: PronounRun, look: number): Float32Array {
    const weights = rowOf(run.look(look).kept["weights"]!, this.#word) as Float32Array;
    return this.#off.some(({ layer }) => layer === look) ? new Float32Array(weights.length) : weights;
  }

  #run(): PronounRun {
    return runOf(this.#heed, this.#model, this.#typed.words, layersOf(this.#off));
  }

  #first(): Typed {
    const { table } = this.#model;
    return readTyped(table, textOf(frontSentence(table, true)));
  }

  #follow(word: number): void {
    if (this.#large !== undefined) {
      this.#large = { ...this.#large, word };
      return this.#tell();
    }
    this.#word = word;
    // The machine tells of it.
    if (this.#machine !== undefined && this.#machine.word !== word) this.#machine.follow(word);
    else this.#tell();
  }

  #say(typed: Typed): void {
    this.#large = undefined;
    this.#typed = typed;
    this.#word = typed.asks < 0 ? typed.words.length - 1 : typed.asks;
    this.#inspector.close();
    this.#write();
    this.show();
    this.#around.shows(textOf(typed));
  }

  #write(): void {
    const { words, marks } = this.#typed;
    byId("asked").lang = this.#model.table.language;
    this.#sentence.write(words.map((text, at) => ({ text, mark: marks[at]! })));
    if (document.activeElement !== this.#field) this.#field.value = textOf(this.#typed);
    growWithText(this.#field);
    byId("not-read").replaceChildren();
  }

  /** What the reader types is read as far as the words go. */
  #read(text: string): void {
    const typed = readTyped(this.#model.table, text);
    const { words, unknown } = typed;
    if (unknown.length > 0) this.#cannotRead(text, "unknown", { words: [...new Set(unknown)].join(", ") });
    else if (words.length > PLACES) this.#cannotRead(text, "too-long", { places: PLACES });
    else if (words.length > 0) {
      this.#bet = undefined;
      this.#say(typed);
    }
  }

  /** The large model reads a sentence that this one cannot, if it is in English: that one has learned no other. */
  #cannotRead(text: string, why: "unknown" | "too-long", given: Parameters): void {
    const { language } = this.#model.table;
    fill(byId("not-read"), `${why}-${language}`, given);
    if (language !== "en" || this.#isBegun(text)) return;
    this.#around.readLarge(text, byId("arrival"), (heads) => {
      if (this.#field.value !== text) return;
      this.#large = { heads, word: heads.asks };
      this.#inspector.close();
      this.#sentence.write(heads.pieces);
      this.#tell();
      this.#around.shows(text);
    });
  }

  /** Whether the text ends with the beginning of a word that the model knows, and knows all others. */
  #isBegun(text: string): boolean {
    const { words, unknown } = readTyped(this.#model.table, text);
    const last = words.at(-1)!;
    const begins = (word: string): boolean => word.startsWith(last.toLowerCase());
    return (
      text.endsWith(last) &&
      unknown.length === 1 &&
      unknown[0] === last &&
      vocabularyOf(this.#model.table).words.some(begins)
    );
  }

  #tellLarge(heads: Heads, word: number): void {
    sayShares(byId("meaning"), heads, this.#sentence, word, FIRST_HEAD);
    fill(byId("judged"), "by-large", { ...FIRST_HEAD });
    byId("choices").replaceChildren();
  }

  // What is said of it.

  #drawSaid(run: PronounRun): void {
    const { words, asks } = this.#typed;
    const word = words[this.#word]!;
    const mostOf = (look: number) => {
      const row = rowOf(run.look(look).kept["weights"]!, this.#word);
      const [at] = largest(row, 1) as [number];
      const seen = at === this.#word ? phrase("itself") : phrase("quoted", { word: words[at]! }, "machine");
      return { seen, weight: percent(row[at]!) };
    };
    const [ahead, back] = [mostOf(0), mostOf(1)];
    const [{ word: first, share }] = run.shares(this.#word) as unknown as [WordShare];
    const isOff = (look: number): boolean => this.#off.some(({ layer }) => layer === look);
    const means = isOff(1) ? "means-off" : isOff(0) ? "means-first-off" : "means";
    fill(byId("meaning"), this.#word === asks ? means : "looks", {
      word,
      first,
      share: percent(share),
      ahead: ahead.seen,
      aheadShare: ahead.weight,
      back: back.seen,
      backShare: back.weight,
    });
  }

  #drawVerdict(run: PronounRun): void {
    const { words, asks } = this.#typed;
    const place = byId("judged");
    if (this.#word !== asks) return place.replaceChildren();
    const sentence = asSentence(this.#model.table, words);
    if (sentence === undefined) return fill(place, "no-frame");
    const [meant, other] = [words[sentence.meant]!, words[sentence.other]!];
    const { idOf } = vocabularyOf(this.#model.table);
    const isRight = idOf(run.shares(asks)[0]!.word) === idOf(meant);
    const pair = { meant, other, said: words[sentence.said]! };
    if (this.#off.length > 0) {
      const which = this.#off.length > 1 ? "both" : `look-${this.#off[0]!.layer}`;
      return fill(place, `${which}-off-${isRight ? "right" : "wrong"}`, pair);
    }
    const never = isHeldOut(this.#model.table, meant, other);
    fill(place, `${isRight ? "right" : "wrong"}${never ? "-unread" : ""}`, pair);
  }

  /** What else can be said of the two nouns: first as a bet, then as choices. */
  #drawChoices(run: PronounRun): void {
    const { table } = this.#model;
    const { words } = this.#typed;
    const [place, sentence, others] = [byId("choices"), asSentence(table, words), alternativesOf(table, words)];
    if (sentence === undefined || others === undefined) return place.replaceChildren();
    const say = (word: string, bet?: { readonly noun: string }): void => {
      this.#bet = bet;
      this.#say({ ...this.#typed, words: words.map((one, at) => (at === sentence.said ? word : one)) });
      place.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
    };
    const button = (word: string, pressed: () => void, more = {}): HTMLElement => {
      const made = make("button", { type: "button", lang: table.language, ...more }, word);
      made.addEventListener("click", pressed);
      return made;
    };
    if (this.#bet !== undefined && this.#bet.noun === undefined) {
      const { who, what, said } = table.front;
      const given = { word: said[1], pronoun: words[sentence.asks]! };
      const bet = (noun: string): void => {
        say(said[1], { noun });
        this.#keepBet(phrase("bet", given), noun);
      };
      const nouns = [who, what].map((noun) => button(noun, () => bet(noun)));
      return place.replaceChildren(filled("span", "bet", {}, given), ...nouns);
    }
    const said = words[sentence.said]!;
    const fits = (word: string): boolean => others.ofWho.includes(word) || others.ofWhat.includes(word);
    const some = [...others.ofWho.slice(0, OFFERED), ...others.ofWhat.slice(0, OFFERED)];
    const offered = [...new Set([...table.front.said.filter(fits), ...some, said])];
    const chips = offered.map((word) => button(word, () => say(word), { "aria-pressed": String(word === said) }));
    place.replaceChildren(this.#betTold(run.shares(sentence.asks)[0]!.word), ...chips);
  }

  /** For the page to hand in. */
  #keepBet(asked: string, noun: string): void {
    const [{ word }] = this.#run().shares(this.#typed.asks) as unknown as [WordShare];
    keepBet("front", "bet", { choice: noun, right: noun === word, asked, said: noun });
  }

  /** What the reader has bet on, beside the answer. */
  #betTold(answer: string): HTMLElement {
    const noun = this.#bet?.noun;
    if (noun === undefined) return filled("span", "say");
    return filled("span", noun === answer ? "bet-same" : "bet-other", {}, { noun, answer });
  }

  /** Takes the numbers, and what follows from them without a sentence. */
  #take(model: Model): void {
    const { table } = (this.#model = model);
    const { words } = vocabularyOf(table);
    fill(byId("parts-text"), "parts", { numbers: DIM });
    fill(byId("known"), "known", { count: words.length });
    byId("known-words").textContent = [...words].sort((a, b) => a.localeCompare(b)).join(" ");
    // Of sentences of another kind, one that it gets wrong. It differs by the numbers that were learned.
    const [mistake] = mistakesOf(this.#heed, model, TRIED[table.language]);
    if (mistake === undefined) return fill(byId("mistake"), "no-mistake", { count: TRIED[table.language].length });
    const { text, meant, answer, share } = mistake;
    fill(byId("mistake"), "mistake", { text, meant, answer, share: percent(share) });
  }
}

const layersOf = (off: readonly HeadPlace[]): number[] => off.map(({ layer }) => layer);
