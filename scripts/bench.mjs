// npm run bench: runs the benchmark of tests/bench. Builds the package first if it is missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readFlags } from "../tests/bench/flags.mjs";
import { main } from "../tests/bench/main.mjs";
import { preparePackages } from "./setup/npm.mjs";

const words = process.argv.slice(2);
try {
  const { package: entry, help, engine, engines } = readFlags(words);
  if (!help && !existsSync(entry)) {
    const build = fileURLToPath(new URL("build.mjs", import.meta.url));
    if (spawnSync(process.execPath, [build], { stdio: "inherit" }).status !== 0)
      throw new Error("The package could not be built; see above.");
  }
  const foreign = engines || !["node", "chromium"].includes(engine);
  if (!help && foreign) await preparePackages(["site", "engines"]);
  await main(words);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
