// What a library cuts a text into by `tokenizerJson`, against each method as its paper writes it.
import assert from "node:assert/strict";
import test from "node:test";
import { Tokenizer } from "@huggingface/tokenizers";
import { LLAMA, BERT, GPT2 } from "./configs.mjs";
import { ggufOf, keysOf } from "./gguf-writer.mjs";
import { randomOf, readGguf } from "./support.mjs";

const TEXTS = [
  "",
  "abba cab",
  "  a  b\n\nc \t",
  "Don't we'll I'M 12345 and 6,78!",
  "é e\u0301 naïve Ångström 漢字 🐈‍⬛",
  "bacabac<end>abc <end>",
  "aaaaaaaaaa bbbbbbb cacacaca",
];
const [UNKNOWN, CONTROL, BYTE] = [2, 3, 6];

/** What a file with this vocabulary gives; each token is `[text, type]`. */
function read(config, tokens, keys) {
  const all = {
    ...keysOf(config),
    "tokenizer.ggml.tokens": tokens.map(([text]) => text),
    "tokenizer.ggml.token_type": { type: "i32", value: tokens.map(([, type = 1]) => type) },
  };
  for (const [key, value] of Object.entries(keys)) all[`tokenizer.ggml.${key}`] = value;
  const table = { name: "token_embd.weight", type: "F32", shape: [tokens.length, 1] };
  const bytes = new Uint8Array(4 * tokens.length);
  return readGguf(ggufOf({ keys: all, tensors: [{ ...table, bytes }] }));
}

/** The ids of a text, with those that stand around it. */
function assertIds(tokenizerJson, texts, oracle) {
  const tokenizer = new Tokenizer(tokenizerJson, {});
  for (const text of texts) assert.deepEqual(Array.from(tokenizer.encode(text).ids), oracle(text), `"${text}"`);
}

/** Texts in which many tokens fit. */
const drawn = (letters, random) =>
  Array.from({ length: 30 }, () =>
    Array.from({ length: 24 }, () => letters[random.integer(0, letters.length - 1)]).join(""),
  );

/** Cuts a text at signs; the text between them goes to `cut`. */
const withSigns = (text, sign, id, cut) =>
  text.split(sign).flatMap((part, n) => [...(n > 0 ? [id] : []), ...(part === "" ? [] : cut(part))]);

/** Joins the pair of neighbours with the least rank, the leftmost of several, until none has one. */
function merged(symbols, rankOf) {
  const all = [...symbols];
  for (;;) {
    const ranks = all.slice(1).map((right, at) => rankOf(all[at], right) ?? Infinity);
    const least = Math.min(Infinity, ...ranks);
    if (least === Infinity) return all;
    const at = ranks.indexOf(least);
    all.splice(at, 2, all[at] + all[at + 1]);
  }
}

/** Longer and longer tokens of shorter ones. Each has one way to be cut in two. */
function grown(letters, count, random) {
  const tokens = [...letters];
  const waysOf = (token, all) =>
    Array.from(token).filter((_, at) => at > 0 && all.has(token.slice(0, at)) && all.has(token.slice(at))).length;
  for (let tries = 0; tokens.length < letters.length + count && tries < 5000; tries++) {
    const [left, right] = [0, 1].map(() => tokens[random.integer(0, tokens.length - 1)]);
    const token = left + right;
    const all = new Set([...tokens, token]);
    const isNew = all.size > tokens.length && token.length < 9;
    if (
      isNew &&
      tokens
        .slice(letters.length)
        .concat(token)
        .every((one) => waysOf(one, all) === 1)
    )
      tokens.push(token);
  }
  return tokens;
}

test("SentencePiece's merges go by the scores of what they give, and letters without a token are bytes", async () => {
  for (const [seed, spaced] of [
    [1, true],
    [2, false],
    [3, undefined],
  ]) {
    const random = randomOf(seed);
    const words = grown(Array.from("▁abcelnd"), 30, random);
    const bytes = Array.from({ length: 256 }, (_, n) => `<0x${n.toString(16).toUpperCase().padStart(2, "0")}>`);
    const tokens = [
      ...[
        ["<unk>", UNKNOWN],
        ["<s>", CONTROL],
        ["<end>", CONTROL],
      ],
      ...bytes.map((one) => [one, BYTE]),
      ...words.map((one) => [one]),
    ];
    const scores = tokens.map(([, type], id) => (type ? 0 : -((id * 7919) % 4001)));
    const ids = new Map(tokens.map(([text], id) => [text, id]));
    const { tokenizerJson } = await read(LLAMA, tokens, {
      ...{ model: "llama", scores: { type: "f32", value: scores }, bos_token_id: 1, eos_token_id: 2 },
      ...(spaced === undefined ? {} : { add_space_prefix: spaced }),
    });
    const cut = (text) => {
      const symbols = Array.from((spaced === false ? text : ` ${text}`).replaceAll(" ", "▁"));
      const rankOf = (left, right) => (ids.has(left + right) ? -scores[ids.get(left + right)] : undefined);
      return merged(symbols, rankOf).flatMap((one) =>
        ids.has(one) ? [ids.get(one)] : Array.from(new TextEncoder().encode(one), (byte) => 3 + byte),
      );
    };
    assertIds(tokenizerJson, TEXTS.concat(drawn("aabbcceln d", random)), (text) => [
      1,
      ...withSigns(text, "<end>", 2, cut),
    ]);
  }
});

