// Whatever is cut and however it is cut, the bits are those of the plain call.
import assert from "node:assert/strict";
import test from "node:test";
import { assertSameBits, load, randomAttention, randomLayer, randomOf, runnable, withPool } from "./support.mjs";

const KINDS = [
  { what: "attention", make: randomAttention, backward: false, calls: 420 },
  { what: "attention, backward", make: randomAttention, backward: true, calls: 160 },
  { what: "layers", make: randomLayer, backward: false, calls: 160 },
  { what: "layers, backward", make: randomLayer, backward: true, calls: 110 },
];

for (const flavour of runnable) {
  for (const [at, { what, make, backward, calls }] of KINDS.entries()) {
    test(`${flavour}: ${calls * 3} random calls of ${what}, on 1, 2 and 3 workers`, async () => {
      const heed = await load({ flavour });
      let cut = 0;
      const [seen, seenCut] = [new Set(), new Set()];
      for (const workers of [1, 2, 3]) {
        const random = randomOf(1000 * at + workers);
        // Chunks of one size cut at the head, of the other within it.
        for (const chunk of [3e4, 4e5]) {
          await withPool({ chunk }, { flavour, workers }, async (pool) => {
            for (let n = 0; n < calls / 2; n++) {
              const { name, args } = make(random, backward);
              const sharedResults = random.uniform() < 0.2;
              const options = wordsOf(args.at(-1));
              for (const option of options) seen.add(option);
              const onProgress = (done, of) => {
                if (done > 1 || of === 1) return;
                cut++;
                for (const option of options) seenCut.add(option);
              };
              const control = { ...args.at(-1), sharedResults, onProgress };
              const actual = await pool[name](...args.slice(0, -1), control);
              assertSameBits(actual, heed[name](...args), `${name} ${n} of ${describe(args)}`);
            }
          });
        }
      }
      assert.ok(cut > calls, `${cut} of ${calls * 3} calls were cut`);
      assert.deepEqual(Array.from(seenCut).sort(), Array.from(seen).sort(), "calls with every option were cut");
    });
  }
}

/** The names of the options, and what they keep. */
function wordsOf(options) {
  return [...Object.keys(options), ...options.keep.map((name) => `keep ${name}`)];
}

/** The shapes and options of a call, for the message of a failure. */
function describe(args) {
  return JSON.stringify(args, (_, value) => (ArrayBuffer.isView(value) ? `${value.length} numbers` : value));
}
