// Trains the small model of web/site/rooms/pronouns with ten seeds in each language, and models of other shapes that
// the lesson "Two layers" sets beside it. It measures each training over 400 sentences of pairs of nouns that were not
// read, and stores what it measured. It also stores the numbers of one seed, in half precision. Each run of this gives
// the same bytes.
//
// Usage: node scripts/train-pronouns.mjs   (once the package is built; four minutes)
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGES } from "./build-element.mjs";
import { pageStrings } from "./build-site.mjs";
import { halfBits } from "./train-example.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const room = path.join(root, "web/site/rooms/pronouns");

export const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The seed whose numbers pages carry. */
export const SHIPPED = { en: 1, de: 1 };

let made;
/** The room, for Node, without what is stored in it. */
const parts = () => (made ??= bundled());

async function bundled() {
  const { build } = await import("esbuild");
  const files = ["english", "german", "recipe", "measure", "ways"].map((name) => `export * from "./${name}.ts";`);
  const { outputFiles } = await build({
    stdin: { contents: files.join("\n"), resolveDir: room },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    alias: PACKAGES,
    external: ["node:*"],
    plugins: [pageStrings()],
    tsconfigRaw: {},
  });
  const { load } = await import(pathToFileURL(PACKAGES.heed).href);
  const text = Buffer.from(outputFiles[0].contents).toString("base64");
  // The bits of this flavour are those of every machine.
  return { heed: await load({ flavour: "simd" }), ...(await import(`data:text/javascript;base64,${text}`)) };
}

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

/** The numbers of a training as a page carries them. */
export function storedOf(seed, { numbers }) {
  const bytes = Buffer.from(Uint16Array.from(numbers, halfBits).buffer);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { seed, sha256, numbers: bytes.toString("base64") };
}

const rounded = (shares) =>
  Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, Number(share.toFixed(4))]));

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

const write = (name, value) =>
  writeFileSync(path.join(room, "stored", name), `${JSON.stringify(value, undefined, 1)}\n`);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await trainAll();
