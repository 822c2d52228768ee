// A text as numbers: each letter that occurs in it has one.
import { fault, isTypedNumbers, kindOf, tagOf } from "../lib/read/index.js";
import { checkMade, checkNumber, upTo } from "./check.js";
import type { Random } from "./random.js";

/** The letters of a text, with the token numbers for a model. */
export interface Letters {
  /** Each letter once, in the order of their code points. A letter is a code point. */
  readonly letters: readonly string[];
  /** The numbers of the letters of a text. Letters that are unknown are left out. */
  encode(text: string): Int32Array<ArrayBuffer>;
  /** The text of these numbers. */
  decode(ids: Iterable<number>): string;
}

/** Finds the letters of a text. */
export function lettersOf(text: string): Letters {
  const where = "heed/train.lettersOf";
  if (typeof text !== "string" || text === "")
    throw fault("type", `${where}: text must be a string of one character or more; got ${kindOf(text)}.`);
  const found = new Set<string>();
  for (const letter of text) found.add(letter);
  const letters = [...found].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
  const numbers = new Map(letters.map((letter, id) => [letter, id]));
  return Object.freeze({
    letters: Object.freeze(letters),
    encode(given: string) {
      if (typeof given !== "string")
        throw fault("type", `letters.encode: text must be a string; got ${kindOf(given)}.`);
      const ids = new Int32Array(given.length);
      let count = 0;
      for (const letter of given) {
        const id = numbers.get(letter);
        if (id !== undefined) ids[count++] = id;
      }
      return ids.slice(0, count);
    },
    decode(ids: Iterable<number>) {
      if (typeof (ids as Partial<Iterable<number>> | null | undefined)?.[Symbol.iterator] !== "function")
        throw fault("type", `letters.decode: ids must be an array of numbers; got ${kindOf(ids)}.`);
      let decoded = "";
      for (const id of ids) decoded += letters[id] ?? "";
      return decoded;
    },
  });
}

function isIntegers(value: unknown): value is Int32Array {
  return ArrayBuffer.isView(value) && tagOf(value) === "Int32Array";
}

/** The target of a batch: the arrays of a languageModel. */
export interface BatchOf {
  /** The letters of each piece, one piece after another. */
  readonly ids: Int32Array;
  /** The letter that follows each. */
  readonly targets: Int32Array;
  /** Letters of a piece. */
  readonly options: { readonly tokens: number };
}

/**
 * Draws pieces of a text, and writes them with the letter that follows each.
 *
 * @param batch A languageModel, a result of microBatches, or arrays of your own.
 * @param text The numbers of its letters.
 */
export function fillBatch(batch: BatchOf, text: Int32Array, draw: Random): void {
  const where = "heed/train.fillBatch";
  if (!isTypedNumbers(text))
    throw fault("type", `${where}: text must be an Int32Array, as encode() gives; got ${kindOf(text)}.`);
  const { ids, targets, options } = Object(batch) as Partial<BatchOf>;
  const tokens = (Object(options) as Partial<BatchOf["options"]>).tokens!;
  if (!isIntegers(ids) || !isIntegers(targets))
    throw fault("type", `${where}: a batch must have ids and targets, each an Int32Array; got ${kindOf(batch)}.`);
  checkMade(where, "draw", draw, "integer", "seededRandom(seed)");
  checkNumber(where, "options.tokens of the batch", tokens, upTo(2 ** 30));
  if (text.length <= tokens)
    throw fault("shape", `${where}: text must have more than ${tokens} characters; it has ${text.length}.`);
  if (ids.length !== targets.length || ids.length % tokens !== 0)
    throw fault(
      "shape",
      `${where}: ids and targets must have the same length, a multiple of ${tokens}; ` +
        `got ${ids.length} and ${targets.length}.`,
    );
  for (let to = 0; to < ids.length; to += tokens) {
    const from = draw.integer(text.length - tokens);
    ids.set(text.subarray(from, from + tokens), to);
    targets.set(text.subarray(from + 1, from + tokens + 1), to);
  }
}
