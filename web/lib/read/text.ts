// Texts as token numbers and back, by a tokenizer of the caller's, and the strings that end a text.
import { fault } from "./fault.js";
import { kindOf } from "./sentences.js";

/** Part of an AbortSignal. */
export interface AbortSignalLike {
  /** Whether it has ended. */
  readonly aborted: boolean;
  /** The reason for the end, which is thrown. */
  readonly reason: unknown;
}

/**
 * Any tokenizer: it turns a text into token numbers, and back. The objects of `@huggingface/tokenizers` and of
 * transformers.js fit.
 */
export interface TokenizerLike {
  /** The token numbers of a text, as an array or in `ids`. */
  readonly encode: Encode;
  /** The text of token numbers. */
  readonly decode: Decode;
}

/** Turns a text into token numbers. */
export type Encode = (
  text: string,
  ...options: never[]
) => ArrayLike<number | bigint> | { readonly ids: ArrayLike<number | bigint> };

/** Turns token numbers into a text. */
export type Decode = (ids: number[], ...options: never[]) => string;

/** A tokenizer that was checked. */
export interface ReadTokenizer {
  encode(text: string, options?: object): unknown;
  decode(ids: number[], options?: object): string;
}

/** Checks what is given as a tokenizer. */
export function readTokenizer(where: string, value: unknown): ReadTokenizer | undefined {
  if (value === undefined) return undefined;
  const { encode, decode } = Object(value) as Partial<ReadTokenizer>;
  if (typeof encode === "function" && typeof decode === "function") return value as ReadTokenizer;
  const isFile = typeof value === "string" || "model" in Object(value);
  const advice = isFile
    ? " A tokenizer.json is read by a library: new Tokenizer(JSON.parse(text), {}) of @huggingface/tokenizers."
    : "";
  throw fault(
    "type",
    `${where}: tokenizer must be an object with encode(text) and decode(ids); got ${kindOf(value)}.${advice}`,
  );
}

/** Spaces stay as they are: some libraries take them off before commas. */
const AS_IS = { skip_special_tokens: false, clean_up_tokenization_spaces: false };

export function textOf(tokenizer: ReadTokenizer, ids: readonly number[], skipSpecial = false): string {
  return String(tokenizer.decode(Array.from(ids), { ...AS_IS, skip_special_tokens: skipSpecial }));
}

/** Whether it is a place among so many, from 0 on. */
export function isPlace(value: unknown, count: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}

/** The members of a list, with numbers in place of bigints. */
export function numbersOf(list: ArrayLike<unknown>): number[] {
  return Array.from(list, (one) => (typeof one === "bigint" ? Number(one) : one)) as number[];
}

/** Reads token numbers: each one that the model has. */
export function readTokens(
  where: string,
  name: string,
  given: unknown,
  vocab: number,
  needed = "an array of token numbers",
): number[] {
  if (!Array.isArray(given) && !ArrayBuffer.isView(given))
    throw fault("type", `${where}: ${name} must be ${needed}; got ${kindOf(given)}.`);
  const ids = numbersOf(given as ArrayLike<unknown>);
  const wrong = ids.findIndex((id) => !isPlace(id, vocab));
  if (wrong < 0) return ids;
  const got = typeof ids[wrong] === "number" ? ids[wrong] : kindOf(ids[wrong]);
  throw fault("value", `${where}: ${name} must hold numbers from 0 to ${vocab - 1}, the model's tokens; got ${got}.`);
}

/** The token numbers of a text: each one that the model has. */
export function idsOf(where: string, tokenizer: ReadTokenizer, text: string, vocab: number): number[] {
  if (typeof text !== "string") throw fault("type", `${where}: text must be a string; got ${kindOf(text)}.`);
  const encoded = tokenizer.encode(text);
  const found = "ids" in Object(encoded) ? (encoded as { ids: unknown }).ids : encoded;
  if (!Array.isArray(found) && !ArrayBuffer.isView(found))
    throw fault("type", `${where}: the tokenizer must give an array of numbers, or { ids }; got ${kindOf(found)}.`);
  const ids = numbersOf(found as ArrayLike<unknown>);
  const wrong = ids.findIndex((id) => !isPlace(id, vocab));
  if (wrong >= 0) {
    const token = typeof ids[wrong] === "number" ? ids[wrong] : kindOf(ids[wrong]);
    throw fault(
      "value",
      `${where}: the tokenizer gives token ${token}, and the model has ${vocab}. ` +
        `It is the tokenizer of another model.`,
    );
  }
  return ids;
}

/**
 * Tells by what a text grows with each token, in whole letters. Some decoders take off the first space of a text, so a
 * token is read after those before it: the tokens that were shown last.
 */
export class GrowingText {
  private readonly ids: number[];
  private from = 0;
  private shown: number;

  constructor(
    private readonly tokenizer: ReadTokenizer | undefined,
    given: readonly number[],
  ) {
    this.ids = Array.from(given);
    this.shown = given.length;
  }

  /** `last`: that no token follows, so that what is there of a letter is shown. */
  add(id: number, last: boolean): string {
    if (this.tokenizer === undefined) return "";
    this.ids.push(id);
    const whole = textOf(this.tokenizer, this.ids.slice(this.from));
    if (!last && whole.endsWith("\ufffd")) return "";
    const before = textOf(this.tokenizer, this.ids.slice(this.from, this.shown));
    [this.from, this.shown] = [this.shown, this.ids.length];
    // What is given may end within a letter, which is whole now.
    let same = 0;
    while (same < before.length && before[same] === whole[same]) same++;
    return whole.slice(same);
  }
}

/**
 * Reads the strings that end a text. What it returns takes each piece of the text, and says whether one of them is
 * complete.
 */
export function readStop(
  where: string,
  given: string | readonly string[] | undefined,
  tokenizer: ReadTokenizer | undefined,
): (piece: string) => boolean {
  if (given === undefined) return () => false;
  const strings: readonly unknown[] = Array.isArray(given) ? given.slice() : [given];
  const wrong = strings.find((one) => typeof one !== "string" || one === "");
  if (wrong !== undefined || strings.length === 0)
    throw fault(
      "type",
      `${where}: stop must be a string of one character or more, or an array of them; ` +
        `got ${strings.length === 0 ? "an empty array" : kindOf(wrong)}.`,
    );
  if (tokenizer === undefined)
    throw fault("type", `${where}: stop needs the text, and the model was opened without a tokenizer. Write ends.`);
  const longest = Math.max(...(strings as string[]).map((one) => one.length));
  let before = "";
  return (piece) => {
    const written = before + piece;
    before = longest > 1 ? written.slice(1 - longest) : "";
    return (strings as string[]).some((one) => written.includes(one));
  };
}
