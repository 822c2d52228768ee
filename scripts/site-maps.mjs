// The small map of a lesson: the machine that follows "it", drawn by rooms/machine, with the part of the lesson lit.
//
// The parts are those of a link to the page "whole", such as #part=head-1: the first rows ("rows"); a look, its net, or
// its head opened ("look-0", "net-0", "head-0"); the shares; or a look from sentence to sentence ("across"). A map may
// light the rows after a layer, too ("rows-1"). The link of a map leads to its first part.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../dist/heed.js");

const litBy = (part) => {
  const [kind, layer] = part.split("-");
  return { kind, layer: layer === undefined ? (kind === "rows" ? 0 : undefined) : Number(layer) };
};

/** What "hat … gejagt" becomes: an English word looks at the German words that it comes from. */
const ACROSS = {
  words: "die Katze hat die Maus gejagt the cat chased the mouse".split(" "),
  layers: [{ lines: [6, 11], seen: [0, 6], net: false, weights: [[0, 1, 5, 3, 4].map((from) => weightsOn(from, 6))] }],
  says: "next",
  shares: [],
};
const CHASED = 8;

/** Most of the weight is on one word. */
function weightsOn(from, count) {
  return Array.from({ length: count }, (_, at) => (at === from ? 0.8 : 0.2 / (count - 1)));
}

let opened;

/** The rooms that draw, and the run of the course's sentence. @param importTypeScript see build-site.mjs */
async function open(importTypeScript) {
  const [machine, pronouns] = [
    await importTypeScript("rooms/machine/map.ts"),
    await importTypeScript("rooms/pronouns/index.ts"),
  ];
  const heed = await (await import(pathToFileURL(dist).href)).load();
  const model = pronouns.storedModel("en");
  const { words, asks } = pronouns.frontSentence(model.table, true);
  return { ...machine, across: machine.runOf(ACROSS), run: pronouns.runOf(heed, model, words), asks };
}

/** @param parts of a page's `map` @returns the map as text */
export async function mapWith(parts, importTypeScript) {
  const { mapOf, run, asks, across } = await (opened ??= open(importTypeScript));
  return parts.includes("across") ? mapOf(across, CHASED, [{ kind: "look" }]) : mapOf(run, asks, parts.map(litBy));
}
