// The small model that the page of own models carries: its files are those of the room of stories.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { DOOR, storyDoor } from "../../scripts/story-door.mjs";
import { openModel } from "../../dist/model.js";
import { heed, siteModule } from "./runs.mjs";

const { readPieces } = await siteModule("pages/model/running/tokenizer.ts");
const { exampleModel } = await siteModule("pages/model/example/example-model.ts");
const { storedModel, drawStory, idsOf, written, wordsOf } = await siteModule("rooms/stories/index.ts");
const { runOf } = await siteModule("rooms/stories/run/run.ts");
const { seededRandom } = await siteModule("../train/index.ts");

for (const language of ["en", "de"])
  test(`the built-in model reads words and says what the story’s own run says: ${language}`, async () => {
    const files = await exampleModel(language);
    const [config, tokenizer, weights] = await Promise.all(files.map((file) => file.arrayBuffer()));
    const pieces = readPieces(Buffer.from(tokenizer).toString());
    const model = await openModel(heed, {
      config: Buffer.from(config).toString(),
      weights: new Uint8Array(weights),
    });
    const stored = storedModel(language);
    const draw = seededRandom(1);
    for (let count = 0; count < 20; count++) {
      const words = drawStory(stored.table, draw);
      const ids = Array.from(pieces.encode(written(words)));
      assert.deepEqual(ids, idsOf(stored.table, words));
      const { data, shape } = model.run(ids).logits;
      const own = runOf(heed, stored, words).logits(words.length - 1);
      const last = data.subarray((words.length - 1) * shape[1]);
      own.forEach((logit, id) => assert.ok(Math.abs(logit - last[id]) < 1e-3, wordsOf(stored.table).all[id]));
    }
    model.dispose();
  });

test("the front door shows what the model says, by its command", async () => {
  assert.deepEqual(JSON.parse(readFileSync(DOOR, "utf8")), await storyDoor());
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
