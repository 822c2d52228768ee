// The core as a C++ library: the commands and programs of the page "From C++", outside the tree.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { root } from "../../scripts/setup/checkout.mjs";
import { onPath } from "../../scripts/setup/host.mjs";

const page = readFileSync(join(root, "web/site/docs/from-cpp.md"), "utf8");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const pieces = (language) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm")), ([, text]) => text);
const [[install], [project, asPart], programs] = ["sh", "cmake", "cpp"].map(pieces);

const folder = mkdtempSync(join(tmpdir(), "heed-cpp-"));
const prefix = join(folder, "prefix");
after(() => rmSync(folder, { recursive: true, force: true }));

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  return { ok: status === 0, said: `${error ?? ""}${stdout ?? ""}${stderr ?? ""}` };
}

function must(...given) {
  const { ok, said } = run(...given);
  assert.ok(ok, said);
  return said;
}

/** Configures the project of the page in a folder of its own, with one main.cpp, and says whether it could. */
function configure(name, program, { lists = project, flags = [] } = {}) {
  const source = join(folder, name);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, "CMakeLists.txt"), lists);
  writeFileSync(join(source, "main.cpp"), program);
  return run("cmake", ["-S", source, "-B", join(source, "build"), `-DCMAKE_PREFIX_PATH=${prefix}`, ...flags]);
}

/** Builds and runs it: what it prints, and what its last comment says of that, as lines. */
function printed(name, program, options) {
  const { ok, said } = configure(name, program, options);
  assert.ok(ok, said);
  must("cmake", ["--build", join(folder, name, "build")]);
  const lines = (text) => text.trim().split(/\s*\n(?:\/\/ )?/);
  return {
    lines: lines(must(join(folder, name, "build/program"), [])),
    stated: lines(program.split("\n}\n// ").at(-1)),
  };
}

const kStrict = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror";

// ---- in double precision -------------------------------------------------------------------------------------------

const product = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, x, i) => sum + x * b[i][j], 0)));
const matrix = (numbers, columns) =>
  Array.from({ length: numbers.length / columns }, (_, i) => numbers.slice(i * columns, (i + 1) * columns));

function attend(q, k, v, sees = () => true) {
  return q.map((row, i) => {
    const score = (key) => row.reduce((sum, x, c) => sum + x * key[c], 0) / Math.sqrt(row.length);
    const powers = k.map((key, j) => (sees(i, j) ? Math.exp(score(key)) : 0));
    const sum = powers.reduce((a, b) => a + b);
    return v[0].map((_, c) => powers.reduce((total, power, j) => total + (power / sum) * v[j][c], 0));
  });
}

/** The layer of the second program: two heads of three columns. */
function layer(x, [wq, wk, wv, wo]) {
  const heads = [0, 3].map((from) => {
    const part = (w) => product(x, w).map((row) => row.slice(from, from + 3));
    return attend(part(wq), part(wk), part(wv));
  });
  return product(
    heads[0].map((row, i) => [...row, ...heads[1][i]]),
    wo,
  ).flat();
}

/** The gradient of the sum of f with respect to two entries of a matrix, by central differences. */
function slopes(m, entries, f) {
  return entries.map(([i, j]) => {
    const moved = (by) => {
      const changed = m.map((row) => row.slice());
      changed[i][j] += by;
      return f(changed).reduce((a, b) => a + b);
    };
    return (moved(1e-5) - moved(-1e-5)) / 2e-5;
  });
}

function expectedOfLayer() {
  const waves = (count, step) => Array.from({ length: count }, (_, i) => Math.fround(Math.sin(step * i)));
  const x = matrix(waves(24, 0.7), 6);
  const weights = [1.1, 1.3, 1.7, 1.9].map((step) => matrix(waves(36, step), 6));
  const output = layer(x, weights);
  const ends = (rows) => [
    [0, 0],
    [rows - 1, 5],
  ];
  return [
    output[0],
    output.at(-1),
    ...slopes(x, ends(4), (moved) => layer(moved, weights)),
    ...slopes(weights[0], ends(6), (moved) => layer(x, [moved, ...weights.slice(1)])),
  ];
}

