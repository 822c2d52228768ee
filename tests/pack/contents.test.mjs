// What is in the tarball, and what is not.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import test from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { PIECE, textOf as printable } from "../../scripts/build-lib.mjs";
import { readReference } from "../../scripts/docs/reference.mjs";
import { filesUnder, node, root, tarball, toolOf, unpacked } from "./tarball.mjs";

const KB = 1024;
/** The command line is a program of Node and no entry. */
const COMMAND = "dist/command.js";
const manifest = JSON.parse(readFileSync(path.join(unpacked, "package.json"), "utf8"));
const files = filesUnder(unpacked);
const bytesOf = (file) => readFileSync(path.join(unpacked, file));
const textOf = (file) => bytesOf(file).toString("utf8");
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const brotlied = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

test("every file that package.json names is there", () => {
  const named = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  for (const file of [...named, manifest.main, manifest.types, manifest.customElements])
    assert.ok(existsSync(path.join(unpacked, file)), file);
  assert.deepEqual(
    Object.keys(manifest.exports).filter((name) => name.endsWith(".wasm")),
    ["./simd.wasm", "./relaxed-simd.wasm"],
  );
  for (const flavour of ["simd", "relaxed-simd"])
    assert.equal(path.basename(manifest.exports[`./${flavour}.wasm`].default), `${flavour}.wasm`);
});

test("each wasm file says its flavour, its version and its compiler", () => {
  for (const flavour of ["simd", "relaxed-simd"]) {
    const end = bytesOf(`dist/${flavour}.wasm`).subarray(-64).toString("latin1");
    assert.match(end, new RegExp(`\\x04heed${flavour} ${manifest.version} emscripten \\d+\\.\\d+\\.\\d+$`));
  }
});

test("types stand first and default last in each entry", () => {
  for (const target of Object.values(manifest.exports)) {
    if (typeof target !== "object") continue;
    const conditions = Object.keys(target).filter((name) => name !== "node");
    assert.deepEqual(conditions, ["types", "default"]);
    assert.equal(Object.keys(target)[0], "types");
    assert.equal(Object.keys(target).at(-1), "default");
  }
});

test("on servers heed/external is the entry that carries its wasm", () => {
  assert.deepEqual(
    Object.keys(manifest.exports).filter((name) => manifest.exports[name].node),
    ["./external"],
  );
  assert.equal(manifest.exports["./external"].node, manifest.exports["."].default);
});

test("it has a licence, a readme and no dependency of any kind", () => {
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md"]) assert.ok(files.includes(file), file);
  assert.equal(manifest.license, "MIT");
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "bundledDependencies"])
    assert.equal(manifest[kind], undefined);
  for (const script of ["preinstall", "install", "postinstall", "prepare"])
    assert.equal(manifest.scripts?.[script], undefined);
});

const links = files
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) =>
    Array.from(textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, href]) => ({
      file,
      href,
      target: path.join(path.dirname(file), href),
    })),
  );

test("it holds nothing but the build, the papers, and the sources that these link to", () => {
  const linked = new Set(links.map(({ target }) => target));
  const isLinkedSource = (file) => /^web\/[\w/-]+\.ts$/.test(file) && linked.has(file);
  const expected = [
    /^dist\/(custom-elements\.json|[\w-]+\.(js|d\.ts|wasm))$/,
    /^web\/notebook\/heed\.py$/,
    /^web\/site\/docs\/(pictures\/[\w-]+\.(webp|svg)|[\w-]+\.md)$/,
    /^examples\/[\w-]+\.(md|mjs|html)$/,
    /^tests\/bench\/results\/[\w-]+\.(md|svg)$/,
    /^web\/site\/picture\.png$/,
    /^(LICENSE|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|package\.json)$/,
  ];
  assert.deepEqual(
    files.filter((file) => !expected.some((pattern) => pattern.test(file)) && !isLinkedSource(file)),
    [],
  );
});

test("it has at most 120 files, which take 2.5 MB unpacked, 2560 KB", () => {
  const total = files.reduce((sum, file) => sum + bytesOf(file).length, 0);
  assert.ok(files.length <= 120, `${files.length} files`);
  assert.ok(total <= 2560 * 1024, `${total} bytes`);
});

