// The pictures of the guides, which their own programs make.
//
// Usage: node scripts/docs/drawings.mjs   (writes them)
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup/checkout.mjs";
import { programsIn } from "./programs.mjs";

const folder = path.join(root, "web/site/docs");
const GUIDES = ["drawing.md", "own-model.md"];

/** @returns the file and the text of each picture, in the order of the guides */
export async function drawings() {
  return (await Promise.all(GUIDES.map(drawingsOf))).flat();
}

async function drawingsOf(name) {
  const guide = readFileSync(path.join(folder, name), "utf8");
  const files = Array.from(guide.matchAll(/\]\((pictures\/[\w-]+\.svg)\)/g), ([, file]) => path.join(folder, file));
  const programs = programsIn(guide).filter((program) => program.includes('"heed/draw"'));
  const texts = (await Promise.all(programs.map(picturesOf))).flat();
  return texts.map((text, at) => ({ file: files[at], text: `${text}\n` }));
}

/** What a program calls `svg`: a picture, or several. */
async function picturesOf(program) {
  const module = program
    .replace(/"heed(?:\/(\w+))?"/g, (_, entry = "heed") =>
      JSON.stringify(pathToFileURL(path.join(root, `dist/${entry}.js`)).href),
    )
    .replace(/^console\..*$/gm, "");
  return (await import(`data:text/javascript,${encodeURIComponent(`${module}\nexport { svg };`)}`)).svg;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { file, text } of await drawings()) writeFileSync(file, text);
