// A tokenizer.json out of the keys of a file, for any library that reads one.
import { cutText, listText } from "../lib/read/index.js";
import { CUTS } from "./cuts.js";
import type { Keys } from "./keys.js";

const KEY = "tokenizer.ggml.";
/** A longer token is in no vocabulary, and each way to cut one in two is tried. */
const LONGEST_TOKEN = 1024;
const SPACE = "▁";
/** What token_type says. */
const UNKNOWN = 2;
const CONTROL = 3;
const USER_DEFINED = 4;

/** Why there is no tokenizer: the key, and what is wrong with it. */
export class NoTokenizer extends Error {}

const refuse = (key: string, what: string): never => {
  throw new NoTokenizer(`the key ${KEY}${key} ${what}`);
};

interface Vocabulary {
  readonly keys: Keys;
  readonly tokens: readonly string[];
  readonly types: readonly number[];
  readonly notes: string[];
}

/**
 * @param rows Those of the table of tokens.
 * @throws NoTokenizer
 */
export function tokenizerOf(keys: Keys, rows: number, notes: string[]): object {
  const whole = keys.word("tokenizer.huggingface.json");
  if (whole !== undefined) return given(whole);
  const model = keys.word(`${KEY}model`) ?? refuse("model", "is missing");
  if (!Object.hasOwn(MODELS, model))
    refuse("model", `is "${cutText(model)}"; heed has ${listText(Object.keys(MODELS))}`);
  const tokens = keys.list<string>(`${KEY}tokens`, "string") ?? refuse("tokens", "is missing");
  if (tokens.length !== rows) refuse("tokens", `has ${tokens.length} tokens, and the model ${rows} rows of them`);
  const long = tokens.findIndex((token) => token.length > LONGEST_TOKEN);
  if (long >= 0)
    refuse("tokens", `has ${tokens[long]!.length} characters in token ${long}; heed reads ${LONGEST_TOKEN}`);
  const types = keys.list<number>(`${KEY}token_type`, "number") ?? typesOf(keys, tokens.length);
  if (types.length !== tokens.length) refuse("token_type", `has ${types.length} types for ${tokens.length} tokens`);
  return MODELS[model]!({ keys, tokens, types, notes });
}

function given(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "model" in parsed) return parsed;
  } catch {
    // The sentence below says it.
  }
  throw new NoTokenizer("the key tokenizer.huggingface.json is not a tokenizer.json");
}

/** Where the file has no types: the tokens that other keys name are signs. */
function typesOf(keys: Keys, count: number): number[] {
  const types = Array<number>(count).fill(1);
  for (const name of ["bos", "eos", "eot", "cls", "seperator", "padding", "mask", "unknown"]) {
    const id = keys.optionalWhole(`${KEY}${name}_token_id`);
    if (id !== undefined && id < count) types[id] = name === "unknown" ? UNKNOWN : CONTROL;
  }
  return types;
}

const MODELS: Readonly<Record<string, (vocabulary: Vocabulary) => object>> = {
  llama: sentencePieces,
  gpt2: byteLevel,
  bert: wordPieces,
};

/** SentencePiece's merges: Llama 1 and 2, Mistral, TinyLlama. */
function sentencePieces(of: Vocabulary): object {
  const { keys, tokens, types } = of;
  const scores = keys.list<number>(`${KEY}scores`, "number") ?? refuse("scores", "is missing");
  if (scores.length !== tokens.length) refuse("scores", `has ${scores.length} numbers for ${tokens.length} tokens`);
  const unknown = keys.optionalWhole(`${KEY}unknown_token_id`) ?? types.indexOf(UNKNOWN);
  const spaced = keys.flag(`${KEY}add_space_prefix`) ?? true;
  const vocab = vocabOf(tokens);
  return json(of, {
    normalizer: sequence("normalizers", [
      ...(spaced ? [{ type: "Prepend", prepend: SPACE }] : []),
      { type: "Replace", pattern: { String: " " }, content: SPACE },
    ]),
    pre_tokenizer: null,
    decoder: sequence("decoders", [
      { type: "Replace", pattern: { String: SPACE }, content: " " },
      { type: "ByteFallback" },
      { type: "Fuse" },
      ...(spaced ? [{ type: "Strip", content: " ", start: 1, stop: 0 }] : []),
    ]),
    post_processor: template(of, true),
    model: {
      ...bpe(vocab, mergesOf(of, vocab, scores)),
      ...{ unk_token: tokens[unknown] ?? null, fuse_unk: true, byte_fallback: true },
    },
  });
}

/** Each way to cut a token into two tokens is a merge; those of the token with the greatest score come first. */
function mergesOf(
  { tokens, types }: Vocabulary,
  vocab: ReadonlyMap<string, number>,
  scores: readonly number[],
): string[][] {
  const merges: { readonly score: number; readonly left: number; readonly right: number }[] = [];
  for (const [id, token] of tokens.entries()) {
    if (types[id] !== 1 && types[id] !== USER_DEFINED) continue;
    for (let at = 1; at < token.length; at++) {
      const left = vocab.get(token.slice(0, at));
      const right = left === undefined ? undefined : vocab.get(token.slice(at));
      if (right !== undefined) merges.push({ score: scores[id]!, left: left!, right });
    }
  }
  merges.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
  return merges.map(({ left, right }) => [tokens[left]!, tokens[right]!]);
}