/** GPT-2's letter for each byte. */
function letterOf(byte) {
  const isOwn = (one) => (one >= 33 && one <= 126) || (one >= 161 && one <= 172) || one >= 174;
  const others = Array.from({ length: 256 }, (_, n) => n).filter((one) => !isOwn(one));
  return String.fromCodePoint(isOwn(byte) ? byte : 256 + others.indexOf(byte));
}
const LETTERS = Array.from({ length: 256 }, (_, byte) => letterOf(byte));
const lettersOf = (text) => Array.from(new TextEncoder().encode(text), (byte) => LETTERS[byte]);

const MODERN = (digits) =>
  new RegExp(
    `'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${digits}` +
      "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
    "gu",
  );
/** Pairs that lie in one piece by some patterns, and in two by others. */
const EDGES = ["1 2", "12 3", "4 5", "' M", "( a", ") Ċ", "Ċ Ċ", "Ġ 1", "T a"].map((pair) => pair.split(" "));
const EDGED = "(ab) (a)\n\n1234567 I'M x'Ta 123";
const BYTE_LEVEL = {
  "gpt-2": { pattern: /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu },
  "llama-bpe": { pattern: MODERN("{1,3}"), whole: true, begins: true },
  qwen2: { pattern: MODERN(""), form: "NFC" },
};

for (const [pre, { pattern, whole = false, begins = false, form }] of Object.entries(BYTE_LEVEL))
  test(`merges of bytes go by their order, in the pieces of ${pre}`, async () => {
    const random = randomOf(pre.length);
    const words = [...LETTERS, ...EDGES.map((pair) => pair.join(""))];
    const merges = [...EDGES];
    const often = Array.from("abc 12é\u0301'd", lettersOf).flat();
    for (let n = 0; n < 60; n++) {
      const known = often.concat(words.slice(256));
      const [left, right] = [0, 1].map(() => known[random.integer(0, known.length - 1)]);
      if (words.includes(left + right)) continue;
      merges.push([left, right]);
      words.push(left + right);
    }
    // A word that no merges give.
    words.push("abba");
    const tokens = [...words.map((one) => [one]), ["<end>", CONTROL], ["<begin>", CONTROL]];
    const ids = new Map(tokens.map(([text], id) => [text, id]));
    const [end, begin] = ["<end>", "<begin>"].map((one) => ids.get(one));
    const { tokenizerJson } = await read({ ...GPT2, n_inner: 4 }, tokens, {
      ...{ model: "gpt2", pre, merges: merges.map((pair) => pair.join(" ")) },
      ...{ bos_token_id: begin, eos_token_id: end },
    });
    const ranks = new Map(merges.map((pair, rank) => [pair.join(" "), rank]));
    const cut = (text) =>
      Array.from((form ? text.normalize(form) : text).matchAll(pattern)).flatMap(([piece]) => {
        const letters = lettersOf(piece);
        if (whole && ids.has(letters.join(""))) return [ids.get(letters.join(""))];
        return merged(letters, (left, right) => ranks.get(`${left} ${right}`)).map((one) => ids.get(one));
      });
    assertIds(tokenizerJson, TEXTS.concat(EDGED, drawn("aabc 12é", random)), (text) => [
      ...(begins ? [begin] : []),
      ...withSigns(text, "<end>", end, cut),
    ]);
  });

test("WordPiece takes the longest token that fits, and a word that ends in none is unknown", async () => {
  const pieces = "▁a ▁ab ▁cab b ba ab ▁don ▁t ▁' ▁! ▁, ▁12 345 34 ▁6 ▁78 ▁e ▁naive ▁an ▁and ▁漢 ▁字 ca c a ▁b".split(
    " ",
  );
  const tokens = [
    ...[
      ["[PAD]", CONTROL],
      ["[UNK]", UNKNOWN],
      ["[CLS]", CONTROL],
      ["[SEP]", CONTROL],
    ],
    ...pieces.map((one) => [one]),
  ];
  const ids = new Map(tokens.map(([text], id) => [text, id]));
  const { tokenizerJson } = await read(BERT, tokens, {
    ...{ model: "bert", cls_token_id: 2, seperator_token_id: 3, unknown_token_id: 1, padding_token_id: 0 },
  });
  const wordOf = (word) => {
    const found = [];
    for (let rest = `▁${word}`; rest !== "";) {
      const fits = Array.from({ length: rest.length }, (_, n) => rest.slice(0, rest.length - n));
      const longest = fits.find((one) => ids.has(one));
      if (longest === undefined) return [1];
      found.push(ids.get(longest));
      rest = rest.slice(longest.length);
    }
    return found;
  };
  const bare = (text) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "");
  const wordsOf = (text) =>
    bare(text).match(/[\p{P}$+<=>^`|~]|\p{Script=Han}|[^\s\p{P}$+<=>^`|~\p{Script=Han}]+/gu) ?? [];
  const texts = TEXTS.filter((text) => !text.includes("🐈")).concat("naïve É 漢字a", drawn("aab ab cab", randomOf(4)));
  assertIds(tokenizerJson, texts, (text) => [2, ...wordsOf(text).flatMap(wordOf), 3]);
});
