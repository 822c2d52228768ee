// Each form of tokenizer on the pages cuts lines as the native library of its makers does. `node tests/tokens/main.mjs`
// does so with 10,000 lines of each, and lists what differs.
import assert from "node:assert/strict";
import test from "node:test";
import { FORMS } from "./forms.mjs";

/** So many lines of each form. */
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
