// The tokenizer of a model's folder. The library of its makers reads it; where that differs from their native one
// is mended before it.
import { Tokenizer } from "@huggingface/tokenizers";
import type { TokenizerProblem } from "./requests.js";

/** A part of a tokenizer.json: kinds within kinds. */
type Part = Record<string, unknown>;

export interface Pieces {
  encode(text: string): number[];
  decode(ids: number[], options?: object): string;
  /** The text that gives these tokens: without the signs that stand around every text, and with all others. */
  textOf(ids: readonly number[]): string;
  /** As it is in the vocabulary: "Ġthe", "##ing". */
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

/**
 * @param json its text, or what that says
 * @throws UnusableTokenizer with what is wrong
 */
export function readPieces(json: string | object): Pieces {
  const parts = parsed(json);
  const tokenizer = made(withPieces(mended(parts) as Part));
  const added = tokenizer.get_added_tokens_decoder();
  const special = new Set(Array.from(added).flatMap(([id, token]) => (token.special ? [id] : [])));
  const mask = Array.from(added).find(([, { content }]) => /^(\[MASK\]|<mask>)$/.test(content))?.[0];
  const encode = (text: string): number[] => tokenizer.encode(text).ids;
  const decode = (ids: number[], options?: object): string =>
    tokenizer.decode(ids, { ...options, clean_up_tokenization_spaces: false });
  // What is around every text.
  const around = encode("").filter((id) => special.has(id));
  let highest = 0;
  for (const id of tokenizer.get_vocab(true).values()) highest = Math.max(highest, id);
  return {
    // Half of a letter of two is not a letter: it becomes the replacement sign, as UTF-8 has it.
    encode: (text) => encode(text.replace(/\p{Surrogate}/gu, "\ufffd")),
    decode,
    textOf(ids) {
      const own = within(ids, around);
      return own.length === 0 ? "" : decode(own);
    },
    nameOf: (id) => tokenizer.id_to_token(id) ?? "",
    highest,
    special,
    mask,
  };
}

/** The tokens without those of `around` with which they begin, and without the others, with which they end. */
function within(ids: readonly number[], around: readonly number[]): number[] {
  let first = 0;
  while (first < around.length && ids[first] === around[first]) first++;
  let [last, left] = [ids.length, around.length];
  while (left > first && last > first && ids[last - 1] === around[left - 1]) [last, left] = [last - 1, left - 1];
  return ids.slice(first, last);
}

function parsed(json: string | object): Part {
  let found: unknown;
  try {
    found = typeof json === "string" ? JSON.parse(json.replace(/^\ufeff/, "")) : json;
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

/** Where the library differs from the native one, written as other parts of its own. */
function mended(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(mended);
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([name, one]) => [name, isOpen(name) ? mended(one) : one]);
  const own = Object.fromEntries(entries) as Part;
  return MENDED[String(own["type"])]?.(own) ?? own;
}

/** No token begins so. */
const NO_PIECE = "\ufffe\ufffe";

/** The library has no words without pieces (WordLevel). Pieces of which none goes on another do the same. */
function withPieces(parts: Part): Part {
  const { type, vocab, ...others } = parts.model as Part;
  if (type !== "WordLevel" || typeof vocab !== "object" || vocab === null) return parts;
  const longest = Object.keys(vocab).reduce((most, word) => Math.max(most, word.length), 1);
  const pieces = { continuing_subword_prefix: NO_PIECE, max_input_chars_per_word: longest };
  return { ...parts, model: { ...others, ...pieces, vocab, type: "WordPiece" } };
}

/** Where kinds of normalizers and pre-tokenizers stand. A vocabulary is long, and is left as it is. */
const isOpen = (name: string): boolean =>
  ["normalizer", "normalizers", "pre_tokenizer", "pretokenizers"].includes(name);

/** Undefined where the library is right. */
const MENDED: Readonly<Record<string, (part: Part) => Part | undefined>> = {
  // Digits of the library are 0 to 9; the native ones are all numbers of Unicode, such as ½ and ².
  Digits: ({ individual_digits: each }) => splitAt(each === true ? "\\p{N}" : "\\p{N}+"),
  // Its spaces here are JavaScript's, with U+FEFF and without U+0085. Those of an expression are Unicode's.
  ByteLevel: (part) =>
    part["use_regex"] !== false && part["add_prefix_space"] === false
      ? { type: "Sequence", pretokenizers: [splitAt(WORDS), { ...part, use_regex: false }] }
      : undefined,
  // Words and spaces here are those of JavaScript, where only a to z are letters.
  Whitespace: () => cutInto(`[${WORD}]+|[^${WORD}${SPACE}]+`),
  WhitespaceSplit: () => cutInto(`[^${SPACE}]+`),
  // Signs stand together here, whatever is asked for.
  Punctuation: ({ behavior }) => {
    const pieces = Object.hasOwn(CUT, String(behavior)) ? CUT[String(behavior)]! : CUT.Isolated;
    return cutInto(pieces.replaceAll("P", PUNCTUATION));
  },
  // A whole text is one word here.
  Metaspace: (part) =>
    part["split"] !== false && part["replacement"] === "▁"
      ? { type: "Sequence", pretokenizers: [part, cutInto("▁[^▁]*|[^▁]+")] }
      : undefined,
  // Lower case is that of whole words, where Σ becomes ς at the end; natively each letter stands alone.
  Lowercase: (part) => afterSigma(part),
  BertNormalizer: (part) => (part["lowercase"] === false ? undefined : afterSigma(part)),
};

/** How GPT-2 cuts a text, which ByteLevel does by itself. */
const WORDS = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/** What Unicode calls a letter of a word, a space and punctuation, within brackets. */
const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
const SPACE = "\\p{White_Space}";
const PUNCTUATION = "\\p{P}!-\\/:-@\\[-`{-~";

/** Pieces of a text with punctuation P, by what becomes of it. */
const CUT: Readonly<Record<string, string>> & { readonly Isolated: string } = {
  Isolated: "[^P]+|[P]",
  Contiguous: "[^P]+|[P]+",
  Removed: "[^P]+",
  MergedWithPrevious: "[^P]*[P]|[^P]+",
  MergedWithNext: "[P][^P]*|[^P]+",
};

/** What the expression finds, and nothing between. */
function cutInto(expression: string): Part {
  return { type: "Split", pattern: { Regex: expression }, behavior: "Removed", invert: true };
}

function splitAt(expression: string): Part {
  return { type: "Split", pattern: { Regex: expression }, behavior: "Isolated", invert: false };
}

function afterSigma(part: Part): Part {
  const sigma = { type: "Replace", pattern: { String: "Σ" }, content: "σ" };
  return { type: "Sequence", normalizers: [sigma, part] };
}
