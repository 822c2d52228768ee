// Who imports whom: reads the imports of web/ and the includes of src/, and draws the rooms into CONTRIBUTING.md.
// tests/setup/imports.test.mjs holds the rules about imports and that the drawing is current; it reads by this file.
//
//   npm run graph            writes the drawing
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { FRAMED } from "./site-pages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The names by which web/ imports its own packages. */
const PACKAGES = {
  heed: "web/lib/index.ts",
  "heed/element": "web/element/index.ts",
  "heed/train": "web/train/index.ts",
  "heed/workers": "web/workers/index.ts",
  "heed/layers": "web/layers/index.ts",
  "heed/rotary": "web/rotary/index.ts",
  "heed/model": "web/model/index.ts",
  "heed/gguf": "web/gguf/index.ts",
  "heed/draw": "web/draw/index.ts",
  "heed/page": "web/page/index.ts",
};

/** Folders whose subfolders are rooms too. Elsewhere a room is a folder of web/, with all that is in it. */
const DIVIDED = ["web/site/pages", "web/site/rooms", "web/site/kit", "web/site", "web/lib"];

/**
 * The file groups of src/, from the top down. A file belongs to the first group that matches its path.
 * @type {[string, RegExp][]}
 */
export const SOURCE_GROUPS = [
  ["bindings", /^src\/bindings\./],
  ["cache", /^src\/cache\./],
  ["linear", /^src\/linear\./],
  ["norm, embedding, cross_entropy, adam", /^src\/(norm|embedding|cross_entropy|adam)\./],
  ["self_attention", /^src\/(self_attention|projections)/],
  ["attention", /^src\/(attention|forward_|backward_|rotary)/],
  ["visibility, check, scratch", /^src\/(visibility|check|scratch)/],
  ["types", /^src\/(problem|layer_problem|status)\.h$/],
  ["kernels", /^src\/kernels\//],
  ["simd", /^src\/simd\//],
];

/** Every source file of web/ and src/ with its text: a Map from "web/show/digits.ts" to what it holds. */
export function readSources(folder = root) {
  const files = new Map();
  for (const [top, kind] of Object.entries({ web: /(?<!\.d)\.ts$|^web\/measure\/.*\.mjs$/, src: /\.(cpp|h)$/ })) {
    for (const entry of readdirSync(path.join(folder, top), { encoding: "utf8", recursive: true })) {
      const file = path.posix.join(top, entry.split(path.sep).join("/"));
      if (kind.test(file)) files.set(file, readFileSync(path.join(folder, file), "utf8"));
    }
  }
  return files;
}

/** The imports of web/ that lead out of it: a list of { from, to }. */
export function importsOut(files) {
  const inWeb = Array.from(files).filter(([from]) => from.startsWith("web/"));
  return inWeb.flatMap(([from, text]) =>
    namesImported(text)
      .filter((name) => name.startsWith("."))
      .map((name) => ({ from, to: path.posix.join(path.posix.dirname(from), name) }))
      .filter(({ to }) => !to.startsWith("web/")),
  );
}

/** All imports between these files, of types too: a list of { from, to }. Other packages and texts are left out. */
export function importsOf(files) {
  return Array.from(files).flatMap(([from, text]) =>
    (from.startsWith("web/") ? namesImported(text) : namesIncluded(text))
      .map((name) => ({ from, to: resolve(files, from, name) }))
      .filter(({ to }) => to !== undefined),
  );
}

function namesImported(text) {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

function namesIncluded(text) {
  return Array.from(text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm), ([, name]) => name);
}

function resolve(files, from, name) {
  const beside = path.posix.join(path.posix.dirname(from), name);
  return [PACKAGES[name], beside.replace(/\.js$/, ".ts"), path.posix.join("src", name)].find((file) => files.has(file));
}

/** The room of a file: "show", "site/pages/play", and of src/ its group. */
export function roomOf(file) {
  if (file.startsWith("src/")) return SOURCE_GROUPS.find(([, pattern]) => pattern.test(file))?.[0];
  const divided = DIVIDED.find((folder) => file.startsWith(`${folder}/`));
  const depth = divided === undefined ? 1 : divided.split("/").length;
  return file.split("/").slice(1, -1).slice(0, depth).join("/");
}

/** The room of a file in the drawing, where all pages in the frame of the lessons are one. */
function drawnRoomOf(file) {
  const room = roomOf(file);
  return FRAMED.some(({ name }) => room === `site/pages/${name}`) ? "site/pages/…" : room;
}

/** Which rooms each room imports: a Map from each room to a Set. */
export function roomsOf(files) {
  const rooms = new Map(Array.from(files.keys(), (file) => [drawnRoomOf(file), new Set()]));
  for (const { from, to } of importsOf(files))
    if (drawnRoomOf(from) !== drawnRoomOf(to)) rooms.get(drawnRoomOf(from)).add(drawnRoomOf(to));
  return rooms;
}

/** Leaves out what follows from other arrows: a → c where a → b → c. */
function withoutShortcuts(rooms) {
  const reaches = (from, to) => Array.from(rooms.get(from)).some((next) => next === to || reaches(next, to));
  const needed = (tos) => Array.from(tos).filter((to) => ![...tos].some((next) => next !== to && reaches(next, to)));
  return new Map(Array.from(rooms, ([from, tos]) => [from, needed(tos).sort()]));
}

/** The rooms of web/, then those of src/. A room that imports comes before the rooms that it imports. */
function fromTopDown(rooms) {
  const isSource = (room) => SOURCE_GROUPS.some(([group]) => group === room);
  const height = (room, above = []) => {
    if (above.includes(room)) throw new Error(`Rooms import one another in a circle: ${[...above, room].join(" → ")}.`);
    return Math.max(0, ...Array.from(rooms.get(room), (next) => 1 + height(next, [...above, room])));
  };
  const order = (a, b) => Number(isSource(a)) - Number(isSource(b)) || height(b) - height(a) || (a < b ? -1 : 1);
  return Array.from(rooms.keys()).sort(order);
}

/** The drawing in Mermaid's language, which GitHub shows as a picture. Throws where rooms form a circle. */
export function draw(files) {
  const order = fromTopDown(roomsOf(files));
  const rooms = withoutShortcuts(roomsOf(files));
  const named = new Set();
  const box = (room) => {
    const id = room.replace(/\W+/g, "_");
    const label = id === room || named.has(id) ? "" : `["${room}"]`;
    named.add(id);
    return id + label;
  };
  const lines = order.flatMap((room) => rooms.get(room).map((below) => `    ${box(room)} --> ${box(below)}`));
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");
}

const [BEGIN, END] = ["<!-- imports: written by npm run graph -->", "<!-- end of imports -->"];

/** CONTRIBUTING.md with the drawing between its two comments. */
export function withDrawing(text, files) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`CONTRIBUTING.md needs the lines "${BEGIN}" and "${END}".`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${draw(files)}\n\n${text.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, "CONTRIBUTING.md");
  writeFileSync(file, withDrawing(readFileSync(file, "utf8"), readSources()));
}
