// What takes long to compute and is the same each time: it is computed once and then kept in the cache folder, for all
// checkouts with the same code.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { cacheFolder } from "../../scripts/setup/cache.mjs";
import { withLock } from "../../scripts/setup/lock.mjs";
import { root } from "./serve.mjs";

/** The package, with which all is computed. */
const PACKAGE = ["heed.js", "train.js"].map((file) => readFileSync(path.join(root, "dist", file), "utf8"));
/** About 150 MB. The suite has 182 of them for one state of the code. */
const MOST = 1000;
const WAITING = "waiting for another test that computes the same training; its result will be used";

/**
 * What `compute` gives, or what it gave before. `by` is all that decides about it: texts of code, and options.
 * @param {string} name @param {unknown[]} by @param {() => any} compute @param {string} [folder] where it is kept
 */
export async function kept(name, by, compute, folder = path.join(cacheFolder(), "trainings")) {
  const key = createHash("sha256").update(
    JSON.stringify([process.version, process.arch, PACKAGE, String(compute), ...by]),
  );
  const file = path.join(folder, `${name}-${key.digest("hex").slice(0, 24)}`);
  const held = read(file) ?? (await computedOnce(file, compute));
  return deserialize(held);
}

/** Several workers of a test run may come here at the same time: one computes, the others wait for it. */
const computedOnce = (file, compute) =>
  withLock(`${file}.lock`, WAITING, async () => {
    try {
      return read(file) ?? write(file, serialize(await compute()));
    } finally {
      rmSync(`${file}.lock`, { force: true });
    }
  });

/** Whole at once, for those who read without the lock. */
function write(file, computed) {
  writeFileSync(`${file}.${process.pid}`, computed);
  renameSync(`${file}.${process.pid}`, file);
  keepNewest(path.dirname(file));
  return computed;
}

/** A file that is used is new again. */
function read(file) {
  try {
    const held = readFileSync(file);
    utimesSync(file, new Date(), new Date());
    return held;
  } catch {
    return undefined;
  }
}

/** Removes those that were not used for longest. */
function keepNewest(folder) {
  const names = readdirSync(folder);
  if (names.length <= MOST) return;
  const lastUse = Object.fromEntries(
    names.map((name) => [name, statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
  const oldestFirst = names.toSorted((one, other) => lastUse[one] - lastUse[other]);
  for (const name of oldestFirst.slice(0, -MOST)) rmSync(path.join(folder, name), { force: true });
}
