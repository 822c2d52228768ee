// Trains the small model of web/site/rooms/pronouns with ten seeds in each language, and models of other shapes that
// the lesson "Two layers" sets beside it. It measures each training over 400 sentences of pairs of nouns that were not
// read, and stores what it measured. It also stores the numbers of one seed, in half precision. Each run of this gives
// the same bytes.
//
// Usage: node scripts/train-pronouns.mjs   (once the package is built; four minutes)
import { isStarted, rounded, siteParts, store, storedOf } from "./trained.mjs";

export const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The seed whose numbers pages carry. */
export const SHIPPED = { en: 1, de: 1 };

let made;
/** The room, for Node, without what is stored in it. */
const parts = () => (made ??= siteParts("rooms/pronouns", ["english", "german", "recipe", "measure", "ways"]));

/** A whole training. `steps` are fewer in a trial. @param way of WAYS */
export async function trainPronouns(language, seed, steps = undefined, way = "two") {
  const { heed, ENGLISH, GERMAN, Training, STEPS, WAYS, measure, testSentences } = await parts();
  const table = { en: ENGLISH, de: GERMAN }[language];
  const training = new Training(heed, table, seed, WAYS[way]);
  for (let step = 0; step < (steps ?? STEPS); step++) training.step();
  const model = training.model();
  const measured = { seed, ...rounded(measure(heed, model, testSentences(table))) };
  training.dispose();
  return { model, measured };
}

async function trainAll() {
  const { WAY_NAMES } = await parts();
  const [all, ways] = [{}, {}];
  for (const [language, shipped] of Object.entries(SHIPPED)) {
    const measured = {};
    for (const way of WAY_NAMES) measured[way] = await trainTen(language, way, shipped);
    ({ two: all[language], ...ways[language] } = measured);
  }
  write("measured.json", all);
  write("ways.json", ways);
}

async function trainTen(language, way, shipped) {
  const measured = [];
  for (const seed of SEEDS) {
    const since = performance.now();
    const one = await trainPronouns(language, seed, undefined, way);
    measured.push(one.measured);
    console.log(language, way, JSON.stringify(one.measured), `${Math.round(performance.now() - since)} ms`);
    if (way === "two" && seed === shipped) write(`${language}.json`, storedOf(seed, one.model));
  }
  return measured;
}

const write = (name, value) => store("pronouns", name, value);

if (isStarted(import.meta.url)) await trainAll();
