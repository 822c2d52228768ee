// Small models for the tests of pages: the files of a folder, with random weights and a tokenizer for a few words; and
// giving them to the page.
import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { randomOf } from "../lib/support.mjs";
import { BERT, GPT2, LLAMA, MISTRAL } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { ggufOf, keysOf, storedAs } from "../model/gguf-writer.mjs";
import { makeTensors } from "../model/make.mjs";
import { EXAMPLE, openModel, shownNumbers } from "./model-page.mjs";

const WORDS = "the animal didn cross street because it was too tired cat sat on mat wide and bank river".split(" ");

/** GPT-2's sign for each byte. */
const SIGNS = Array.from({ length: 256 }, (_, byte) => byte).map((byte) => {
  const plain = (one) => (one >= 33 && one <= 126) || (one >= 161 && one <= 172) || one >= 174;
  const before = Array.from({ length: byte }, (_, one) => one).filter((one) => !plain(one)).length;
  return String.fromCodePoint(plain(byte) ? byte : 256 + before);
});

/** Byte-level BPE whose words, with the space before them, are tokens. */
export function byteLevel() {
  const vocab = Object.fromEntries(SIGNS.map((sign, at) => [sign, at]));
  const merges = [];
  for (const word of WORDS) {
    let whole = "";
    for (const letter of `Ġ${word}`) {
      const longer = whole + letter;
      if (whole !== "" && !(longer in vocab)) {
        merges.push(`${whole} ${letter}`);
        vocab[longer] = Object.keys(vocab).length;
      }
      whole = longer;
    }
  }
  const end = Object.keys(vocab).length;
  vocab["<|endoftext|>"] = end;
  const sign = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return {
    version: "1.0",
    added_tokens: [{ id: end, content: "<|endoftext|>", ...sign }],
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: { type: "BPE", dropout: null, unk_token: null, fuse_unk: false, byte_fallback: false, vocab, merges },
  };
}

/** WordPiece without upper case: words, and letters for all others. */
export function wordPiece() {
  const letters = "abcdefghijklmnopqrstuvwxyz.,'’?!".split("");
  const signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
  const pieces = [...signs, ...letters, ...letters.map((letter) => `##${letter}`), ...WORDS];
  const vocab = Object.fromEntries(Array.from(new Set(pieces), (piece, id) => [piece, id]));
  const sign = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return {
    version: "1.0",
    added_tokens: signs.map((content) => ({ id: vocab[content], content, ...sign })),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: { type: "BertProcessing", sep: ["[SEP]", vocab["[SEP]"]], cls: ["[CLS]", vocab["[CLS]"]] },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/** Each letter is a token, whatever it is. */
export function letterTokens(text) {
  const vocab = Object.fromEntries(Array.from(new Set(text), (letter, id) => [letter, id]));
  return {
    version: "1.0",
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: "Split", pattern: { Regex: "[\\s\\S]" }, behavior: "Isolated", invert: false },
    post_processor: null,
    decoder: { type: "Fuse" },
    model: { type: "BPE", dropout: null, unk_token: null, fuse_unk: false, byte_fallback: false, vocab, merges: [] },
  };
}

const sizeOf = ({ model: { vocab } }) => Object.keys(vocab).length;

/** A model with its folder: `files` by name, and the config and tensors for an oracle. */
function modelOf(config, tokenizer, options = {}) {
  const whole = { ...config, ...(tokenizer ? { vocab_size: sizeOf(tokenizer) } : {}) };
  const tensors = makeTensors(whole, options);
  const files = { "config.json": JSON.stringify(whole), "model.safetensors": Buffer.from(safetensors(tensors)) };
  if (tokenizer) files["tokenizer.json"] = JSON.stringify(tokenizer);
  return { config: whole, tensors, files };
}

export const gpt2 = (options) => modelOf({ ...GPT2, n_layer: 3 }, byteLevel(), options);
/** For texts of up to 256 tokens. */
export const longGpt2 = (layers) => modelOf({ ...GPT2, n_layer: layers, n_positions: 256 }, byteLevel());
export const ofLetters = (text) => modelOf({ ...GPT2, n_layer: 3 }, letterTokens(text));
export const bert = (options) => modelOf(BERT, wordPiece(), options);
/** Without a tokenizer: it runs on token numbers. */
export const llama = (options) => modelOf(LLAMA, undefined, options);
/** Six layers, for texts of up to 512 tokens. */
export const deep = () => modelOf({ ...LLAMA, num_hidden_layers: 6 }, undefined);
export const mistral = (options) => modelOf(MISTRAL, undefined, options);

/** Paths of a model of 65 MB, so that the page asks before it opens it. */
export async function largeModel(info) {
  const { tensors, files } = gpt2();
  const bytes = new Uint8Array(65 * 2 ** 20);
  const mask = { "h.0.attn.bias": { dtype: "U8", shape: [bytes.length], bytes } };
  const contents = { ...files, "model.safetensors": safetensors(tensors, { buffers: mask }) };
  const paths = Object.keys(contents).map((name) => info.outputPath(name));
  await Promise.all(Object.values(contents).map((content, at) => writeFile(paths[at], content)));
  return paths;
}

/** As Playwright takes them. */
export const asFiles = (files) =>
  Object.entries(files).map(([name, content]) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content),
  }));

export const status = (page) => page.locator("#read-status");

