// The linter, and that it sees what it is there for.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { oxlint } from "../../scripts/lint.mjs";
import { root } from "../../scripts/setup/checkout.mjs";

test("oxlint finds nothing in any file", () => {
  const { ok, said } = oxlint();
  assert.ok(ok, `${said}\nnpm run lint finds the same; with -- --fix it mends what it can.`);
});

test("a promise that nobody waits for, a name that hides another, and one that nobody uses are found", () => {
  const file = join(root, "build", "lint-sample.mjs");
  writeFileSync(file, "const late = async () => {};\nlate();\nexport const f = (late) => late;\nconst idle = 1;\n");
  try {
    const { ok, said } = oxlint("--no-ignore", file);
    assert.ok(!ok);
    for (const rule of ["no-floating-promises", "no-shadow", "no-unused-vars"]) assert.ok(said.includes(rule), said);
  } finally {
    rmSync(file);
  }
});
