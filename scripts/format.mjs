// npm run format: Prettier writes TypeScript, JavaScript and CSS, clang-format writes C++.
//
//   node scripts/format.mjs --check     writes nothing; names the files that would change, and fails if there are any

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "./setup/checkout.mjs";

const kPrettier = "**/*.{ts,mjs,css}";
const kCpp = ["src", "tests", "scripts"];

const packageFile = (name, file) => join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

function cppFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : cppFiles(path);
    return /\.(cpp|h)$/.test(entry.name) ? [path] : [];
  });
}

function succeeds(script, ...args) {
  return spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" }).status === 0;
}

const check = process.argv.includes("--check");
const prettier = packageFile("prettier", "bin/prettier.cjs");
const clangFormat = packageFile("@wasm-fmt/clang-format", "clang-format-cli.cjs");
const outcomes = [
  succeeds(prettier, check ? "--check" : "--write", "--log-level=warn", "--cache", kPrettier),
  succeeds(clangFormat, ...(check ? ["--dry-run", "--Werror"] : ["-i"]), ...kCpp.flatMap(cppFiles)),
];
if (outcomes.includes(false)) process.exitCode = 1;
