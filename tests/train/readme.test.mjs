// The README's example, run as it is pasted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("readme-lookup.mjs", import.meta.url));

test("the example in the README has twenty lines, needs the package alone, and reaches 95 %", () => {
  const text = readFileSync(file, "utf8");
  assert.ok(text.trim().split("\n").filter(Boolean).length <= 20);
  assert.deepEqual([...text.matchAll(/from "(.*)"/g)].map(([, name]) => name), ["heed", "heed/train"]);
  const said = execFileSync(process.execPath, [file], { encoding: "utf8" }).trim().split("\n");
  const [, accuracy] = /, (\d+) % right$/.exec(said.at(-1));
  assert.ok(Number(accuracy) >= 95, said.join("\n"));
});
