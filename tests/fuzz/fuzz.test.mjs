// The short fuzz of npm test. `npm run fuzz` is the long one.
import test from "node:test";
import { runnable } from "../lib/support.mjs";
import { fuzzFiles } from "./files.mjs";
import { lineOf, runFuzz } from "./runs.mjs";

const SEED = 1;
const CALLS = 3000;

for (const flavour of runnable) {
  test(`${flavour}: ${CALLS} random calls are right or refused in a sentence (seed ${SEED})`, async (t) => {
    t.diagnostic(lineOf(flavour, SEED, await runFuzz(flavour, { seed: SEED, count: CALLS })));
  });
}

const FILES = 1500;

test(`${FILES} mutated files are read or refused in a sentence by the viewer (seed ${SEED})`, async (t) => {
  const { refused } = await fuzzFiles({ seed: SEED, count: FILES });
  t.diagnostic(`${refused} refusals`);
});
