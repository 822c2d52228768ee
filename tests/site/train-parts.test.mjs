// What the page that trains says and keeps, apart from the training: the story of the heads, the steps that are given
// up, the encoding of a file, the files of a saved model.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { storyOf } = await siteModule("pages/train/story.ts");
const { missedLeast, mostKept } = await siteModule("pages/train/budget.ts");
const { textOf } = await siteModule("pages/train/text-of.ts");
const { readModel, areModel } = await siteModule("pages/train/model-files.ts");
const { once } = await siteModule("pages/train/once.ts");
const { isLarge, leastLetters, NANO, SMALL } = await siteModule("pages/train/messages.ts");

const EVEN = { before: 0.04, twoBefore: 0.04, lastSpace: 0.05, evenSpace: 0.04, evenness: 0.99 };
const told = (step, heldOut, ...heads) => ({ step, heldOut, heads: heads.map((head) => ({ ...EVEN, ...head })) });

test("the story has the last step at which all heads are even, and the first of each sort of head", () => {
  const story = storyOf([
    told(0, 4.2, {}, {}),
    told(50, 2.9, { evenness: 0.6 }, {}),
    told(100, 2.6, { evenness: 0.97 }, {}),
    told(250, 2.47, { before: 0.3, evenness: 0.9 }, {}),
    told(300, 2.4, { evenness: 0.99 }, { evenness: 0.95 }),
    told(500, 2.2, { before: 0.52, evenness: 0.7 }, { before: 0.6, evenness: 0.6 }),
    told(700, 2.1, { before: 0.9, evenness: 0.4 }, { lastSpace: 0.5, evenness: 0.5 }),
  ]);
  assert.deepEqual(story.even, { step: 100, first: 4.2, there: 2.6 });
  assert.deepEqual(story.named, [
    { sort: "before", head: 1, step: 500, share: 0.6, loss: 2.2 },
    { sort: "lastSpace", head: 1, step: 700, share: 0.5, loss: 2.1 },
  ]);
});

test("the story says nothing that was not measured", () => {
  assert.deepEqual(storyOf([told(0, 4, {})]), { even: undefined, named: [] });
  assert.deepEqual(storyOf([told(0, 4, { evenness: 0.5 }), told(50, 3, { before: 0.49, evenness: 0.9 })]), {
    even: undefined,
    named: [],
  });
  assert.deepEqual(storyOf([told(0, 4, {}), told(50, 3, {})]).even, { step: 50, first: 4, there: 3 });
});

test("of too many kept steps, one between near neighbours goes, and never the first, the last or a held one", () => {
  assert.equal(missedLeast([0, 50, 100, 200, 300], []), 50);
  assert.equal(missedLeast([0, 50, 100, 200, 300], [50]), 100);
  const kept = [];
  for (let step = 0; step <= 20_000; step += 100) {
    kept.push(step);
    if (kept.length > 8) kept.splice(kept.indexOf(missedLeast(kept, [3000])), 1);
  }
  assert.equal(kept.length, 8);
  for (const step of [0, 3000, 20_000]) assert.ok(kept.includes(step), `${kept}`);
});

test("kept steps have 256 MB together, and the recipes of the page keep all of theirs", () => {
  for (const [parameters, settings] of [
    [58_000, SMALL],
    [804_096, NANO],
  ])
    assert.ok(mostKept(parameters, settings) > 26);
  const largest = { ...SMALL, layers: 6, dim: 256, heads: 8, tokens: 256 };
  const most = mostKept(4_900_000, largest);
  assert.ok(most >= 8 && most * 4 * (4_900_000 + 48 * 256 ** 2) < 300e6, `${most}`);
});

test("a text is decoded as what it is: UTF-8, UTF-16 with its mark, else as Windows writes", () => {
  const umlauts = "Größe\n";
  assert.deepEqual(textOf(new TextEncoder().encode("Größe\r\nñ")), { text: "Größe\nñ", encoding: "utf-8" });
  assert.deepEqual(textOf(Buffer.from(umlauts, "latin1")), { text: umlauts, encoding: "windows-1252" });
  const wide = Buffer.from(`\ufeff${umlauts}`, "utf16le");
  assert.deepEqual(textOf(wide), { text: umlauts, encoding: "utf-16le" });
  assert.deepEqual(textOf(Buffer.from(wide).swap16()), { text: umlauts, encoding: "utf-16be" });
});

test("a model is its weights, with sizes and letters where their files are there", async () => {
  const weights = new File([Uint8Array.of(1, 2)], "model.safetensors");
  const config = new File(['{"n_layer":1,"n_embd":16,"n_head":2,"n_positions":32}'], "config.json");
  const tokenizer = new File(['{"model":{"vocab":{"b":1,"7":0,"a":2}}}'], "tokenizer.json");
  assert.ok(areModel([config, weights]) && !areModel([config]));
  assert.deepEqual(await readModel([tokenizer, weights, config]), {
    name: "model.safetensors",
    weights: Uint8Array.of(1, 2),
    sizes: { layers: 1, dim: 16, heads: 2, tokens: 32 },
    letters: ["7", "b", "a"],
  });
  const alone = await readModel([weights]);
  assert.deepEqual([alone.sizes, alone.letters], [{}, undefined]);
});

test("a long training is one whose time is said before, and long lines need a longer text", () => {
  assert.ok(isLarge(NANO) && !isLarge(SMALL) && isLarge({ ...SMALL, steps: 20_000 }));
  assert.equal(leastLetters(SMALL), 400);
  assert.equal(leastLetters({ ...SMALL, tokens: 256 }), 515);
});

test("what failed to be made is made anew, and what was made is made once", async () => {
  const made = [];
  const make = once(async (name) => {
    made.push(name);
    if (made.length === 1) throw new Error("no memory");
    return made.length;
  });
  await assert.rejects(make("first"), { message: "no memory" });
  assert.deepEqual(await Promise.all([make("second"), make("third")]), [2, 2]);
  assert.deepEqual(made, ["first", "second"]);
});