// On the site a link to a lesson's body leads to the lesson, and in the repository to its text. The package has none.
const LESSON = /^web\/site\/pages\/[^/]+\/body\.html$/;

test("links and pictures of its Markdown lead to files that are in it, or to a lesson of the site", () => {
  assert.ok(links.some(({ file }) => file === "README.md"));
  assert.deepEqual(
    links
      .filter(({ target }) => !files.includes(target) && !LESSON.test(target))
      .map(({ file, href }) => `${file} links to ${href}`),
    [],
  );
});

/** The names that a file of types declares, at its top level. */
const declaredIn = (text) =>
  Array.from(text.matchAll(/^(?:declare )?(?:interface|type|class|function|const) (\w+)/gm), ([, name]) => name);
const typesOf = ({ entry }) => textOf(`dist/${entry.replace(/^heed\//, "")}.d.ts`);
const reference = readReference();

test("each entry has one file of types, which imports only the files of other entries", () => {
  const types = files.filter((file) => file.endsWith(".d.ts"));
  const named = Object.values(manifest.exports).flatMap((target) => target.types ?? []);
  assert.deepEqual(types.map((file) => `./${file}`).sort(), [...new Set(named)].sort());
  for (const file of types)
    for (const [, from] of textOf(file).matchAll(/^(?:import|export) .*\bfrom ['"](.+)['"];$/gm))
      assert.ok(types.includes(path.join("dist", from.replace(/\.js$/, ".d.ts"))), `${file} imports ${from}`);
});

test("the entries that use a heed declare none of its types again, and heed/layers none of heed/train", () => {
  const [heed, layers, train, rotary, model, workers] = reference.map(typesOf);
  const again = (texts, of) => texts.flatMap(declaredIn).filter((name) => declaredIn(of).includes(name));
  assert.ok(declaredIn(heed).includes("Tensor"));
  assert.deepEqual(again([layers, train, rotary, model, workers], heed), []);
  assert.deepEqual(again([layers], train), []);
});

test("a file of types keeps the comments that editors show", () => {
  const words = (text) => text.replace(/^\s*\* ?/gm, "").replace(/\s+/g, " ");
  for (const entry of reference) {
    const text = words(typesOf(entry));
    const all = entry.names.flatMap((name) => [name, ...name.members]);
    for (const { name, comment } of all)
      for (const line of comment.text.split("\n")) assert.ok(text.includes(words(line)), `${entry.entry}: ${name}`);
  }
});

test("no path of the machine that built it has leaked into it", () => {
  const paths = [root, path.dirname(root), homedir()].filter((folder) => folder.length > 1);
  for (const file of files) {
    const text = bytesOf(file).toString("latin1");
    for (const folder of paths) assert.ok(!text.includes(`${folder}/`), `${file} holds ${folder}`);
    assert.doesNotMatch(text, /file:\/\/\/(?!nowhere)\w/, file);
  }
});

test("no script in it imports anything but heed/workers heed, or needs what a strict page forbids", () => {
  const scripts = files.filter((file) => /^dist\/[\w-]+\.js$/.test(file) && file !== COMMAND);
  for (const file of scripts) {
    const text = textOf(file);
    const alone = file === "dist/workers.js" ? text.replace(/^import\{load as [\w$]+\}from"\.\/heed\.js";/, "") : text;
    assert.doesNotMatch(alone, /\bimport\s*["'{*]|(?<!["'])\bfrom\s*["']|\brequire\(|\bimport\(/, file);
    assert.doesNotMatch(text, /\beval\(|new Function\b|\bprocess\.on\(/, file);
  }
  assert.ok(!textOf("dist/heed.js").includes("import.meta"), "the default entry can be part of a classic script");
  assert.equal(
    textOf("dist/external.js").match(/new URL\("\.\/(relaxed-)?simd\.wasm",import\.meta\.url\)/g)?.length,
    2,
    "each wasm by one literal that bundlers know",
  );
});

/** Whether an entry carries all pieces of a wasm, in their order. */
function carries(entry, wasm) {
  let at = 0;
  for (let from = 0; from < wasm.length; from += PIECE) {
    at = entry.indexOf(JSON.stringify(printable(wasm.subarray(from, from + PIECE))).slice(1, -1), at);
    if (at === -1) return false;
  }
  return true;
}

/** What the documentation says of the sizes: entry → at most how many KB gzipped, and with brotli. */
const saidSizes = Object.fromEntries(
  Array.from(
    textOf("web/site/docs/running.md").matchAll(/^\| `heed(\S*)` \| (\d+) KB \| (\d+) KB \|/gm),
    ([, name, ...sizes]) => [`.${name}`, sizes.map(Number)],
  ),
);

test("each entry is at most as large as the documentation says, and at least 85 % of that", () => {
  const entries = Object.keys(manifest.exports).filter((name) => manifest.exports[name].default);
  assert.deepEqual(Object.keys(saidSizes).sort(), entries.filter((name) => name !== "./worker.js").sort());
  for (const [name, said] of Object.entries(saidSizes)) {
    const bytes = bytesOf(manifest.exports[name].default);
    for (const [at, size] of [gzipped(bytes), brotlied(bytes)].entries()) {
      assert.ok(size <= said[at] * KB, `${name}: ${size} bytes, and at most ${said[at]} KB are said`);
      assert.ok(size >= 0.85 * said[at] * KB, `${name}: ${size} bytes, and ${said[at]} KB are said`);
    }
  }
});

test("the README names each entry with the size that the documentation says", () => {
  const rows = textOf("README.md").matchAll(/^\| `heed(\S*)` \| (.*) \| (\d+) KB \|$/gm);
  const named = Array.from(rows, ([, name, adds, size]) => ({ entry: `.${name}`, adds, size: Number(size) }));
  const wasm = saidSizes["./simd.wasm"][0];
  assert.equal(saidSizes["./relaxed-simd.wasm"][0], wasm);
  assert.ok(named.find(({ entry }) => entry === "./external").adds.includes(`a file of ${wasm} KB`));
  const entries = Object.keys(saidSizes).filter((name) => !name.endsWith(".wasm"));
  assert.deepEqual(
    Object.fromEntries(named.map(({ entry, size }) => [entry, size])),
    Object.fromEntries(entries.map((entry) => [entry, saidSizes[entry][0]])),
  );
});

test("the default entry carries both flavours, and the guides say the sizes of the table", () => {
  const entry = textOf("dist/heed.js");
  for (const flavour of ["simd", "relaxed-simd"])
    assert.ok(carries(entry, bytesOf(`dist/${flavour}.wasm`)), `it carries ${flavour}.wasm`);
  const [gzip, brotli] = saidSizes["."];
  assert.ok(textOf("web/site/docs/running.md").includes(`at most ${gzip} KB gzipped, ${brotli} KB with brotli`));
  const [model] = saidSizes["./model"];
  assert.match(textOf("web/site/docs/own-model.md"), new RegExp(`at most ${model} KB\\s+gzipped`));
});

test("the program of the workers is a classic script, too", () => {
  assert.doesNotMatch(textOf("dist/worker.js"), /^\s*(import|export)\b/m);
});

test("no page of the documentation in it has an empty place that a build fills", () => {
  const known = /^ (also: |program: |[\w-]+:(begin|end) $)/;
  for (const file of files.filter((name) => /^(README|web\/site\/docs\/.*)\.md$/.test(name))) {
    const text = textOf(file).replace(/^```[^]*?^```/gm, "");
    for (const [, comment] of text.matchAll(/<!--([^]*?)-->/g)) assert.match(comment, known, file);
    assert.doesNotMatch(text, /([\w-]+):begin -->\s*<!-- \1:end/, file);
  }
});

test("publint --strict finds nothing to say", async () => {
  assert.match(await node([toolOf("publint"), "--strict", "--pack", "false", unpacked], unpacked), /All good!/);
});

test("attw resolves the types of every entry", async () => {
  const table = await node(
    [toolOf("@arethetypeswrong/cli", "attw"), tarball, "--profile", "esm-only", "--format", "json"],
    unpacked,
  );
  const { analysis } = JSON.parse(table);
  assert.deepEqual(Object.keys(analysis.entrypoints).sort(), Object.keys(manifest.exports).sort());
  for (const [entry, { resolutions }] of Object.entries(analysis.entrypoints)) {
    for (const kind of ["node16-esm", "bundler"]) assert.ok(resolutions[kind].resolution, `${entry} under ${kind}`);
  }
});
