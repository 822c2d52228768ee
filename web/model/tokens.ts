// Any tokenizer: its tokens as numbers, and texts of them.
import { fault, kindOf } from "../lib/read/index.js";
import type { Token, TokenizerLike } from "./api.js";
import { isPlace, numbersOf } from "./changes.js";

interface Named {
  encode(text: string, options?: object): unknown;
  decode(ids: number[], options?: object): string;
}

/** Checks what is given as a tokenizer. */
export function readTokenizer(where: string, value: unknown): Named | undefined {
  if (value === undefined) return undefined;
  const { encode, decode } = Object(value) as Partial<Named>;
  if (typeof encode === "function" && typeof decode === "function") return value as Named;
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

export function textOf(tokenizer: Named, ids: readonly number[], skipSpecial = false): string {
  return String(tokenizer.decode(Array.from(ids), { ...AS_IS, skip_special_tokens: skipSpecial }));
}

export function tokensOf(where: string, tokenizer: Named, text: string, vocab: number): Token[] {
  if (typeof text !== "string") throw fault("type", `${where}: text must be a string; got ${kindOf(text)}.`);
  const encoded = tokenizer.encode(text);
  const found = "ids" in Object(encoded) ? (encoded as { ids: unknown }).ids : encoded;
  if (!Array.isArray(found) && !ArrayBuffer.isView(found))
    throw fault("type", `${where}: the tokenizer must give a list of numbers, or { ids }; got ${kindOf(found)}.`);
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
  return ids.map((id) => {
    const shown = textOf(tokenizer, [id]);
    return { id, text: shown, special: shown !== "" && textOf(tokenizer, [id], true) === "" };
  });
}

/**
 * Tells by what a text grows with each token, in whole letters. Some decoders take off the first space of a text, so a
 * token is read behind those before it: the tokens that were shown last.
 */
export class GrowingText {
  private readonly ids: number[];
  private from = 0;
  private shown: number;

  constructor(
    private readonly tokenizer: Named | undefined,
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

export type ReadTokenizer = Named;

export type { TokenizerLike };
