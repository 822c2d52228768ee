// Rules for all files of the repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import test from "node:test";
import ts from "typescript";
import { CODES } from "../lib/codes.mjs";
import { root } from "../../scripts/setup/checkout.mjs";

const kText = /\.(c|cpp|h|mjs|js|ts|json|cmake|css|html|md|sh|txt|yml)$|^(run|\.npmrc|\.editorconfig|\.gitignore)$/;
const kTop = [
  ".ci",
  ".editorconfig",
  ".gitignore",
  ".npmrc",
  ".oxlintrc.json",
  "CMakeLists.txt",
  "CMakePresets.json",
  "cmake",
  "package.json",
  "package-lock.json",
  "scripts",
  "src",
  "tests",
  "web",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
];

function* filesIn(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const whole = join(path, entry.name);
    if (entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* filesIn(whole);
    else if (kText.test(entry.name)) yield whole;
  }
}

const top = new Set(readdirSync(root));
const sources = kTop
  .filter((name) => top.has(name))
  .flatMap((name) => {
    const path = join(root, name);
    return kText.test(name) || name.endsWith(".txt") ? [path] : [...filesIn(path)];
  })
  .map((path) => ({ name: relative(root, path), text: readFileSync(path, "utf8") }));

const having = (pattern, folder = "") =>
  sources.filter(({ name, text }) => name.startsWith(folder) && pattern.test(text)).map(({ name }) => name);

