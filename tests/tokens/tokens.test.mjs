// Each form of tokenizer on the pages cuts lines as the native library of its makers does. `node tests/tokens/main.mjs`
// does so with 10,000 lines of each, and lists what differs.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "../site/runs.mjs";
import { FORMS } from "./forms.mjs";

/** The number of lines of each form. */
const LINES = 600;

const lacks = await import("tokenizers").then(
  () => undefined,
  (error) => `the npm package tokenizers has no binary for this machine: ${error.message.split("\n")[0]}`,
);

const MAY_DIFFER = { Unigram: ["newer", "tie"] };

for (const name of Object.keys(FORMS))
  test(`${name}: the pages cut and join lines as the native library does`, { skip: lacks ?? false }, async () => {
    const { compare } = await import("./compare.mjs");
    const { differences, decoded } = await compare(name, LINES);
    const other = differences.filter(({ kind }) => !(MAY_DIFFER[name] ?? ["newer"]).includes(kind));
    assert.deepEqual(other, []);
    assert.ok(differences.length < LINES / 10, `${differences.length} lines differ`);
    assert.deepEqual(decoded, []);
  });

test("words, punctuation and spaces are cut as natively, whatever is asked for", { skip: lacks ?? false }, async () => {
  const { Tokenizer } = await import("tokenizers");
  const { readPieces } = await siteModule("pages/model/running/tokenizer.ts");
  const behaviours = ["Isolated", "Contiguous", "Removed", "MergedWithPrevious", "MergedWithNext"];
  const spaces = ["always", "first", "never"].map((prepend_scheme) => ({
    ...{ type: "Metaspace", replacement: "▁", prepend_scheme, split: true },
  }));
  const kinds = [
    { type: "Whitespace" },
    { type: "WhitespaceSplit" },
    ...behaviours.map((behavior) => ({ type: "Punctuation", behavior })),
    ...spaces,
  ];
  const texts = [
    "«Où?!» -- dit-il...",
    "हिन्दी, 你好，世界。 x\u0085y z_1\ufeff²",
    "  a   b<|c|> ",
    "...a",
    "\u200d👨‍👩‍👧!",
  ];
  // Each letter is a piece, and so is each pair: a pair that is cut apart shows where a text is cut.
  const letters = Array.from(new Set(`▁${texts.join("")}`));
  for (const pre_tokenizer of kinds) {
    const vocab = Object.fromEntries(["[UNK]", ...letters].map((piece, id) => [piece, id]));
    const merges = [];
    for (const text of texts) {
      const all = Array.from(text.replaceAll(" ", "▁"));
      for (const [at, letter] of all.slice(1).entries()) {
        const pair = all[at] + letter;
        if (pair in vocab) continue;
        vocab[pair] = Object.keys(vocab).length;
        merges.push([all[at], letter]);
      }
    }
    const others = { version: "1.0", added_tokens: [], normalizer: null, post_processor: null, decoder: null };
    const json = JSON.stringify({
      ...others,
      pre_tokenizer,
      model: { type: "BPE", unk_token: "[UNK]", vocab, merges },
    });
    const [page, native] = [readPieces(json), Tokenizer.fromString(json)];
    for (const text of texts) {
      const wanted = (await native.encode(text)).getIds();
      assert.deepEqual(page.encode(text), wanted, `${JSON.stringify(pre_tokenizer)}: ${text}`);
    }
  }
});
