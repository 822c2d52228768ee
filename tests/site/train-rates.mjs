// How many trainings of the page train.html, as it opens, end with a head that looks at the letter before.
//
//   node tests/site/train-rates.mjs [SEED …]   trains with these seeds, or five, and prints each and the rate
//
// A training takes 15 s of a core. Nothing of this is a test: the page shows each run's own figures.
import { textsData } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";

const { Run } = await siteModule("pages/train/run.ts");
const { SMALL } = await siteModule("pages/train/plan.ts");
const asked = process.argv.slice(2).map(Number);
const seeds = asked.length > 0 ? asked : [1, 2, 3, 4, 5];
const { novel } = JSON.parse(textsData());

let named = 0;
for (const seed of seeds) {
  const run = new Run(heed, novel, { ...SMALL, seed });
  await run.advance(Infinity, SMALL.steps);
  run.keep();
  const { heldOut, heads } = run.see({ step: SMALL.steps, off: [] });
  const before = Math.max(...heads.map((head) => head.before));
  if (before >= 0.5) named++;
  console.log(`seed ${seed}: held-out loss ${heldOut.toFixed(3)}, ${before.toFixed(2)} on the letter before`);
  run.dispose();
}
console.log(`${named} of ${seeds.length} seeds have a head with 0.5 or more on the letter before`);
