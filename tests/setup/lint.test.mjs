// The linter and the types, and that each sees what it is there for.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { clangTidy, oxlint, types } from "../../scripts/lint.mjs";
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

const withoutTidy = clangTidy([]) === null && "clang-tidy is not on PATH";

test("clang-tidy finds nothing in the core", { skip: withoutTidy }, () => {
  const { ok, said } = clangTidy();
  assert.ok(ok, `${said}\nnpm run lint finds the same.`);
});

test("a copy in a loop and a use after a move are found", { skip: withoutTidy }, () => {
  const folder = mkdtempSync(join(root, "build", "tidy-"));
  const file = join(folder, "sample.cpp");
  const code = [
    "#include <string>",
    "#include <utility>",
    "#include <vector>",
    "int f(std::string text, const std::vector<std::string>& words) {",
    "  const std::string taken = std::move(text);",
    "  int n = text.empty() ? 1 : static_cast<int>(taken.size());",
    "  for (const auto word : words) n += word.empty() ? 1 : 2;",
    "  return n;",
    "}",
  ];
  writeFileSync(file, code.join("\n"));
  try {
    const { ok, said } = clangTidy([file]);
    assert.ok(!ok);
    for (const check of ["bugprone-use-after-move", "performance-for-range-copy"])
      assert.ok(said.includes(check), said);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the types of scripts, and of what tests share, fit", () => {
  const { ok, said } = types();
  assert.ok(ok, `${said}\nnpm run lint finds the same.`);
});

test("a call with a word too many, a name that is not there and a wrong option are found", () => {
  const folder = mkdtempSync(join(root, "build", "types-"));
  const code = 'import { must, capture } from "../../scripts/setup/run.mjs";\nmust("a", "b", [], { onLin: 1 });\n';
  writeFileSync(join(folder, "sample.mjs"), `${code}capture("a", [], {}, 4);\nundefinedName();\n`);
  const config = { extends: "../../tsconfig.json", include: ["sample.mjs"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    const { ok, said } = types(folder);
    assert.ok(!ok);
    for (const line of [/sample\.mjs\(2,.*onLin/, /sample\.mjs\(3,.*2-3 arguments/, /sample\.mjs\(4,.*undefinedName/])
      assert.match(said, line);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
