// The npm packages of this checkout. package.json at its top names those of the build, and a package.json in a folder
// of tests/ those of that suite. `npm ci` runs only where node_modules is not what the lock file beside it describes.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./checkout.mjs";
import { withLock } from "./lock.mjs";
import { must } from "./run.mjs";
import { step } from "./report.mjs";

// The suites that have packages of their own.
export function suitesWithPackages() {
  return readdirSync(join(root, "tests")).filter((name) => existsSync(lockFile(folderOf(name))));
}

const folderOf = (suite) => join(root, "tests", suite);
const lockFile = (folder) => join(folder, "package-lock.json");

// Packages with native parts differ between platforms, so the platform is part of the hash.
function lockHash(folder) {
  const lock = readFileSync(lockFile(folder));
  return createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
}

const stampFile = (folder) => join(folder, "node_modules", ".heed-lock-hash");

function current(folder) {
  try {
    return readFileSync(stampFile(folder), "utf8") === lockHash(folder);
  } catch {
    return false;
  }
}

async function install(folder, lock, tell) {
  await must("Installing the development packages", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    lock,
    onLine: tell,
    remedy: "Set-up needs an npm registry. It uses the registry and proxy of npm's own configuration.",
  });
  writeFileSync(stampFile(folder), lockHash(folder));
}

async function prepare(folder, name) {
  if (current(folder)) return;
  await step(`npm packages${name}`, "installing what package-lock.json names", (tell) =>
    withLock(join(root, "build", "npm.lock"), "waiting for another set-up in this checkout", async (lock) => {
      if (!current(folder)) await install(folder, lock, tell);
    }),
  );
}

// Installs the packages of the build, and those of these suites.
export async function preparePackages(suites = []) {
  await prepare(root, "");
  for (const suite of suitesWithPackages().filter((name) => suites.includes(name)))
    await prepare(folderOf(suite), ` of tests/${suite}`);
}
