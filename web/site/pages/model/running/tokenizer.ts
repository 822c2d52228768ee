// The tokenizer of a model's folder. The library of its makers reads it; what that does otherwise than their native one
// is mended before it.
import { Tokenizer } from "@huggingface/tokenizers";
import type { TokenizerProblem } from "./requests.js";

/** A part of a tokenizer.json: kinds within kinds. */
type Part = Record<string, unknown>;

export interface Pieces {
  encode(text: string): number[];
  decode(ids: number[], options?: object): string;
  /** As it stands in the vocabulary: "Ġthe", "##ing". */
  nameOf(id: number): string;
  readonly highest: number;
  readonly special: ReadonlySet<number>;
  /** The token that stands for a hidden word. */
  readonly mask: number | undefined;
}

export class UnusableTokenizer extends Error {
  constructor(readonly problem: TokenizerProblem) {
    super(problem.what);
  }
}

/** @throws UnusableTokenizer with what is wrong */
export function readPieces(json: string): Pieces {
  const parts = parsed(json);
  const tokenizer = made(mended(parts) as Part);
  const added = tokenizer.get_added_tokens_decoder();
  const special = new Set(Array.from(added).flatMap(([id, token]) => (token.special ? [id] : [])));
  const mask = Array.from(added).find(([, { content }]) => /^(\[MASK\]|<mask>)$/.test(content))?.[0];
  let highest = 0;
  for (const id of tokenizer.get_vocab(true).values()) highest = Math.max(highest, id);
  return {
    // Half of a letter of two is no letter: it becomes the replacement sign, as UTF-8 has it.
    encode: (text) => tokenizer.encode(text.replace(/\p{Surrogate}/gu, "\ufffd")).ids,
    decode: (ids, options) => tokenizer.decode(ids, { ...options, clean_up_tokenization_spaces: false }),
    nameOf: (id) => tokenizer.id_to_token(id) ?? "",
    highest,
    special,
    mask,
  };
}

function parsed(json: string): Part {
  let found: unknown;
  try {
    found = JSON.parse(json.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UnusableTokenizer({ key: "tokenizer-broken", what: (error as Error).message });
  }
  if (typeof found === "object" && found !== null && typeof (found as Part).model === "object") return found as Part;
  throw new UnusableTokenizer({ key: "tokenizer-broken", what: "model" });
}

function made(parts: Part): Tokenizer {
  try {
    return new Tokenizer(parts, {});
  } catch (error) {
    const { message } = error as Error;
    // "Unknown Normalizer type: Nmt"
    const kind = /^Unknown (\w+) type: (.*)$/.exec(message);
    const what = kind === null ? message : `${kind[2]} (${kind[1]})`;
    throw new UnusableTokenizer({ key: kind === null ? "tokenizer-broken" : "tokenizer-unknown", what });
  }
}

/** Digits of the library are 0 to 9; the native ones are all numbers of Unicode, such as ½ and ². */
function mended(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(mended);
  if (typeof part !== "object" || part === null) return part;
  const { type, individual_digits: each } = part as Part;
  if (type === "Digits")
    return { type: "Split", pattern: { Regex: each ? "\\p{N}" : "\\p{N}+" }, behavior: "Isolated", invert: false };
  const entries = Object.entries(part).map(([name, one]) => [name, isOpen(name) ? mended(one) : one]);
  return Object.fromEntries(entries);
}

/** Where kinds of pre-tokenizers stand. A vocabulary is long, and is left as it is. */
const isOpen = (name: string): boolean => ["pre_tokenizer", "pretokenizers"].includes(name);
