// The development packages. `npm ci` runs only when node_modules is not what package-lock.json describes.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { must } from "./run.mjs";
import { step } from "./report.mjs";

// Packages with native parts differ between platforms, so the platform is part of the hash.
export function lockHash(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
}

const stampFile = (root) => join(root, "node_modules", ".heed-lock-hash");

export function packagesCurrent(root) {
  try {
    return readFileSync(stampFile(root), "utf8") === lockHash(root);
  } catch {
    return false;
  }
}

async function install(root, lock, tell) {
  await must("Installing the development packages", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    lock,
    onLine: tell,
    remedy: "Set-up needs an npm registry. It uses the registry and proxy of npm's own configuration.",
  });
  writeFileSync(stampFile(root), lockHash(root));
}

export async function preparePackages(root) {
  if (packagesCurrent(root)) return;
  await step("npm packages", "installing what package-lock.json names", (tell) =>
    withLock(join(root, "build", "npm.lock"), "waiting for another set-up in this checkout", async (lock) => {
      if (!packagesCurrent(root)) await install(root, lock, tell);
    }),
  );
}
