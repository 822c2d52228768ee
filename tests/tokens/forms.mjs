// A tokenizer.json of each form that the families use: with the parts of the real files, and a vocabulary that the
// native library learned from the texts at hand.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @param {string} content */
const sign = (content, more = {}) => ({
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
  ...more,
});

const byteLevel = (more = {}) => ({
  type: "ByteLevel",
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: true,
  ...more,
});

/** How Llama 3 and Qwen cut a text; they differ in how many digits stand together. */
const words = (digits) => ({
  type: "Split",
  pattern: {
    Regex:
      `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*` +
      `|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  },
  behavior: "Isolated",
  invert: false,
});

const inSequence = (kind, parts) => ({ type: "Sequence", [kind]: parts });
const bpe = {
  type: "BPE",
  dropout: null,
  unk_token: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges: false,
};
const bytes = byteLevel();
const wordPiece = {
  type: "WordPiece",
  unk_token: "[UNK]",
  continuing_subword_prefix: "##",
  max_input_chars_per_word: 100,
};

/** `before … behind`: tokens around a text, by a template. */
const template = (...tokens) => ({
  type: "TemplateProcessing",
  single: tokens.map((id) => (id === "A" ? { Sequence: { id, type_id: 0 } } : { SpecialToken: { id, type_id: 0 } })),
  pair: [{ Sequence: { id: "A", type_id: 0 } }, { Sequence: { id: "B", type_id: 1 } }],
  tokens: tokens.filter((id) => id !== "A"),
});

const bert = (lowercase) => ({
  signs: ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map((one) => sign(one)),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: template("[CLS]", "A", "[SEP]"),
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: wordPiece,
});

/** Runs of a letter, the longest first: tokens, and no signs. */
const runsOf = (letter, most, more = {}) =>
  Array.from({ length: most - 1 }, (_, at) => sign(letter.repeat(most - at), { special: false, ...more }));

const metaspace = { type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true };

/** What the forms are, without their vocabularies. */
export const FORMS = {
  "GPT-2": {
    signs: [sign("<|endoftext|>")],
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: byteLevel({ trim_offsets: false }),
    decoder: bytes,
    model: bpe,
  },
  RoBERTa: {
    signs: [...["<s>", "<pad>", "</s>", "<unk>"].map((one) => sign(one)), sign("<mask>", { lstrip: true })],
    normalizer: null,
    pre_tokenizer: bytes,
    post_processor: { type: "RobertaProcessing", sep: "</s>", cls: "<s>", trim_offsets: true, add_prefix_space: false },
    decoder: bytes,
    model: bpe,
  },
  "Llama 3": {
    signs: ["<|begin_of_text|>", "<|end_of_text|>"].map((one) => sign(one)),
    normalizer: null,
    pre_tokenizer: inSequence("pretokenizers", [words("{1,3}"), byteLevel({ use_regex: false })]),
    post_processor: inSequence("processors", [
      byteLevel({ add_prefix_space: true, trim_offsets: false }),
      template("<|begin_of_text|>", "A"),
    ]),
    decoder: bytes,
    model: { ...bpe, ignore_merges: true },
  },
  Qwen: {
    signs: ["<|endoftext|>", "<|im_start|>", "<|im_end|>"].map((one) => sign(one)),
    normalizer: { type: "NFC" },
    pre_tokenizer: inSequence("pretokenizers", [words(""), byteLevel({ use_regex: false })]),
    post_processor: byteLevel({ trim_offsets: false, use_regex: false }),
    decoder: byteLevel({ trim_offsets: false, use_regex: false }),
    model: bpe,
  },
  SmolLM: {
    signs: ["<|endoftext|>", "<|im_start|>", "<|im_end|>"].map((one) => sign(one)),
    normalizer: null,
    pre_tokenizer: inSequence("pretokenizers", [{ type: "Digits", individual_digits: true }, bytes]),
    post_processor: null,
    decoder: bytes,
    model: bpe,
  },
  "WordPiece, uncased": bert(true),
  "WordPiece, cased": bert(false),
  "BPE of words": {
    signs: ["[UNK]", "[CLS]", "[MASK]"].map((one) => sign(one)),
    normalizer: null,
    pre_tokenizer: { type: "Whitespace" },
    post_processor: template("[CLS]", "A"),
    decoder: null,
    model: { ...bpe, unk_token: "[UNK]" },
  },
  "WordPiece of words, signs and digits": {
    ...bert(true),
    pre_tokenizer: inSequence("pretokenizers", [
      { type: "WhitespaceSplit" },
      { type: "Punctuation", behavior: "Isolated" },
      { type: "Digits", individual_digits: true },
    ]),
  },
  "byte fallback": {
    signs: ["<unk>", "<s>", "</s>"].map((one) => sign(one)),
    normalizer: inSequence("normalizers", [
      { type: "Prepend", prepend: "▁" },
      { type: "Replace", pattern: { String: " " }, content: "▁" },
    ]),
    pre_tokenizer: null,
    post_processor: template("<s>", "A"),
    decoder: inSequence("decoders", [
      { type: "Replace", pattern: { String: "▁" }, content: " " },
      { type: "ByteFallback" },
      { type: "Fuse" },
      { type: "Strip", content: " ", start: 1, stop: 0 },
    ]),
    model: { ...bpe, unk_token: "<unk>", fuse_unk: true, byte_fallback: true },
    // With whole lines for words nothing could be counted: it learns words, and reads lines.
    learns: { pre_tokenizer: metaspace, normalizer: null },
  },
  "GPT-NeoX": {
    signs: [...["<|endoftext|>", "<|padding|>"].map((one) => sign(one)), ...runsOf(" ", 24, { normalized: true })],
    normalizer: { type: "NFC" },
    pre_tokenizer: bytes,
    post_processor: byteLevel({ trim_offsets: false }),
    decoder: byteLevel({ add_prefix_space: true }),
    model: bpe,
  },
  ModernBERT: {
    signs: [
      ...["<|padding|>", "<|endoftext|>", "[UNK]", "[CLS]", "[SEP]", "[PAD]"].map((one) => sign(one)),
      ...[sign("[MASK]", { lstrip: true }), ...runsOf(" ", 24, { normalized: true })],
    ],
    normalizer: { type: "NFC" },
    pre_tokenizer: bytes,
    post_processor: template("[CLS]", "A", "[SEP]"),
    decoder: bytes,
    model: bpe,
  },
  MPNet: {
    ...bert(true),
    signs: [...["<s>", "<pad>", "</s>", "[UNK]"].map((one) => sign(one)), sign("<mask>", { lstrip: true })],
    post_processor: template("<s>", "A", "</s>"),
  },
  "Gemma 3": {
    signs: [
      ...["<pad>", "<eos>", "<bos>", "<unk>", "<start_of_turn>"].map((one) => sign(one)),
      ...[...runsOf("\n", 31), ...runsOf("▁", 31)],
    ],
    normalizer: { type: "Replace", pattern: { String: " " }, content: "▁" },
    pre_tokenizer: { type: "Split", pattern: { String: " " }, behavior: "MergedWithPrevious", invert: false },
    post_processor: template("<bos>", "A"),
    decoder: inSequence("decoders", [
      { type: "Replace", pattern: { String: "▁" }, content: " " },
      { type: "ByteFallback" },
      { type: "Fuse" },
    ]),
    model: { ...bpe, unk_token: "<unk>", fuse_unk: true, byte_fallback: true },
    learns: { pre_tokenizer: metaspace, normalizer: null },
  },
  Unigram: {
    signs: [...["<s>", "<pad>", "</s>", "<unk>"].map((one) => sign(one)), sign("<mask>", { lstrip: true })],
    normalizer: inSequence("normalizers", [
      { type: "NFKC" },
      { type: "Replace", pattern: { Regex: " {2,}" }, content: " " },
    ]),
    pre_tokenizer: metaspace,
    post_processor: template("<s>", "A", "</s>"),
    decoder: metaspace,
    model: { type: "Unigram", unk_id: 3, byte_fallback: false },
  },
};

/** GPT-2's sign for each byte. */
const SIGNS_OF_BYTES = (() => {
  const isPlain = (one) => (one >= 33 && one <= 126) || (one >= 161 && one <= 172) || one >= 174;
  let further = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPlain(byte) ? byte : further++));
})();

/** The pieces of every form that are there whatever was learned. */
function firstPieces({ model, signs, pre_tokenizer: pre }) {
  const own = signs.map(({ content }) => content);
  if (model.byte_fallback)
    return [...own, ...SIGNS_OF_BYTES.map((_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`)];
  return JSON.stringify(pre).includes("ByteLevel") ? [...own, ...SIGNS_OF_BYTES] : own;
}

