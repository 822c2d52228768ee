// The small model that model.html carries: it is one of train.html's, it has learned, and its files are made again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { EXAMPLE, trainExample } from "../../scripts/train-example.mjs";
import { textsData } from "../../scripts/train-texts.mjs";
import { openModel } from "../../dist/model.js";
import { heed, siteModule } from "./runs.mjs";

const { readPieces } = await siteModule("pages/model/running/tokenizer.ts");
const stored = (name) => readFileSync(path.join(EXAMPLE, name));
const NAMES = ["config.json", "model.safetensors", "tokenizer.json"];

test("the command gives the same bytes each time, under the names and shapes that are stored", async () => {
  const [one, again] = [await trainExample(3), await trainExample(3)];
  assert.deepEqual(Object.keys(one).sort(), NAMES);
  for (const name of NAMES) assert.ok(one[name].equals(again[name]), name);
  for (const name of ["config.json", "tokenizer.json"]) assert.equal(String(one[name]), String(stored(name)));
  const headerOf = (file) => String(file.subarray(8, 8 + Number(file.readBigUInt64LE(0))));
  assert.equal(headerOf(one["model.safetensors"]), headerOf(stored("model.safetensors")));
  assert.equal(one["model.safetensors"].length, stored("model.safetensors").length);
});

/** The loss on pieces that lie evenly over the tenth of the book that was held out. */
async function heldOutLoss(pieces, weights) {
  const model = await openModel(heed, { config: stored("config.json").toString(), weights });
  const { vocab } = JSON.parse(stored("tokenizer.json").toString()).model;
  const { novel } = JSON.parse(textsData());
  const held = novel.slice(Math.floor(novel.length * 0.9));
  let [sum, count] = [0, 0];
  for (let piece = 0; piece < pieces; piece++) {
    const ids = Array.from(held.substr(Math.floor((held.length / pieces) * piece), 65), (letter) => vocab[letter]);
    const { data, shape } = model.run(ids.slice(0, 64)).logits;
    for (let row = 0; row < 64; row++, count++) {
      const logits = data.subarray(row * shape[1], (row + 1) * shape[1]);
      const most = Math.max(...logits);
      sum += Math.log(logits.reduce((total, one) => total + Math.exp(one - most), 0)) + most - logits[ids[row + 1]];
    }
  }
  model.dispose();
  return sum / count;
}

test("the stored numbers have learned: on text that was held out they lose less than 1.85", async () => {
  assert.ok((await heldOutLoss(40, stored("model.safetensors"))) < 1.85);
  const { "model.safetensors": begun } = await trainExample(3);
  assert.ok((await heldOutLoss(10, begun)) > 2.5);
});

test("a vocabulary of whole words is read as its makers read it: what is not in it is the sign for that", () => {
  const vocab = { "<unk>": 0, whale: 1, wha: 2, le: 3, "##le": 4, "🐳": 5, "\n": 6, ["long".repeat(60)]: 7 };
  const tokenizer = (pre_tokenizer) =>
    readPieces(
      JSON.stringify({
        ...{ version: "1.0", added_tokens: [], normalizer: null, post_processor: null, decoder: { type: "Fuse" } },
        pre_tokenizer,
        model: { type: "WordLevel", vocab, unk_token: "<unk>" },
      }),
    );
  const words = tokenizer({ type: "WhitespaceSplit" });
  const text = `whale wha le whal ##le 🐳 🐋 ${"long".repeat(60)} ${"long".repeat(61)}`;
  assert.deepEqual(Array.from(words.encode(text)), [1, 2, 3, 0, 4, 5, 0, 7, 0]);
  const letters = tokenizer({ type: "Split", pattern: { Regex: "[\\s\\S]" }, behavior: "Isolated", invert: false });
  assert.deepEqual(Array.from(letters.encode("🐳\nw")), [5, 6, 0]);
  assert.equal(letters.decode([5, 6, 1]), "🐳\nwhale");
});
