// Installs the other libraries into the user's cache folder. They are never dependencies of heed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { PINS } from "./pins.mjs";

function folder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const hash = createHash("sha256").update(JSON.stringify(PINS)).digest("hex").slice(0, 12);
  return join(cache, "heed", `peers-${hash}`);
}

/**
 * The node_modules with the installed packages. npm works in a folder beside it, which is renamed when it is complete.
 */
export function installPeers(log) {
  const ready = folder();
  const modules = join(ready, "node_modules");
  if (existsSync(ready)) return modules;
  const making = `${ready}-${process.pid}`;
  log(`installing the peers (half a gigabyte, once) into ${ready}`);
  mkdirSync(making, { recursive: true });
  writeFileSync(join(making, "package.json"), JSON.stringify({ private: true, dependencies: PINS }));
  // Without scripts: onnxruntime-node's would download builds for graphics cards, and the one for CPUs is in the
  // package.
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  const { status } = spawnSync("npm", words, { cwd: making, stdio: ["ignore", "ignore", "inherit"] });
  if (status === 0 && !existsSync(ready)) renameSync(making, ready);
  rmSync(making, { recursive: true, force: true });
  if (existsSync(ready)) return modules;
  throw new Error(
    "The peers could not be installed (npm's message is above). Without --peers the benchmark needs none of them.",
  );
}