/** Merges of bytes: GPT-2, Llama 3, Qwen. */
function byteLevel(of: Vocabulary): object {
  const { keys, tokens, notes } = of;
  const lines = keys.list<string>(`${KEY}merges`, "string") ?? refuse("merges", "is missing");
  const said = keys.word(`${KEY}pre`) ?? "default";
  const pre = said === "default" && keys.architecture === "gpt2" ? "gpt-2" : said;
  if (said === "default")
    notes.push(`The file does not say how its tokenizer cuts a text into pieces. It is cut as "${pre}".`);
  if (!Object.hasOwn(CUTS, pre)) refuse("pre", `is "${cutText(pre)}", which heed does not know`);
  const { cuts, ignoreMerges = false, addsBegin = false, composes = false } = CUTS[pre]!;
  const merges = lines.map((line) => {
    const at = line.indexOf(" ", 1);
    if (at < 0) refuse("merges", `holds "${cutText(line)}", which is not a pair`);
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return json(of, {
    normalizer: composes ? { type: "NFC" } : null,
    pre_tokenizer: sequence("pretokenizers", cuts),
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    post_processor: template(of, addsBegin),
    model: { ...bpe(vocabOf(tokens), merges), ignore_merges: ignoreMerges },
  });
}

/** WordPiece: BERT, MiniLM, bge. GGUF marks what begins a word, tokenizer.json what does not. */
function wordPieces(of: Vocabulary): object {
  const { keys, types } = of;
  const tokens = of.tokens.map((token, id) => {
    if (types[id] === CONTROL || types[id] === UNKNOWN) return token;
    return token.startsWith(SPACE) ? token.slice(SPACE.length) : `##${token}`;
  });
  const id = (...names: readonly string[]): number | undefined =>
    names.map((name) => keys.optionalWhole(`${KEY}${name}_token_id`)).find((one) => one !== undefined);
  const lowercase = keys.flag(`${KEY}normalizer.lowercase`) ?? true;
  return json(
    { ...of, tokens },
    {
      normalizer: {
        ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase },
      },
      pre_tokenizer: { type: "BertPreTokenizer" },
      decoder: { type: "WordPiece", prefix: "##", cleanup: true },
      post_processor: templateOf(tokens, id("cls", "bos"), id("seperator", "eos")),
      model: {
        ...{ type: "WordPiece", unk_token: tokens[id("unknown") ?? types.indexOf(UNKNOWN)] ?? "[UNK]" },
        ...{ continuing_subword_prefix: "##", max_input_chars_per_word: 100 },
        vocab: Object.fromEntries(vocabOf(tokens)),
      },
    },
  );
}

/** What every tokenizer.json has. Signs, and tokens that a user added, are found before a text is cut. */
function json({ tokens, types }: Vocabulary, parts: object): object {
  const added = tokens.flatMap((content, id) => {
    const type = types[id];
    if (type !== UNKNOWN && type !== CONTROL && type !== USER_DEFINED) return [];
    const special = type !== USER_DEFINED;
    return [{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special }];
  });
  return { version: "1.0", truncation: null, padding: null, added_tokens: added, ...parts };
}

const sequence = (name: string, parts: readonly object[]): object => ({ type: "Sequence", [name]: parts });

/** The number of each token. If bytes that are not letters made several alike, the first counts. */
function vocabOf(tokens: readonly string[]): Map<string, number> {
  const vocab = new Map<string, number>();
  for (const [id, token] of tokens.entries()) {
    const first = vocab.get(token);
    if (first === undefined) vocab.set(token, id);
    else if (!token.includes("\ufffd")) refuse("tokens", `has "${cutText(token)}" twice, as ${first} and ${id}`);
  }
  return vocab;
}

const bpe = (vocab: ReadonlyMap<string, number>, merges: readonly (readonly string[])[]): object => ({
  ...{ type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null },
  ...{ fuse_unk: false, byte_fallback: false, ignore_merges: false, vocab: Object.fromEntries(vocab), merges },
});

/** The tokens that are added to a text, as the keys say. */
function template({ keys, tokens }: Vocabulary, addsBegin: boolean): object | null {
  const begin = (keys.flag(`${KEY}add_bos_token`) ?? addsBegin) ? keys.optionalWhole(`${KEY}bos_token_id`) : undefined;
  const end = keys.flag(`${KEY}add_eos_token`) ? keys.optionalWhole(`${KEY}eos_token_id`) : undefined;
  return templateOf(tokens, begin, end);
}

function templateOf(tokens: readonly string[], begin: number | undefined, end: number | undefined): object | null {
  const sign = (id: number | undefined): readonly { readonly id: number; readonly token: string }[] =>
    id === undefined || tokens[id] === undefined ? [] : [{ id, token: tokens[id] }];
  const signs = [...sign(begin), ...sign(end)];
  if (signs.length === 0) return null;
  const said = (id: number | undefined, type: number): object[] =>
    sign(id).map(({ token }) => ({ SpecialToken: { id: token, type_id: type } }));
  const text = (id: string, type: number): object => ({ Sequence: { id, type_id: type } });
  const single = [...said(begin, 0), text("A", 0), ...said(end, 0)];
  return {
    type: "TemplateProcessing",
    single,
    pair: [...single, text("B", 1), ...said(end, 1)],
    special_tokens: Object.fromEntries(
      signs.map(({ id, token }) => [token, { id: token, ids: [id], tokens: [token] }]),
    ),
  };
}

/** Signs with which a text ends, beside those that keys name. */
const ENDS = "<|eot_id|> <|im_end|> <|end|> <|endoftext|> <|end_of_text|> <end_of_turn> </s> <|eom_id|>".split(" ");

/** The tokens with which a text ends. */
export function endsOf(keys: Keys): number[] {
  const named = ["eos", "eot"].map((name) => keys.optionalWhole(`${KEY}${name}_token_id`) ?? -1);
  const tokens = keys.list<string>(`${KEY}tokens`, "string") ?? [];
  return Array.from(new Set([...named, ...ENDS.map((token) => tokens.indexOf(token))])).filter((id) => id >= 0);
}
