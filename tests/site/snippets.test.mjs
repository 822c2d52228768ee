// The inspector's programs, run as they are: heed's in this node, NumPy's and PyTorch's where the machine has them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { cellsOf, everyRun, gradientRuns, layerGradientRuns, siteModule } from "./runs.mjs";
import { root } from "./serve.mjs";

const { snippetOf } = await siteModule("rooms/inspector/snippets.ts");
const { trace } = await siteModule("rooms/inspector/trace.ts");
const runs = { ...everyRun(), ...gradientRuns(), ...layerGradientRuns() };

/** A few cells of each matrix of each run, and what the core returned for them. */
function* samples() {
  for (const [name, run] of Object.entries(runs)) {
    const cells = [...cellsOf(run)];
    for (const matrix of new Set(cells.map((cell) => cell.matrix))) {
      const own = cells.filter((cell) => cell.matrix === matrix);
      for (const share of [0, 0.31, 0.62, 0.999]) {
        const cell = own[Math.floor(share * own.length)];
        yield { name: `${name}, ${JSON.stringify(cell)}`, run, cell, returned: trace(run, cell).returned };
      }
    }
  }
}

/** Sums in another order differ in their last bits. The numbers of these runs stay below 100. */
function near(printed, returned, what) {
  const value = Number(printed.trim().replace(/^-inf$/, "-Infinity"));
  assert.ok(
    value === returned || Math.abs(value - returned) <= 2e-5 + 2e-5 * Math.abs(returned),
    `${what}: it printed ${printed.trim()}, heed returned ${returned}`,
  );
}

test("each heed program runs as it is and prints the number of its cell, to the last bit", async () => {
  // Inside the package's own folder, where the name "heed" means the package.
  const folder = path.join(root, "build/snippets");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { log } = console;
  let count = 0;
  for (const { name, run, cell, returned } of samples()) {
    const file = path.join(folder, `${count++}.mjs`);
    writeFileSync(file, snippetOf(run, cell, "heed"));
    let printed = "";
    console.log = (value) => (printed += `${value}\n`);
    try {
      await import(pathToFileURL(file));
    } finally {
      console.log = log;
    }
    assert.equal(Number(printed), returned, name);
  }
  assert.ok(count > 300);
});

const RUNNER = `
import contextlib, io, json, sys
printed = []
for text in json.load(sys.stdin):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "snippet", "exec"), {})
    printed.append(out.getvalue())
print(json.dumps(printed))`;

for (const [language, module] of [
  ["NumPy", "numpy"],
  ["PyTorch", "torch"],
]) {
  const python = await pythonWith(module);
  test(
    `each ${language} program runs as it is and prints the number of its cell`,
    { skip: python ? false : `no ${language} on this machine` },
    () => {
      const all = [...samples()];
      const input = JSON.stringify(all.map(({ run, cell }) => snippetOf(run, cell, language)));
      const printed = JSON.parse(
        execFileSync(python, ["-W", "error", "-c", RUNNER], { input, encoding: "utf8", maxBuffer: 1e9 }),
      );
      all.forEach(({ name, returned }, at) => near(printed[at], returned, name));
    },
  );

  // Where Python is missing, what can still be said: the program's numbers are those of the one that was run above.
  test(`each ${language} program holds the same numbers as heed's, and all of Python's brackets close`, () => {
    for (const { name, run, cell } of samples()) {
      const [other, javascript] = [snippetOf(run, cell, language), snippetOf(run, cell, "heed")];
      const numbers = (text, sign) =>
        text
          .split("\n")
          .filter((line) => !line.startsWith(sign))
          .join("\n")
          .match(/(?<![\w.])-?\d+\.\d+(e[-+]?\d+)?(?![\w.])/g) ?? [];
      const held = new Set(numbers(other, "#"));
      for (const number of numbers(javascript, "//"))
        assert.ok(held.has(number), `${name}: ${number} is missing from the ${language} program`);
      for (const [open, close] of ["()", "[]"]) assert.equal(other.split(open).length, other.split(close).length, name);
    }
  });
}

test("a token in a comment cannot become code", () => {
  const hostile = {
    ...runs["one head"],
    tokens: ["a\nimport os", "b\u2028alert(1)", "c\r\nexit()", "\u202Ed", "e", "f"],
  };
  for (const language of ["NumPy", "PyTorch", "heed"]) {
    for (const cell of cellsOf(hostile)) {
      const own = snippetOf(runs["one head"], cell, language).split("\n");
      const lines = snippetOf(hostile, cell, language).split(/[\n\r\u2028\u2029]/);
      assert.deepEqual(lines.slice(1), own.slice(1));
      assert.ok(!lines[0].includes("\u202E"));
    }
  }
});
