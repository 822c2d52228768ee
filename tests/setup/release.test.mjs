// When a commit may be published, and what the files that publish it say.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { obstacles, wrongCompiler } from "../../scripts/release.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { releasedWith } from "../../scripts/setup/needs.mjs";

const ready = {
  manifest: { version: "1.2.0", author: "A", homepage: "https://a.example", repository: { url: "git+a" }, bugs: "b" },
  changelog: "# Changelog\n\nWords.\n\n## 1.2.0\n\n- News.\n\n## 1.1.0\n",
  tags: ["v1.2.0"],
  changes: "",
};
const alone = (change) => {
  const found = obstacles({ ...ready, ...change });
  assert.equal(found.length, 1, found.join("\n"));
  return found[0];
};

test("nothing keeps a finished commit with its tag from being published", () => {
  assert.deepEqual(obstacles(ready), []);
});

test("a placeholder, a missing field, another version, another tag and loose changes each keep it back", () => {
  const { manifest } = ready;
  assert.match(alone({ manifest: { ...manifest, repository: { url: "git+OWNER" } } }), /OWNER in repository/);
  assert.match(alone({ manifest: { ...manifest, bugs: undefined } }), /no bugs/);
  assert.match(alone({ changelog: "## Unreleased\n\n## 1.2.0\n" }), /CHANGELOG\.md is Unreleased/);
  assert.match(alone({ tags: ["v1.1.0", "nightly"] }), /needs the tag v1\.2\.0; .*: v1\.1\.0\.$/);
  assert.match(alone({ changes: " M README.md" }), /not committed/);
});

test("a core that another Emscripten compiled keeps it back", () => {
  // WebAssembly with nothing but the section "heed".
  const wasm = (says) => {
    const section = Buffer.from(`heed${says}`);
    return Buffer.concat([Buffer.from("0061736d01000000", "hex"), Buffer.from([0, section.length + 1, 4]), section]);
  };
  const { emscripten } = releasedWith;
  assert.equal(wrongCompiler(wasm(`simd 1.2.0 emscripten ${emscripten}`)), undefined);
  assert.match(
    wrongCompiler(wasm(`simd 1.2.0 emscripten ${emscripten}1`)),
    /^The core was compiled by emscripten \S+1,/,
  );
  assert.match(wrongCompiler(wasm("simd 1.2.0")), /an unknown compiler, and a release needs emscripten \d/);
});

test("this package's version is the newest of its changelog, and the one to cite", () => {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  assert.equal(lock.version, version);
  assert.match(
    readFileSync(path.join(root, "CHANGELOG.md"), "utf8"),
    new RegExp(`^## ${version.replaceAll(".", "\\.")}$`, "m"),
  );
  assert.match(readFileSync(path.join(root, "CITATION.cff"), "utf8"), new RegExp(`^version: ${version}$`, "m"));
});

test("what is unreleased takes at most 80 lines of the changelog", () => {
  const lines = (text) => /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(text)?.[1].trimEnd().split("\n").length ?? 0;
  assert.equal(lines("# C\n\n## Unreleased\n\n- a\n- b\n\n## 1.0.0\n\n- c\n"), 3);
  assert.equal(lines("# C\n\n## Unreleased\n\n- a\n"), 2);
  assert.ok(lines(readFileSync(path.join(root, "CHANGELOG.md"), "utf8")) <= 80);
});

const folder = path.join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), "utf8") }));

test("each workflow names its actions by the commit of a version, always the same, and runs one at a time", () => {
  const commits = new Map();
  for (const { name, text } of workflows) {
    for (const [, used] of text.matchAll(/\buses: (.*)$/gm)) {
      const [, action, commit] = /^([\w/-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/.exec(used) ?? [];
      assert.ok(commit, `${name}: ${used}`);
      assert.equal(commits.get(action) ?? commit, commit, `${name}: ${used}`);
      commits.set(action, commit);
    }
    assert.match(text, /^concurrency:\n {2}group: /m, name);
    assert.match(text, /^permissions:\n {2}contents: read$/m, name);
  }
  assert.ok(commits.size >= 7);
});

test("every change is tested on the oldest Node that the package names", () => {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { text } = workflows.find(({ name }) => name === "check.yml");
  const [, oldest] = /node: \[(\d+), \d+\]/.exec(text);
  assert.equal(engines.node, `>=${oldest}`);
});

test("the workflows run only commands that exist", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const commands = workflows.flatMap(({ text }) => [...text.matchAll(/^ *- run: (.*)$/gm)].map(([, line]) => line));
  assert.ok(commands.length >= 5);
  for (const line of commands) {
    const [, script] = /^npm (?:run )?(test|(?<=run )\S+)$/.exec(line) ?? [];
    if (script) assert.ok(scripts[script], line);
    else
      assert.match(
        line,
        /^(\.ci\/run$|git config |test "\$\(npm view heed@.* \|\| npm publish |for lock .* npm audit )/,
      );
  }
});

test("the workflow publishes a version that is not there, and leaves one that is", () => {
  const workflow = readFileSync(path.join(root, ".github/workflows/release.yml"), "utf8");
  const [, line] = /^ *- run: (.*npm publish.*)$/m.exec(workflow);
  // An npm that knows one version, and says what it was asked to publish.
  const npm = `npm() {
    if [ "$1" = publish ]; then echo "$*"; return; fi
    if [ "$*" = "view heed@1.1.0 version" ]; then echo 1.1.0; else return 1; fi
  }`;
  const told = (tag) =>
    execFileSync("bash", ["-e", "-c", `${npm}\n${line}`], {
      encoding: "utf8",
      env: { ...process.env, GITHUB_REF_NAME: tag },
    });
  assert.equal(told("v1.1.0"), "");
  assert.match(told("v1.2.0"), /^publish \.\/heed-.*\.tgz --provenance --access public$/m);
});
