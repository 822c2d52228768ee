// Writes what the front door shows of the model that tells stories: the text that it begins with, and the likeliest
// next words. The front door has the numbers of no second model.
//
// Usage: node scripts/story-door.mjs   (once the package is built, and again after scripts/train-stories.mjs)
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readStrings } from "./site-texts.mjs";
import { isStarted } from "./trained.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const DOOR = path.join(root, "web/site/pages/front/story.json");
/** Words that are shown. */
const SHOWN = 5;

/** What the file has to hold. */
export async function storyDoor() {
  const { heed, siteModule } = await import("../tests/site/runs.mjs");
  const { readTyped, storedModel } = await siteModule("rooms/stories/index.ts");
  const { runOf } = await siteModule("rooms/stories/run/run.ts");
  const entries = Object.entries(readStrings()).map(([language, { model: texts }]) => {
    const text = texts["beginning-gives"];
    const model = storedModel(language);
    const { words } = readTyped(model.table, text);
    const next = runOf(heed, model, words)
      .shares(words.length - 1)
      .slice(0, SHOWN)
      .map(({ word, share }) => [word, Number(share.toFixed(4))]);
    return [language, { text, next }];
  });
  return Object.fromEntries(entries);
}

/** A word and its share in a line, as Prettier has it. */
const inLines = (json) => json.replace(/\[\s+("[^"]*"),\s+([\d.]+)\s+\]/g, "[$1, $2]");

if (isStarted(import.meta.url)) writeFileSync(DOOR, `${inLines(JSON.stringify(await storyDoor(), null, 2))}\n`);