const kExpected = [
  () => {
    const [q, k, v] = [
      [1, 0, 0, 1, 1, 1],
      [1, 2, 3, 1, 0, 2],
      [1, 0, 0, 1, 2, 2],
    ].map((numbers) => matrix(numbers, 2));
    return attend(q, k, v, (i, j) => j <= i).flat();
  },
  () => {
    const mask = [[1, 1, 0], [1, 1, 1], [0, 0, 1]]; // prettier-ignore
    const head = (numbers) => attend(...Array(3).fill(matrix(numbers, 1)), (i, j) => mask[i][j] !== 0).flat();
    return [head([1, 2, 3]), head([3, 2, 1])].flat();
  },
  expectedOfLayer,
];

/** Builds and runs a program of the page, and compares what it prints with both. */
function check(index, name, options) {
  const { lines, stated } = printed(name, programs[index], options);
  const expected = kExpected[index]();
  const numbers = lines.join(" ").split(" ").map(Number);
  assert.equal(numbers.length, expected.length);
  for (const [at, number] of numbers.entries())
    assert.ok(Math.abs(number - expected[at]) < 6e-5, `${number}, but ${expected[at]}`); // four digits are printed
  assert.deepEqual(lines, stated);
}

// ---- the tests -----------------------------------------------------------------------------------------------------

test("the core is installed by the page's commands, and its programs are built outside the tree and run", () => {
  const commands = install.replaceAll("build/cpp", join(folder, "core")).replaceAll("build/prefix", prefix);
  must("sh", ["-e", "-c", commands.replace("-march=native", "'$& -Werror'")], { cwd: root });
  const headers = readdirSync(join(prefix, "include/heed")).sort();
  const named = new Set(Array.from(page.matchAll(/^\| `heed\/(\w+\.h)`/gm), ([, name]) => name));
  assert.deepEqual(headers, [...named].sort());
  assert.equal(programs.length, kExpected.length);
  for (const index of programs.keys()) check(index, `outside-${index}`, { flags: [`-DCMAKE_CXX_FLAGS=${kStrict}`] });
});

test("an installed header is included by itself, in C++17", () => {
  for (const header of readdirSync(join(prefix, "include/heed"))) {
    const file = join(folder, "alone.cpp");
    writeFileSync(file, `#include "heed/${header}"\n`);
    must("c++", ["-std=c++17", ...kStrict.split(" "), "-fsyntax-only", "-I", join(prefix, "include"), file]);
  }
});

test("a program may ask for its minor version of 0.x, and is refused another", () => {
  const asking = (asked) => project.replace("heed CONFIG", `heed ${asked} CONFIG`);
  const [major, minor] = version.split(".").map(Number);
  assert.ok(configure("same", programs[0], { lists: asking(`${major}.${minor}`) }).ok);
  for (const other of [`${major}.${minor + 1}`, `${major}.${minor - 1}`]) {
    const { ok, said } = configure("other", programs[0], { lists: asking(other) });
    assert.ok(!ok && said.includes(version), said);
  }
});

// By Clang where it is there, so that both compilers see every file.
test("the core is a part of another project, which has its own flags", () => {
  const lists = project.replace(/^find_package.*\n/m, asPart);
  const compiler = onPath("clang++") ? ["-DCMAKE_CXX_COMPILER=clang++"] : [];
  for (const name of ["src", "cmake", "CMakeLists.txt", "package.json"])
    cpSync(join(root, name), join(folder, "part", "heed", name), { recursive: true });
  const flags = [...compiler, `-DCMAKE_CXX_FLAGS=${kStrict}`, "-DCMAKE_BUILD_TYPE=RelWithDebInfo"];
  check(0, "part", { lists, flags });
});