/** Gives the page the files of a model, and waits for the heads of its first text. */
export async function give(page, { files }) {
  // Another model may be open, and all its heads read.
  await page.evaluate(() => performance.clearMarks());
  await page.locator("#file").setInputFiles(asFiles(files));
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
  await expect(page.locator("#model-text")).toBeVisible();
}

/** Waits until the open head has these weights: the page shows the earlier ones until they are computed. */
export async function expectShown(page, wanted) {
  const furthest = async () => {
    const shown = await shownNumbers(page);
    return shown.length === wanted.length ? Math.max(...wanted.map((weight, at) => Math.abs(shown[at] - weight))) : NaN;
  };
  await expect.poll(furthest).toBeLessThan(1e-4);
}

/** Types a text and waits until its tokens are shown. */
export async function type(page, text, count) {
  await page.locator("#typed").fill(text);
  await expect(status(page)).toHaveText(`${count} tokens`);
}

/** Six tokens of GPT-2's kind. */
export const CATS = " the cat sat on the mat";

/** Gives the page a model and a text, and opens a fold about it. @returns the model */
export async function ask(page, fold, model = gpt2(), text = CATS, count = 6) {
  await give(page, model);
  await type(page, text, count);
  await page.locator(`#${fold} > summary`).click();
  return model;
}

/** The page in German, with GPT-2 and these tokens. */
export async function openCatsInGerman(page) {
  await openModel(page, `${EXAMPLE}&lang=de`);
  await give(page, gpt2());
  await page.locator("#typed").fill(CATS);
  await expect(status(page)).toHaveText("6 Token");
}

export const idsOf = (tokenizer, pieces) => pieces.map((piece) => tokenizer.model.vocab[piece]);
export const CAT_IDS = idsOf(byteLevel(), "Ġthe Ġcat Ġsat Ġon Ġthe Ġmat".split(" "));

/** The probabilities of a row of logits. */
export function softmax(logits) {
  const most = Math.max(...logits);
  const all = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = all.reduce((total, one) => total + one);
  return all.map((one) => one / sum);
}

/** The ten tokens whose probabilities change most, with both. */
export const mostChanged = (p, q) =>
  Array.from(p, (share, id) => [share, q[id]])
    .sort((a, b) => Math.abs(b[1] - b[0]) - Math.abs(a[1] - a[0]))
    .slice(0, 10);

/** The model without the rows of W_O that a head goes through. */
export function without({ config, tensors }, layer, head) {
  const name = Object.keys(tensors).find((one) =>
    new RegExp(`\\b${layer}\\.(attn\\.c_proj|self_attn\\.o_proj|attention\\.output\\.dense)\\.weight$`).test(one),
  );
  const { shape, values } = tensors[name];
  const isConv = config.model_type === "gpt2";
  const dim = shape[isConv ? 0 : 1] / 4;
  const zeroed = values.map((one, at) =>
    Math.floor((isConv ? Math.floor(at / shape[1]) : at % shape[1]) / dim) === head ? 0 : one,
  );
  return { config, tensors: { ...tensors, [name]: { shape, values: zeroed } } };
}

/** A model of a config of tests/model/configs.mjs. Without a tokenizer it runs on token numbers. */
export const ofConfig = ({ config, options = {} }, tokenizer = undefined) => modelOf(config, tokenizer, options);

/** The keys that say this byte-level tokenizer. */
const tokenizerKeys = ({ model: { vocab, merges } }) => ({
  "tokenizer.ggml.model": "gpt2",
  "tokenizer.ggml.pre": "gpt-2",
  "tokenizer.ggml.tokens": Object.keys(vocab),
  "tokenizer.ggml.token_type": {
    type: "i32",
    value: Object.keys(vocab).map((token) => (token === "<|endoftext|>" ? 3 : 1)),
  },
  "tokenizer.ggml.merges": merges,
});

/**
 * A Llama in Q4_K and Q6_K as one GGUF file, whose words are those of `byteLevel()`. `tensors` are what its blocks
 * stand for.
 */
export function ggufLlama({ keys = {}, layers = 2 } = {}) {
  const tokenizer = byteLevel();
  const sizes = { hidden_size: 256, intermediate_size: 512, head_dim: 64, vocab_size: sizeOf(tokenizer) };
  const config = { ...LLAMA, ...sizes, num_hidden_layers: layers };
  const made = makeTensors(config, { tables: 0.2 });
  const typeOf = (name) => (/^(token_embd|output)\./.test(name) ? "Q6_K" : "Q4_K");
  const { tensors, meant } = storedAs(config, made, typeOf, randomOf(1));
  const all = { ...keysOf(config), "general.name": "Small Llama", ...tokenizerKeys(tokenizer), ...keys };
  return { config, tensors: meant, bytes: Buffer.from(ggufOf({ keys: all, tensors })) };
}

/** Files that come with models: their keys, with a tensor that no model has. */
export const ggufBeside = (keys, count = 1) =>
  Buffer.from(
    ggufOf({
      keys,
      tensors: Array.from({ length: count }, (_, at) => {
        return { name: `other.${at}`, type: "F32", shape: [8], bytes: new Uint8Array(32) };
      }),
    }),
  );

/** Adds a change by the form. */
export async function changeRun(page, choices) {
  for (const [name, value] of Object.entries(choices)) await page.locator(`#change-${name}`).selectOption(value);
  await page.locator("#add-change").click();
}
