// One word in two sentences, at one place: the cosine of its vectors at each stage. And four banks, each with each.
import type { AttentionMatrix } from "heed/element";
import { byId, growWithText } from "../../../kit/index.js";
import { digits, make } from "../../../../show/index.js";
import { fill, filled, phrase } from "../../../kit/texts/index.js";
import { offer } from "../dom.js";
import { PieceButtons } from "../sentence/piece-buttons.js";
import type { Reader, ReadSentence } from "../sentence/reader.js";
import { cosine, readAtOnePlace, STAGES, vectorOf, type Occurrence } from "./vectors.js";

interface Pair {
  readonly key: string;
  readonly word: string;
  readonly sentences: readonly [string, string];
}

const RIVER = "We sat on the bank of the river.";
const LAKE = "They walked along the bank of the lake.";
const MONEY = "She put her money in the bank.";
const LOAN = "The bank gave him a loan.";
const BANKS = [RIVER, LAKE, MONEY, LOAN];
const BANK_NAMES = ["bank-river", "bank-lake", "bank-money", "bank-loan"];

const PAIRS: readonly Pair[] = [
  { key: "pair-river-money", word: "bank", sentences: [RIVER, MONEY] },
  { key: "pair-river-lake", word: "bank", sentences: [RIVER, LAKE] },
  { key: "pair-money-loan", word: "bank", sentences: [MONEY, LOAN] },
  { key: "pair-light", word: "light", sentences: ["Turn on the light.", "The feather is very light."] },
];

/** One of the two sentences, with its field and its chosen piece. */
class Side {
  readonly field: HTMLTextAreaElement;
  readonly #buttons: PieceButtons;
  #sentence: ReadSentence | undefined;
  #chosen = 0;

  constructor(name: string, changed: () => void, choose: (side: Side, at: number) => void) {
    this.field = byId<HTMLTextAreaElement>(`sentence-${name}`);
    this.#buttons = new PieceButtons(byId(`pieces-${name}`), (at) => choose(this, at));
    this.field.addEventListener("input", changed);
  }

  /** Reads the field; the word stays chosen where it is still there. */
  read(reader: Reader, word: string): void {
    this.#sentence = reader.read(this.field.value);
    growWithText(this.field);
    const found = this.#sentence?.labels.indexOf(word) ?? -1;
    this.choose(found >= 0 ? found : Math.min(this.#chosen, Math.max(0, (this.#sentence?.labels.length ?? 0) - 1)));
  }

  choose(at: number): void {
    this.#chosen = at;
    this.#buttons.show(this.#sentence?.pieces ?? [], at);
  }

  get word(): string {
    return this.#sentence?.labels[this.#chosen] ?? "";
  }

  /** Undefined where there is no sentence. */
  get occurrence(): Occurrence | undefined {
    return this.#sentence && { text: this.#sentence.text, piece: this.#chosen };
  }
}

export class PairView {
  readonly #reader: Reader;
  readonly #sides: readonly [Side, Side];
  readonly #values: readonly { readonly number: HTMLElement; readonly bar: HTMLElement }[];

  constructor(reader: Reader) {
    this.#reader = reader;
    const choose = (side: Side, at: number): void => {
      side.choose(at);
      this.#draw();
    };
    const [a, b] = ["a", "b"].map((name) => new Side(name, () => this.#read(), choose)) as [Side, Side];
    this.#sides = [a, b];
    this.#values = STAGES.map(() => ({
      number: make("b"),
      bar: make("span", { class: "share", "aria-hidden": "true" }),
    }));
    byId("cosines").replaceChildren(
      ...STAGES.map((name, at) =>
        make("div", {}, filled("dt", name), make("dd", {}, this.#values[at]!.number, this.#values[at]!.bar)),
      ),
    );
    offer(byId("pair-examples"), PAIRS, (pair) => this.#take(pair));
    this.#take(PAIRS[0]!);
    showBanks(reader);
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    for (const side of this.#sides) side.read(this.#reader, side.word);
    this.#draw();
    showBanks(this.#reader);
  }

  #take({ word, sentences }: Pair): void {
    this.#sides.forEach((side, at) => (side.field.value = sentences[at]!));
    for (const side of this.#sides) side.read(this.#reader, word);
    this.#draw();
  }

  #read(): void {
    for (const side of this.#sides) side.read(this.#reader, side.word);
    this.#draw();
  }

  #draw(): void {
    const words = this.#sides.map(({ occurrence }) => occurrence).filter((one) => one !== undefined);
    const compared = words.length < this.#sides.length ? undefined : cosinesOf(this.#reader, words);
    for (const [stage, { number, bar }] of this.#values.entries()) {
      const value = compared?.(stage)[1];
      number.textContent = value === undefined ? "–" : digits(value, 2);
      bar.style.inlineSize = `${100 * Math.max(0, value ?? 0)}%`;
    }
  }
}

/** Each word with each at a stage, row after row. */
function cosinesOf(reader: Reader, words: readonly Occurrence[]): (stage: number) => number[] {
  const read = readAtOnePlace(reader, words);
  return (stage) => {
    const vectors = read.map((one, at) => vectorOf(one, stage, words[at]!.piece));
    return vectors.flatMap((a) => vectors.map((b) => cosine(a, b)));
  };
}

/** A matrix for each stage: the vectors of “bank” in four sentences, each with each. */
function showBanks(reader: Reader): void {
  const cosines = cosinesOf(
    reader,
    BANKS.map((text) => ({ text, piece: reader.pieces(text).labels.indexOf("bank") })),
  );
  const matrices = STAGES.map((_, stage) => {
    const data = cosines(stage);
    const element = make("attention-matrix" as "div", {
      kind: "scores",
      quiet: true,
    }) as HTMLElement as AttentionMatrix;
    element.label = phrase(`banks-${stage}`);
    element.domain = [-1, 1];
    element.rowLabels = element.columnLabels = BANK_NAMES.map((key) => phrase(key));
    element.matrix = { data, shape: [BANKS.length, BANKS.length] };
    return { element, data };
  });
  byId("banks").replaceChildren(...matrices.map(({ element }) => element));
  const last = matrices.at(-1)!.data;
  const at = (a: number, b: number): string => digits(last[a * BANKS.length + b]!, 2);
  const across = [at(0, 2), at(0, 3), at(1, 2), at(1, 3)].sort();
  fill(byId("banks-note"), "banks-note", {
    waters: at(0, 1),
    monies: at(2, 3),
    least: across[0]!,
    most: across[3]!,
  });
}
