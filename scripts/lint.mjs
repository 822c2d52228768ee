// npm run lint: what a compiler lets pass and is wrong or useless all the same.
//
//   npm run lint              oxlint for all TypeScript and JavaScript; .oxlintrc.json has its rules
//   npm run lint -- --fix     the same; what has one obvious mend is mended

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup/checkout.mjs";
import { preparePackages } from "./setup/npm.mjs";
import { command } from "./setup/report.mjs";

const kTools = join(root, "tests", "setup", "node_modules", ".bin");

/** { ok, said } of oxlint, which finds its part for types on PATH. */
export function oxlint(...flags) {
  const env = { ...process.env, PATH: `${kTools}:${process.env.PATH}` };
  const args = ["--type-aware", "--deny-warnings", "--format=unix", ...flags];
  const { status, stdout, stderr, error } = spawnSync(join(kTools, "oxlint"), args, {
    cwd: root,
    env,
    encoding: "utf8",
  });
  return { ok: status === 0, said: `${error ?? ""}${stdout ?? ""}${stderr ?? ""}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    await preparePackages(["setup"]);
    const { ok, said } = oxlint(...process.argv.slice(2));
    process.stdout.write(said);
    if (!ok) process.exitCode = 1;
  });
}
