// The figures of the lesson "A whole small model": each variant, whole or without a part, trained to its end.
//
//   node tests/site/small-model-figures.mjs [VARIANT …]   trains these, or all, and stores their curves
//
// A training takes 10 to 30 s. small-model.test.mjs trains the first steps again, and one to its end.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { lessonPiece } from "../../scripts/train-texts.mjs";
import { heed, siteModule } from "./runs.mjs";

export const FILE = new URL("../../web/site/pages/small-model/measured.json", import.meta.url);
export const SEEDS = [1, 2];
const { Text, Training } = await siteModule("pages/small-model/training.ts");
const { EVERY, STEPS, VARIANTS } = await siteModule("pages/small-model/plan.ts");
export { EVERY, VARIANTS };

/** As many digits as the chart can show. */
export const rounded = (loss) => Number(loss.toFixed(3));

/** The loss on all held-out lines before the first step and after each EVERY steps, up to this one. */
export function curveOf(variant, seed, steps = STEPS) {
  const text = new Text(lessonPiece());
  const training = new Training(heed, text, { variant, seed });
  const lines = text.lines();
  const curve = [training.lossOn(lines)];
  for (let step = 1; step <= steps; step++) {
    training.step();
    if (step % EVERY === 0) curve.push(training.lossOn(lines));
  }
  training.dispose();
  return curve.map(rounded);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = process.argv.slice(2);
  for (const variant of asked.length > 0 ? asked : VARIANTS) {
    const curves = SEEDS.map((seed) => curveOf(variant, seed));
    const stored = JSON.parse(readFileSync(FILE, "utf8"));
    stored[variant] = curves;
    const lines = VARIANTS.filter((name) => name in stored).map(
      (name) =>
        `  ${JSON.stringify(name)}: [\n${stored[name].map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`,
    );
    writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
    console.log(variant, curves.map((curve) => curve.at(-1)).join(" "));
  }
}
