// The npm packages: which folder names which, how they are pinned, and the one that set-up fetches by its hash.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join, sep } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "../../scripts/setup/checkout.mjs";
import { suitesWithPackages } from "../../scripts/setup/npm.mjs";

const json = (...names) => JSON.parse(readFileSync(join(root, ...names), "utf8"));
const suites = suitesWithPackages().map((name) => join("tests", name));
const apps = readdirSync(join(root, "tests/environments/apps")).map((name) => join("tests/environments/apps", name));

function* modulesIn(folder, suffix = /\.mjs$/) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === "node_modules" || path === join("tests", "environments", "apps")) continue;
    if (entry.isDirectory()) yield* modulesIn(path, suffix);
    else if (suffix.test(entry.name)) yield path;
  }
}

/** The packages that a module imports: "@a/b" of "@a/b/c.js". */
function importsOf(path) {
  const names = ts.preProcessFile(readFileSync(join(root, path), "utf8")).importedFiles.map(({ fileName }) => fileName);
  return names
    .filter((name) => !/^(node:|heed|\.|\/|data:)/.test(name) && !builtinModules.includes(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0]);
}

test("the package has no dependencies", () => {
  const { dependencies, peerDependencies, optionalDependencies } = json("package.json");
  assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
});

test("each lock file agrees with the package.json beside it, and names no registry", () => {
  assert.deepEqual(
    suites,
    ["engines", "pack", "setup", "site", "tokens"].map((name) => join("tests", name)),
  );
  for (const folder of ["", ...suites]) {
    const lock = json(folder, "package-lock.json");
    assert.deepEqual(lock.packages[""].devDependencies, json(folder, "package.json").devDependencies, folder);
    const hint = `write ${folder} with npm install --package-lock-only --omit-lockfile-registry-resolved`;
    for (const [name, one] of Object.entries(lock.packages)) assert.ok(!one.resolved, `${name}: ${hint}`);
  }
});

test("every version is pinned exactly, also those of the environments, which have no lock file", () => {
  for (const folder of ["", ...suites, ...apps.filter((app) => existsSync(join(root, app, "package.json")))]) {
    const { dependencies = {}, devDependencies = {} } = json(folder, "package.json");
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      assert.match(version, /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} of ${folder}`);
  }
  assert.deepEqual(
    apps.filter((app) => existsSync(join(root, app, "package-lock.json"))),
    [],
  );
});

test("a module imports only packages that the top package.json names, or that of its suite", () => {
  const build = Object.keys(json("package.json").devDependencies);
  const wrong = ["scripts", "tests"].flatMap((top) =>
    [...modulesIn(top)].flatMap((path) => {
      const suite = suites.find((folder) => path.startsWith(folder + sep));
      const known = [...build, ...(suite ? Object.keys(json(suite, "package.json").devDependencies) : [])];
      return importsOf(path).flatMap((name) => (known.includes(name) ? [] : [`${path}: ${name}`]));
    }),
  );
  assert.deepEqual(wrong, []);
});

test("the build installs no package that nothing but a suite uses", () => {
  const modules = [...modulesIn("scripts"), ...modulesIn("web", /\.(mjs|ts)$/)];
  const built = modules.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const idle = Object.keys(json("package.json").devDependencies).filter((name) => !built.includes(`"${name}`));
  assert.deepEqual(idle, ["@types/node"]);
});

test("weights with another hash are refused in a sentence, and nothing is kept of them", () => {
  const folder = mkdtempSync(join(tmpdir(), "heed-weights-"));
  // An npm that packs a file of its own into the folder that it is given.
  const npm =
    '#!/bin/sh\nfor word; do case $before in --pack-destination) echo x > "$word/w.tgz";; esac; before=$word; done\n';
  writeFileSync(join(folder, "npm"), npm, { mode: 0o755 });
  const code = `const { prepareData } = await import(${JSON.stringify(
    pathToFileURL(join(root, "scripts/setup/data.mjs")).href,
  )}); await prepareData(["weights"]);`;
  const { HEED_WEIGHTS_DIR, ...env } = process.env;
  try {
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      encoding: "utf8",
      env: { ...env, PATH: folder + delimiter + env.PATH, XDG_CACHE_HOME: join(folder, "cache") },
    });
    assert.equal(status, 1);
    assert.match(stderr, /w\.tgz should have SHA-512 \S+, and has \S+\. Or set HEED_WEIGHTS_DIR to a folder/);
    assert.deepEqual(
      readdirSync(join(folder, "cache/heed")).filter((name) => !name.endsWith(".lock")),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