/**
 * What the native library learns from these lines, as a whole tokenizer.json.
 * @param {{ Tokenizer: any }} native @param {string} name @param {readonly string[]} lines
 */
export function learnt({ Tokenizer }, name, lines) {
  const form = FORMS[name];
  const folder = mkdtempSync(path.join(tmpdir(), "heed-tokens-"));
  try {
    const [text, file] = ["lines.txt", "tokenizer.json"].map((part) => path.join(folder, part));
    writeFileSync(text, lines.join("\n"));
    const { model } = form;
    const empty = model.type === "Unigram" ? [["<unk>", 0]] : {};
    const begun = Tokenizer.fromString(
      JSON.stringify({
        version: "1.0",
        added_tokens: [],
        normalizer: form.normalizer,
        pre_tokenizer: form.pre_tokenizer,
        post_processor: null,
        decoder: null,
        ...form.learns,
        model: {
          ...model,
          unk_id: model.type === "Unigram" ? 0 : undefined,
          vocab: empty,
          merges: model.type === "BPE" ? [] : undefined,
        },
      }),
    );
    begun.train([text]);
    begun.save(file);
    return whole(form, JSON.parse(readFileSync(file, "utf8")).model);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The form's parts around a learned model. Its own pieces come first, and tokens of the template get their ids. */
function whole({ signs, model, learns: _, ...parts }, found) {
  const first = firstPieces({ model, signs, pre_tokenizer: parts.pre_tokenizer });
  const made = { ...model };
  let idOf;
  if (model.type === "Unigram") {
    const known = new Set(first);
    const scores = found.vocab.filter(([piece]) => !known.has(piece));
    made.vocab = [...first.map((piece) => [piece, 0]), ...scores];
    idOf = Object.fromEntries(made.vocab.map(([piece], id) => [piece, id]));
  } else {
    const pieces = Object.keys(found.vocab).sort((a, b) => found.vocab[a] - found.vocab[b]);
    idOf = Object.fromEntries(Array.from(new Set([...first, ...pieces]), (piece, id) => [piece, id]));
    made.vocab = idOf;
    if (model.type === "BPE") made.merges = found.merges;
  }
  const numbered = JSON.parse(JSON.stringify(parts.post_processor), (_key, value) => {
    if (value?.type === "TemplateProcessing")
      return {
        ...value,
        special_tokens: Object.fromEntries(value.tokens.map((id) => [id, { id, ids: [idOf[id]], tokens: [id] }])),
        tokens: undefined,
      };
    if (value?.type === "RobertaProcessing")
      return { ...value, sep: [value.sep, idOf[value.sep]], cls: [value.cls, idOf[value.cls]] };
    return value;
  });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: signs.map((one) => ({ id: idOf[one.content], ...one })),
    ...parts,
    post_processor: numbered,
    model: made,
  };
}
