// npm run fuzz: random programs over the public calls. The valid ones are compared with a textbook, and the invalid
// ones must be refused in a sentence.
//
//   npm run fuzz                            a million calls, half of them with each flavour
//   npm run fuzz -- --count 50000           so many
//   npm run fuzz -- --seed 7                another seed; left out, it is drawn and printed
//   npm run fuzz -- --flavour simd          one flavour
//   npm run fuzz -- --program 1234          one program again, by the seed that a finding names
//   npm run fuzz -- --files [--count 1e5]   the viewer's reader of files: good files, mutated
//   npm run fuzz -- --native [--count 5000] the core alone, under AddressSanitizer and UndefinedBehaviorSanitizer
//
// Build the package first: npm run build.
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    count: { type: "string" },
    seed: { type: "string" },
    flavour: { type: "string" },
    program: { type: "string" },
    files: { type: "boolean" },
    native: { type: "boolean" },
  },
});
const number = (name, otherwise) => (values[name] === undefined ? otherwise : Number(values[name]));
const seed = number("program", number("seed", Math.floor(Math.random() * 2 ** 31)));

async function fuzzPackage() {
  const { runnable } = await import("../lib/support.mjs");
  const { lineOf, runFuzz } = await import("./runs.mjs");
  const flavours = values.flavour ? [values.flavour] : runnable;
  const programs = values.program === undefined ? undefined : 1;
  const count = Math.ceil(number("count", 1e6) / flavours.length);
  for (const flavour of flavours) {
    console.log(`fuzz: ${flavour}, seed ${seed}`);
    const tell = (calls, bytes) =>
      console.log(`fuzz: ${flavour}, ${calls} calls, the heap has ${(bytes / 2 ** 20).toFixed(1)} MB`);
    console.log(lineOf(flavour, seed, await runFuzz(flavour, { seed, count, programs, tell })));
  }
}

if (values.native) {
  const { fuzzNative } = await import("./native.mjs");
  await fuzzNative({ seed, count: number("count", 5000) });
} else if (values.files) {
  const { fuzzFiles } = await import("./files.mjs");
  const tell = (count) => console.log(`fuzz: ${count} files`);
  const count = values.program === undefined ? number("count", 1e5) : 1;
  console.log(`fuzz: files, seed ${seed}`, await fuzzFiles({ seed, count, tell }));
} else await fuzzPackage();
