// Every piece of JavaScript in the README and the documentation, run as it is pasted, where the package is installed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyOf, install, node, root } from "./tarball.mjs";

const docs = "web/site/docs";
const files = ["README.md", ...readdirSync(path.join(root, docs)).map((name) => path.join(docs, name))];
const pieces = files.flatMap((file) =>
  [...readFileSync(path.join(root, file), "utf8").matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text]) => ({
    file,
    text,
  })),
);
const installed = await install("reader");

const imported = (text) => [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name).join(", ");

for (const [i, { file, text }] of pieces.entries()) {
  // What needs a page is run in one (tests/site/element-readme.spec.mjs).
  if (text.includes("heed/element")) continue;
  test(`${file}: the program with ${imported(text)} prints what its comments say`, async () => {
    const folder = copyOf(installed, `piece-${i + 1}`, { "main.mjs": text });
    const printed = (await node(["main.mjs"], folder)).trim().split("\n").filter(Boolean);
    if (text.includes("% right")) learns(text, printed, file.endsWith("layers.md") ? 32 : 20);
    else for (const line of printed) assert.ok(text.includes(`// ${line}`), `it printed ${line}`);
  });
}

/** A training is short, and ends with what its reader hopes for. */
function learns(text, printed, lines) {
  assert.ok(text.trim().split("\n").filter(Boolean).length <= lines, `at most ${lines} lines`);
  const [, accuracy] = /, (\d+) % right$/.exec(printed.at(-1));
  assert.ok(Number(accuracy) >= 95, printed.join("\n"));
}

test("there are programs for the first use, for weights of one's own, and for training", () => {
  assert.ok(pieces.filter(({ text }) => text.includes("import ")).length >= 3);
});
