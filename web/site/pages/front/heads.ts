// What the heads of the trained encoder give, for one sentence.
import { habitOf, type Habit } from "../../../statistics/index.js";

export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

/** Pieces that a sentence may ask about: the first of them is chosen. */
const PRONOUNS = /^▁?(it|its|she|he|they)$/i;
const LETTERS = /[\p{L}\p{N}]/u;
/** "▁" stands for a space before a piece, "�" for what the model has no piece for. */
const SPACE = "▁";
const UNKNOWN = "�";

export class Heads {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Each piece as it is in the sentence, and whether it goes on with the word before it. */
  readonly pieces: readonly { readonly text: string; readonly joins: boolean }[];
  /** Of each layer, [heads, tokens, tokens]. */
  readonly #weights: readonly Float32Array[];

  constructor(text: string, tokens: readonly string[], weights: readonly Float32Array[]) {
    [this.text, this.tokens, this.#weights] = [text, tokens, weights];
    this.pieces = tokens.map((token) => ({
      text: token === UNKNOWN ? "?" : token.replaceAll(SPACE, "") || "_",
      joins: !token.startsWith(SPACE),
    }));
  }

  get layers(): number {
    return this.#weights.length;
  }

  get heads(): number {
    return this.#weights[0]!.length / this.tokens.length ** 2;
  }

  /** The first pronoun, else the last word. */
  get asks(): number {
    const pronoun = this.tokens.findIndex((token) => PRONOUNS.test(token));
    return pronoun >= 0 ? pronoun : Math.max(0, this.tokens.map((token) => LETTERS.test(token)).lastIndexOf(true));
  }

  /** What the token of one row gives to each token. */
  row({ layer, head }: HeadPlace, row: number): Float32Array {
    const count = this.tokens.length;
    return this.#weights[layer]!.subarray((head * count + row) * count, (head * count + row + 1) * count);
  }

  habit({ layer, head }: HeadPlace): Habit {
    const count = this.tokens.length;
    return habitOf(this.#weights[layer]!.subarray(head * count ** 2, (head + 1) * count ** 2), count);
  }
}
