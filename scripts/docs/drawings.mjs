// The pictures of the guide to drawing, which its own programs make.
//
// Usage: node scripts/docs/drawings.mjs   (writes them)
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup/checkout.mjs";
import { programsIn } from "./programs.mjs";

const folder = path.join(root, "web/site/docs");

/** @returns the file and the text of each picture, in the order of the guide */
export async function drawings() {
  const guide = readFileSync(path.join(folder, "drawing.md"), "utf8");
  const files = Array.from(guide.matchAll(/\]\((pictures\/[\w-]+\.svg)\)/g), ([, file]) => path.join(folder, file));
  const entry = pathToFileURL(path.join(root, "dist/draw.js")).href;
  const texts = programsIn(guide).map(async (program) => {
    const module = program.replace('"heed/draw"', JSON.stringify(entry)).replace(/^console\..*$/gm, "");
    return (await import(`data:text/javascript,${encodeURIComponent(`${module}\nexport { svg };`)}`)).svg;
  });
  return Promise.all(texts.map(async (text, at) => ({ file: files[at], text: `${await text}\n` })));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { file, text } of await drawings()) writeFileSync(file, text);
