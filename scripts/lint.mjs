// npm run lint: finds what a compiler lets pass although it is wrong or useless.
//
//   npm run lint              oxlint for all TypeScript and JavaScript, by the rules of .oxlintrc.json; and the types
//                             of scripts and of what tests share, by tsconfig.json. (The build checks those of web/.)
//                             Where clang-tidy is on PATH, it reads the core, by .clang-tidy.
//   npm run lint -- --fix     the same, and mends what oxlint has one obvious mend for

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup/checkout.mjs";
import { onPath } from "./setup/host.mjs";
import { preparePackages } from "./setup/npm.mjs";
import { command } from "./setup/report.mjs";

const kTools = join(root, "tests", "setup", "node_modules", ".bin");

/** @param {import("node:child_process").SpawnSyncReturns<string>} ended */
function outcomeOf({ status, stdout, stderr, error }) {
  return { ok: status === 0, said: `${error ?? ""}${stdout ?? ""}${stderr ?? ""}` };
}

/** { ok, said } of oxlint, which finds its part for types on PATH. */
export function oxlint(...flags) {
  const env = { ...process.env, PATH: `${kTools}:${process.env.PATH}` };
  const args = ["--type-aware", "--deny-warnings", "--format=unix", ...flags];
  return outcomeOf(spawnSync(join(kTools, "oxlint"), args, { cwd: root, env, encoding: "utf8" }));
}

/** { ok, said } of the compiler, on the modules of a tsconfig.json. */
export function types(project = root) {
  const args = [join(root, "node_modules/typescript/bin/tsc"), "--pretty", "false", "--project", project];
  return outcomeOf(spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

// bindings.cpp includes Emscripten, which only its own compiler can read.
const core = () =>
  readdirSync(join(root, "src"), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".cpp") && name !== "bindings.cpp")
    .map((name) => join(root, "src", name));

/** { ok, said } of clang-tidy on C++ files, the core without them; null where it is not on PATH. */
export function clangTidy(files = core()) {
  if (!onPath("clang-tidy")) return null;
  const args = ["--quiet", `--config-file=${join(root, ".clang-tidy")}`, ...files, "--", "-std=c++20", "-Isrc"];
  return outcomeOf(spawnSync("clang-tidy", args, { cwd: root, encoding: "utf8" }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    await preparePackages(["setup", "site"]);
    for (const found of [oxlint(...process.argv.slice(2)), types(), clangTidy()].filter(Boolean)) {
      if (found.ok) continue;
      process.stdout.write(found.said);
      process.exitCode = 1;
    }
  });
}