test("only the bindings know Emscripten, and only one header knows wasm's vectors", () => {
  assert.deepEqual(having(/#\s*include\s*<emscripten/, "src/"), ["src/bindings.cpp"]);
  assert.deepEqual(having(/#\s*include\s*<wasm_simd128\.h>/, "src/"), ["src/simd/f32x4_wasm.h"]);
});

test("the package never names the page", () => {
  // `window` is the name of an option too, so the compiler says which names are the page's
  const config = ts.readConfigFile(join(root, "web", "tsconfig.json"), ts.sys.readFile).config;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "web"));
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const isThePage = (name) => {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    return symbol?.declarations?.some((node) => node.getSourceFile().fileName.endsWith("lib.dom.d.ts")) === true;
  };
  const named = [];
  for (const file of program.getSourceFiles()) {
    const name = relative(root, file.fileName);
    if (!name.startsWith("web/lib/")) continue;
    const visit = (node) => {
      if (ts.isIdentifier(node) && /^(window|document)$/.test(node.text) && isThePage(node)) named.push(name);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  assert.deepEqual(named, []);
});

// tests/lib/codes.mjs holds that each error of a call has a code.
test("the package makes each error by fault(), which gives it a code", () => {
  const rooms = ["lib", "train", "layers", "model", "gguf", "workers", "rotary", "draw", "page", "element", "show"];
  const made = rooms.flatMap((room) =>
    having(/\bnew (Range|Type|Syntax)?Error\b|\? (Range|Type)Error\b/, `web/${room}/`),
  );
  // heed's own tables are read when the package starts.
  assert.deepEqual(made, ["web/lib/read/fault.ts", "web/lib/rows/row.ts", "web/show/fault.ts"]);
  const [{ text: types }] = sources.filter(({ name }) => name === "web/lib/api/errors.ts");
  const codes = Array.from(types.match(/type ErrorCode =([^;]*);/)[1].matchAll(/"(\w+)"/g), ([, code]) => code);
  const [{ text: page }] = sources.filter(({ name }) => name === "web/site/docs/errors.md");
  const explained = Array.from(page.matchAll(/^\| `"(\w+)"` \| (\w+) \|/gm), ([, code, Class]) => [code, Class]);
  assert.deepEqual(
    explained,
    codes.map((code) => [code, CODES[code].name]),
  );
});

test("no line is longer than 120 columns", () => {
  const files = sources.filter(({ name }) => /\.(ts|mjs|css|cpp|h|cmake|sh)$|CMakeLists\.txt$/.test(name));
  const tooLong = files.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line, index) => (Array.from(line).length > 120 ? [`${name}:${index + 1}`] : [])),
  );
  assert.equal(tooLong.length, 0, tooLong.join("\n"));
});

test("Prettier and clang-format would change no file", () => {
  const script = join(root, "scripts", "format.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}\nnpm run format rewrites these files.`);
});

// What a page shows comes after what was done to it, at some later frame: a test that looks once has luck, or not.
test("a test of a page asks again until its answer is right: by expect.poll, toHaveText, toHaveCount, resolves", () => {
  assert.deepEqual(having(/\bexpect\(\(*await\b/, "tests/site/"), []);
});

/** Fields that are counted up, and then compared with what they were: `const run = ++this.#run`, then a wait. */
function countedIn(text) {
  const counted = Array.from(text.matchAll(/\+\+this\.(#\w+)|this\.(#\w+)(?:\+\+| \+= 1)/g), ([, up, on]) => up ?? on);
  return Array.from(new Set(counted)).filter((field) =>
    new RegExp(`[!=]== this\\.${field}\\b(?! [-+*/])|this\\.${field} [!=]== [a-z]\\w*\\b(?![.(])`).test(text),
  );
}

test("what was overtaken by something newer learns that by a signal of Latest, not by a count that is compared", () => {
  const found = sources.flatMap(({ name, text }) =>
    /^web\/.*\.ts$/.test(name) ? countedIn(text).map((field) => `${name}: ${field}`) : [],
  );
  assert.deepEqual(found, []);
  const late = "async show() {\n const run = ++this.#run;\n await this.ask();\n";
  assert.deepEqual(countedIn(`${late} if (run !== this.#run) return; }`), ["#run"]);
  assert.deepEqual(countedIn(`${late} if (this.#run === run) this.draw(); }`), ["#run"]);
  assert.deepEqual(countedIn("leave() { this.#run++; } isLeft = (run) => run !== this.#run;"), ["#run"]);
  // What only counts, and what only compares.
  assert.deepEqual(countedIn("const id = this.#next++; while (this.#at < end) this.#at++;"), []);
  assert.deepEqual(countedIn("const text = this.#text; await text.read(); if (text !== this.#text) return;"), []);
});

test("no file holds a path of somebody's machine", () => {
  const home = new RegExp(["/ro" + "ot/", "/ho" + "me/[a-z]", "/wo" + "rk/"].join("|"));
  assert.deepEqual(having(home), []);
});

test("no file holds a note about work that is left", () => {
  assert.deepEqual(having(new RegExp(["TO" + "DO", "FIX" + "ME", "X" + "XX\\b"].join("|"))), []);
});

/** Expressions that were wrong in every place of the texts for readers, with the number of places in November 2026. */
const WRONG = [
  [/\banew\b(?!":)/, "again, from scratch (14)"],
  [/where (it|they|one) (is|are) left out/, "by default (10)"],
  [/throws? a sentence|(throws|rejects) with a sentence|refused (by|in) a sentence/, "throws an error that … (6)"],
  [/\bfrom \d+ ?[a-z]* on\b/i, "from 512 tokens up, 0 or greater (15)"],
  [/numbers? stands? there/, "so the page shows numbers instead (4)"],
  [/\b(is|are) no (UTF-8|GGUF|JSON|text\b|pair|multiple)/, "is not a … (9)"],
];

test("no text for readers has an expression that was wrong wherever it was found", () => {
  const isForReaders = /^web\/site\/docs\/[^/]+\.md$|^web\/site\/.*texts\/.*en\.json$|^(README|SECURITY)\.md$/;
  const texts = sources.filter(({ name }) => isForReaders.test(name));
  assert.ok(texts.length > 50);
  const found = texts.flatMap(({ name, text }) =>
    WRONG.flatMap(([pattern, better]) =>
      pattern.test(text) ? [`${name}: ${text.match(pattern)[0]} → ${better}`] : [],
    ),
  );
  assert.deepEqual(found, []);
});
