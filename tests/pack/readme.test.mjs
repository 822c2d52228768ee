// Every piece of JavaScript in the README, run as it is pasted, where the package is installed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyOf, install, node, root } from "./tarball.mjs";

const readme = readFileSync(path.join(root, "README.md"), "utf8");
const snippets = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text]) => text);
const installed = await install("reader");

const headline = (text) => [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name).join(", ");

for (const [i, text] of snippets.entries()) {
  // Without an import it goes on from something of the reader's own; what needs a page is run in one
  // (tests/site/element-readme.spec.mjs).
  if (!text.includes("import ") || text.includes("heed/element")) continue;
  test(`piece ${i + 1} of the README (${headline(text)}) prints what its comments say`, async () => {
    const folder = copyOf(installed, `piece-${i + 1}`, { "main.mjs": text });
    const printed = (await node(["main.mjs"], folder)).trim().split("\n");
    if (text.includes("heed/train")) learns(text, printed);
    else for (const line of printed) assert.ok(text.includes(`// ${line}`), `it printed ${line}`);
  });
}

function learns(text, printed) {
  assert.ok(text.trim().split("\n").filter(Boolean).length <= 20, "twenty lines");
  const [, accuracy] = /, (\d+) % right$/.exec(printed.at(-1));
  assert.ok(Number(accuracy) >= 95, printed.join("\n"));
}

test("the README has its pieces: the first use, weights of one's own, training", () => {
  assert.ok(snippets.filter((text) => text.includes("import ")).length >= 3);
});
