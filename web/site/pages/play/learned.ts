// The trained heads of the models of "it" and "sie": their numbers, and what their models read.
import type { Heed, Tensor } from "heed";
import {
  alternativesOf,
  asSentence,
  partsOf,
  PLACES,
  runOf,
  storedModel,
  TABLES,
  vocabularyOf,
  type Language,
  type Model,
} from "../../rooms/pronouns/index.js";
import {
  bringLearned,
  headOfSetting,
  LEARNED_WIDTH,
  presetNamed,
  shapeOf,
  tokensOf,
  type Learned,
  type MatrixKey,
  type Opened,
  type Rows,
  type Setting,
  type State,
} from "../../rooms/state/index.js";
import { text } from "./dom.js";

const WEIGHTS = { query: "queryWeight", key: "keyWeight", value: "valueWeight", output: "outputWeight" } as const;
/** How many matrices are remembered. */
const MOST = 24;

/** Brings the numbers: weights at once, and rows of sentences once `start` has given a core. */
export class LearnedHeads {
  #heed: Heed | undefined;
  readonly #models = new Map<Language, Model>();
  readonly #made = new Map<string, Rows>();

  constructor() {
    bringLearned((source, name, tokens) => {
      const key = JSON.stringify([source, name, name === "x" ? tokens : []]);
      const rows = this.#made.get(key) ?? rowsOf(this.#tensor(source, name, tokens));
      if (this.#made.size >= MOST) this.#made.clear();
      this.#made.set(key, rows);
      return rows;
    });
  }

  start(heed: Heed): void {
    this.#heed = heed;
  }

  #tensor({ look, language }: Learned, name: MatrixKey, tokens: readonly string[]): Tensor {
    const model = this.#models.get(language) ?? storedModel(language);
    this.#models.set(language, model);
    const layer = look === "first" ? 0 : 1;
    if (name !== "x") return partsOf(model).layers[layer]![WEIGHTS[name]];
    return runOf(this.#heed!, model, tokens).look(layer).x!;
  }
}

/** Nine digits say each 32-bit number. */
function rowsOf({ data, shape }: Tensor): Rows {
  const columns = shape[1]!;
  return Array.from({ length: shape[0]! }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (value) => Number(value.toPrecision(9))),
  );
}

// ---- what a model reads ------------------------------------------------------------------------------------------

/** Why a setting's text has no learned rows, as a sentence; "" where it has them, or does not ask for them. */
export function unread(setting: Setting): string {
  if (setting.x.from !== "learned") return "";
  const tokens = tokensOf(setting);
  const { idOf } = vocabularyOf(TABLES[setting.x.language]);
  const unknown = new Set(tokens.filter((token) => idOf(token) === undefined));
  if (unknown.size > 0)
    return text("unknown", { words: Array.from(unknown, (token) => text("quoted", { token })).join(", ") });
  return tokens.length > PLACES ? text("too-many-words", { places: PLACES, count: tokens.length }) : "";
}

/** The first word that the model does not know, counted from 0; −1 where it knows all. */
export function firstUnknown(setting: Setting, { language }: Learned): number {
  const { idOf } = vocabularyOf(TABLES[language]);
  return tokensOf(setting).findIndex((token) => idOf(token) === undefined);
}

/** What a link asks of a model that cannot read its text has rows from letters. */
export function readable({ state, problems }: Opened): Opened {
  const withLetters = <S extends Setting>(setting: S): S => ({ ...setting, x: { from: "letters" } });
  const problem = unread(state);
  const { pinned } = state;
  const whole = pinned === null || unread(pinned) === "" ? state : { ...state, pinned: withLetters(pinned) };
  if (problem === "") return { state: whole, problems };
  return { state: withLetters(whole), problems: [...problems, `${problem} ${text("letters-instead")}`] };
}

/** The trained head that a matrix can take its numbers from: that of the other matrices, else that of the preset. */
export function fittingHead(state: State, name: MatrixKey): Learned | undefined {
  const head = headOfSetting(state) ?? headOfSetting(presetNamed(state.preset)!.setting);
  const [rows, columns] = shapeOf(state, name, tokensOf(state));
  if (head === undefined || columns !== LEARNED_WIDTH) return undefined;
  const fits = name === "x" ? unread({ ...state, x: head }) === "" : rows === LEARNED_WIDTH;
  return fits ? head : undefined;
}

export interface Sayings {
  /** The place of what is said. */
  readonly place: number;
  readonly now: string;
  readonly words: readonly string[];
}

/** How many words of each kind are offered instead of the one in the sentence. */
const OFFERED = 2;

/** What can be said of the two nouns of a sentence; undefined where the model has read no sentence of this kind. */
export function sayingsOf(setting: Setting): Sayings | undefined {
  if (setting.x.from !== "learned") return undefined;
  const table = TABLES[setting.x.language];
  const tokens = tokensOf(setting);
  const [sentence, others] = [asSentence(table, tokens), alternativesOf(table, tokens)];
  if (sentence === undefined || others === undefined) return undefined;
  const { ofWho, ofWhat } = others;
  const now = tokens[sentence.said]!.toLowerCase();
  const first = table.front.said.filter((word) => ofWho.includes(word) || ofWhat.includes(word));
  const words = new Set([...first, ...ofWho.slice(0, OFFERED), ...ofWhat.slice(0, OFFERED), now]);
  return { place: sentence.said, now, words: [...words] };
}
