// The figures of the lesson "A whole small model": each variant, whole or without a part, trained to its end.
//
//   node tests/site/small-model-figures.mjs [VARIANT …]   trains these, or all, and stores what they reach
//
// A training of 2000 steps takes 10 to 40 s. small-model.test.mjs trains the first steps again.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";

export const FILE = new URL("../../web/site/pages/small-model/measured.json", import.meta.url);
export const [SEEDS, STEPS, EARLY] = [[1, 2], 2000, 50];
const { Text, Training } = await siteModule("pages/small-model/training.ts");
const { VARIANTS } = await siteModule("pages/small-model/plan.ts");
export { VARIANTS };

/** The loss on all held-out lines after the last of these steps, and that of an early step. */
export function figuresOf(variant, seed, { steps }) {
  const text = new Text(novelPiece());
  const training = new Training(heed, text, { variant, seed, steps: STEPS });
  const lines = text.lines();
  let early;
  for (let step = 1; step <= steps; step++) {
    training.step();
    if (step === EARLY) early = training.lossOn(lines);
  }
  const heldOut = training.lossOn(lines);
  training.dispose();
  return { early, heldOut };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = process.argv.slice(2);
  for (const variant of asked.length > 0 ? asked : VARIANTS) {
    const found = SEEDS.map((seed) => figuresOf(variant, seed, { steps: STEPS }));
    const stored = JSON.parse(readFileSync(FILE, "utf8"));
    const round = (loss) => Number(loss.toFixed(4));
    stored[variant] = { early: round(found[0].early), heldOut: found.map(({ heldOut }) => round(heldOut)) };
    writeFileSync(FILE, `${JSON.stringify(stored, undefined, 2)}\n`);
    console.log(variant, stored[variant].heldOut.join(" "));
  }
}
