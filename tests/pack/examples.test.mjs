// Every program in examples/, run where the package is installed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { copyOf, install, node, root } from "./tarball.mjs";

const examples = path.join(root, "examples");
const installed = await install("examples");

for (const name of readdirSync(examples)) {
  test(`examples/${name} prints what its comments say`, async () => {
    const text = readFileSync(path.join(examples, name), "utf8");
    const folder = copyOf(installed, `example-${name}`, { "main.mjs": text });
    const printed = (await node(["main.mjs"], folder)).trim().split("\n").filter(Boolean);
    assert.ok(printed.length > 0, "it prints something");
    for (const line of printed) assert.ok(text.includes(`// ${line}`), `it printed ${line}`);
  });
}
