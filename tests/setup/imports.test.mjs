// Rules about imports, for TypeScript in web/ and for includes in src/. CONTRIBUTING.md draws what they lead to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { importsOf, importsOut, readSources, roomOf, SOURCE_GROUPS, withDrawing } from "../../scripts/import-graph.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { PAGES as KNOWN_PAGES } from "../../scripts/site-pages.mjs";

/** What each room outside the site may import. */
const PACKAGES = {
  tensors: [],
  lib: ["tensors"],
  train: ["tensors", "lib"],
  layers: ["tensors", "lib", "train"],
  rotary: ["lib"],
  gguf: ["tensors", "lib"],
  model: ["tensors", "lib", "train", "layers", "rotary"],
  workers: ["lib"],
  measure: [],
  show: [],
  element: ["show"],
  statistics: ["show"],
  draw: ["show"],
  page: ["show", "element", "statistics"],
};
/** The rooms of the site, from the bottom up. Each may import the packages and the rooms that stand before it. */
const ROOMS = [
  "thumbnails",
  "sentence",
  "trained",
  "offline",
  "slides",
  "own-words",
  "state",
  "files",
  "export",
  "inspector",
  "machine",
  "heads",
  "what-if",
  "why",
  "lesson",
  "training",
  "pronouns",
  "stories",
];
const SITE = ["kit/texts", "kit/charts", "kit", ...ROOMS.map((room) => `rooms/${room}`)].map((room) => `site/${room}`);
/** The pages. Each may import the packages and the rooms of the site, but no other page. */
const PAGES = ["docs", "shell", ...KNOWN_PAGES.map(({ name }) => `pages/${name}`)]
  .map((room) => `site/${room}`)
  // The command line reads and draws as the pages do.
  .concat("command");

const MAY_IMPORT = new Map([
  ...Object.entries(PACKAGES),
  ...SITE.map((room, at) => [room, [...Object.keys(PACKAGES), ...SITE.slice(0, at)]]),
  ...PAGES.map((room) => [room, [...Object.keys(PACKAGES), ...SITE]]),
  // A group of src/ may include the groups below it.
  ...SOURCE_GROUPS.map(([group], at) => [group, SOURCE_GROUPS.slice(at + 1).map(([below]) => below)]),
]);

/** A room inside a package, such as lib/call, follows the rules of its package. */
const ruled = (room) => (room?.startsWith("lib/") ? "lib" : room);

