// Trains the model of web/site/rooms/stories with ten seeds in each language and measures each. It stores what it
// measured, and the numbers of one seed in half precision. Each run of this gives the same bytes.
//
// Usage: node scripts/train-stories.mjs [en|de [SEED…]]   (once the package is built; two minutes for each seed)
import { readFileSync } from "node:fs";
import path from "node:path";
import { isStarted, rounded, site, siteParts, store, storedOf } from "./trained.mjs";

export const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The seed whose numbers pages carry. */
export const SHIPPED = { en: 3, de: 6 };
/** New stories of names that are not read together, whose decided words are counted. */
export const STORIES = 2000;

/** Binary digits of a stored number after its first one. With 4, 3169 of 3172 decided words are said as with all 10. */
const DIGITS = 4;
export const storedStories = (seed, model) => storedOf(seed, model, DIGITS);

let made;
/** The room, for Node, without what is stored in it. */
const FILES = ["english", "german", "recipe", "measure", "model"];
const parts = () => (made ??= siteParts("rooms/stories", FILES));

/** A whole training. `steps` are fewer in a trial. */
export async function trainStories(language, seed, steps = undefined) {
  const { heed, ENGLISH, GERMAN, Training, STEPS } = await parts();
  const training = new Training(heed, { en: ENGLISH, de: GERMAN }[language], seed);
  for (let step = 0; step < (steps ?? STEPS); step++) training.step();
  const model = training.model();
  training.dispose();
  return model;
}

/** What is stored of a model: which heads it needs, and how many decided words of new stories it has right. */
export async function measuredOf(seed, model) {
  const { heed, measure, decisionsIn } = await parts();
  const decisions = decisionsIn(heed, model, STORIES, seed, true);
  return { seed, ...rounded(measure(heed, model)), decisions };
}

async function trainAll(language, seeds) {
  for (const seed of seeds) {
    const model = await trainStories(language, seed);
    const measured = await measuredOf(seed, model);
    console.log(language, JSON.stringify(measured));
    keep(language, measured);
    if (seed === SHIPPED[language]) store("stories", `${language}.json`, storedStories(seed, model));
  }
}

/** Adds the figures of a seed to those of the others. */
function keep(language, measured) {
  const all = JSON.parse(readFileSync(path.join(site, "rooms/stories/stored/measured.json"), "utf8"));
  const others = (all[language] ?? []).filter(({ seed }) => seed !== measured.seed);
  const sorted = [...others, measured].sort((one, other) => one.seed - other.seed);
  store("stories", "measured.json", { ...all, [language]: sorted });
}

if (isStarted(import.meta.url)) {
  const [language, ...seeds] = process.argv.slice(2);
  for (const one of language ? [language] : Object.keys(SHIPPED))
    await trainAll(one, seeds.length ? seeds.map(Number) : SEEDS);
}