/** The circles in a graph, each as a way from a node back to itself. `next` is a Map from a node to a Set of nodes. */
function circlesIn(next) {
  const [done, found] = [new Set(), []];
  const visit = (node, trail) => {
    if (trail.includes(node)) found.push([...trail.slice(trail.indexOf(node)), node]);
    else if (!done.has(node)) for (const after of next.get(node) ?? []) visit(after, [...trail, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return found;
}

function graphOf(pairs) {
  const next = new Map();
  for (const [from, to] of pairs) next.set(from, (next.get(from) ?? new Set()).add(to));
  return next;
}

/** Two folders side by side, one with each file in it; undefined where one file is above the other. */
function foldersBeside(from, to) {
  const [a, b] = [path.posix.dirname(from).split("/"), path.posix.dirname(to).split("/")];
  const shared = a.findIndex((name, at) => name !== b[at]);
  if (shared === -1 || shared >= b.length) return undefined;
  return [a, b].map((folder) => folder.slice(0, shared + 1).join("/"));
}

function circles(files) {
  const imports = importsOf(files);
  const folders = imports.map(({ from, to }) => foldersBeside(from, to)).filter((pair) => pair !== undefined);
  return Object.entries({ files: imports.map(({ from, to }) => [from, to]), folders }).flatMap(([kind, pairs]) =>
    circlesIn(graphOf(pairs)).map((circle) => `These ${kind} import one another in a circle: ${circle.join(" → ")}.`),
  );
}

function arrowsBack(files) {
  const unknown = Array.from(files.keys())
    .filter((file) => !MAY_IMPORT.has(ruled(roomOf(file))))
    .map(
      (file) => `${file} lies in no room that tests/setup/imports.test.mjs knows. Add its room to the tables there.`,
    );
  const back = importsOf(files)
    .map(({ from, to }) => ({ from, to, room: ruled(roomOf(from)), other: ruled(roomOf(to)) }))
    .filter(({ room, other }) => room !== other && !MAY_IMPORT.get(room)?.includes(other))
    .map(({ from, to, room, other }) => `${from} imports ${to}, but ${room} may not import ${other}.`);
  return [...unknown, ...back];
}

/** A folder with an index is a room. A file outside it may import that index and nothing else of the room. */
function deepImports(files) {
  const roomAround = (file, from) => {
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder))
      if (!from.startsWith(`${folder}/`)) {
        const index = ["index.ts", "index.mjs"].find((name) => files.has(`${folder}/${name}`));
        if (index !== undefined) return `${folder}/${index}`;
      }
    return undefined;
  };
  return importsOf(files)
    .map(({ from, to }) => ({ from, to, index: roomAround(to, from) }))
    .filter(({ to, index }) => index !== undefined && to !== index)
    .map(({ from, to, index }) => `${from} imports ${to}. Outside of ${path.posix.dirname(index)}, import ${index}.`);
}

const sources = readSources();

test("no files and no folders import one another in a circle", () => assert.deepEqual(circles(sources), []));

test("imports go one way: no room imports one that stands above it", () => assert.deepEqual(arrowsBack(sources), []));

test("nobody imports past the index of another room", () => assert.deepEqual(deepImports(sources), []));

test("no import leads out of web/", () => {
  assert.deepEqual(importsOut(sources), []);
  const out = tree({ "web/show/a.ts": ["./b.js", "../../tests/bench/run.mjs"], "web/show/b.ts": ["heed"] });
  assert.deepEqual(importsOut(out), [{ from: "web/show/a.ts", to: "tests/bench/run.mjs" }]);
});

test("the drawing in CONTRIBUTING.md is current; npm run graph writes it", () => {
  const text = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
  assert.equal(text, withDrawing(text, sources));
});

/** A small invented tree: each file with the names that it imports. */
const tree = (files) =>
  new Map(
    Object.entries(files).map(([file, names]) => [
      file,
      names.map((name) => (file.endsWith(".ts") ? `import "${name}";` : `#include "${name}"`)).join("\n"),
    ]),
  );

test("a circle is found, of types too, in C++ too, and between folders whose files form none", () => {
  assert.deepEqual(
    circles(tree({ "web/show/a.ts": ["./b.js"], "web/show/b.ts": ["./c.js"], "web/show/c.ts": [] })),
    [],
  );
  assert.deepEqual(
    circles(tree({ "web/show/a.ts": ["./b.js"], "web/show/b.ts": ["./c.js"], "web/show/c.ts": ["./a.js"] })),
    ["These files import one another in a circle: web/show/a.ts → web/show/b.ts → web/show/c.ts → web/show/a.ts."],
  );
  const types = new Map([
    ["web/show/a.ts", 'import type { B } from "./b.js";'],
    ["web/show/b.ts", 'export type B = import("./a.js").A;'],
  ]);
  assert.match(circles(types)[0], /^These files .*: web\/show\/a\.ts → web\/show\/b\.ts → web\/show\/a\.ts\.$/);
  const headers = tree({ "src/simd/a.h": ["simd/b.h"], "src/simd/b.h": ["a.h"] });
  assert.match(circles(headers)[0], /^These files .*: src\/simd\/a\.h → src\/simd\/b\.h → src\/simd\/a\.h\.$/);
  const folders = tree({
    "web/element/map/a.ts": ["../grid/b.js"],
    "web/element/grid/b.ts": [],
    "web/element/grid/c.ts": ["../map/d.js"],
    "web/element/map/d.ts": [],
  });
  assert.deepEqual(circles(folders), [
    "These folders import one another in a circle: web/element/map → web/element/grid → web/element/map.",
  ]);
});

test("an arrow back is found, in TypeScript and in C++", () => {
  const back = (files) => arrowsBack(tree(files));
  assert.deepEqual(
    back({ "web/site/pages/play/a.ts": ["../../rooms/state/index.js", "heed"], "web/site/rooms/state/index.ts": [] }),
    [],
  );
  assert.deepEqual(back({ "web/show/a.ts": ["../element/index.js"], "web/element/index.ts": [] }), [
    "web/show/a.ts imports web/element/index.ts, but show may not import element.",
  ]);
  assert.deepEqual(back({ "web/element/a.ts": ["heed"], "web/lib/index.ts": [] }), [
    "web/element/a.ts imports web/lib/index.ts, but element may not import lib.",
  ]);
  assert.deepEqual(back({ "web/lib/read/a.ts": ["../../train/index.js"], "web/train/index.ts": [] }), [
    "web/lib/read/a.ts imports web/train/index.ts, but lib may not import train.",
  ]);
  assert.deepEqual(back({ "web/site/rooms/state/a.ts": ["../../pages/play/b.js"], "web/site/pages/play/b.ts": [] }), [
    "web/site/rooms/state/a.ts imports web/site/pages/play/b.ts, but site/rooms/state may not import site/pages/play.",
  ]);
  assert.deepEqual(back({ "web/site/pages/context/a.ts": ["../play/b.js"], "web/site/pages/play/b.ts": [] }), [
    "web/site/pages/context/a.ts imports web/site/pages/play/b.ts, but site/pages/context may not import " +
      "site/pages/play.",
  ]);
  assert.deepEqual(back({ "src/kernels/a.h": ["attention.h"], "src/attention.h": [] }).length, 1);
  assert.match(back({ "web/cellar/a.ts": [] })[0], /^web\/cellar\/a\.ts lies in no room/);
});

test("a deep import is found, also into a room within a room", () => {
  const deep = (files) => deepImports(tree(files));
  const state = { "web/site/rooms/state/index.ts": ["./link.js"], "web/site/rooms/state/link.ts": [] };
  assert.deepEqual(deep({ ...state, "web/site/pages/play/a.ts": ["../../rooms/state/index.js"] }), []);
  assert.deepEqual(deep({ ...state, "web/site/pages/play/a.ts": ["../../rooms/state/link.js"] }), [
    "web/site/pages/play/a.ts imports web/site/rooms/state/link.ts. Outside of web/site/rooms/state, import " +
      "web/site/rooms/state/index.ts.",
  ]);
  const read = { "web/lib/index.ts": [], "web/lib/read/index.ts": [], "web/lib/read/tensor.ts": [] };
  assert.deepEqual(deep({ ...read, "web/train/a.ts": ["../lib/read/index.js"] }), []);
  assert.equal(deep({ ...read, "web/lib/a.ts": ["./read/tensor.js"] }).length, 1);
  assert.equal(deep({ ...read, "web/train/a.ts": ["../lib/read/tensor.js"] }).length, 1);
});
