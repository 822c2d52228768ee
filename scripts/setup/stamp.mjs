// Work is left out where nothing that it reads has changed: a stamp in build/ keeps the hash of what a step read and of
// what it wrote. A text that a step makes on its way is kept with the hash of all that decides about it.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./checkout.mjs";

/**
 * Every file under these files and folders of the checkout, in one order. `leaves` tells which paths to leave out.
 * @param {string[]} places @param {(file: string) => boolean} [leaves]
 */
function filesUnder(places, leaves = (_) => false) {
  const found = [];
  const add = (place) => {
    if (leaves(place)) return;
    const path = join(root, place);
    if (!existsSync(path)) found.push(place);
    else if (!statSync(path).isDirectory()) found.push(place);
    else for (const name of readdirSync(path).sort()) if (name !== "node_modules") add(`${place}/${name}`);
  };
  for (const place of places) add(place);
  return found;
}

/** The hash of these files and folders, with the version of Node. */
export function hashOf(places, leaves) {
  const hash = createHash("sha1").update(process.version);
  for (const file of filesUnder(places, leaves)) {
    const path = join(root, file);
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : "missing");
  }
  return hash.digest("hex");
}

/**
 * Does the work, but not where its files are as they were after it was done last.
 * @param {string} name of the stamp
 * @param {{ reads: string[], writes: string[], leaves?: (file: string) => boolean }} files
 *   files and folders of the checkout; `leaves` tells what of them does not count
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether the work was done
 */
export async function unlessDone(name, { reads, writes, leaves }, work) {
  const stamp = join(root, "build", "stamps", name);
  const now = () => `${hashOf(reads, leaves)} ${hashOf(writes, leaves)}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now()) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now());
  return true;
}

/**
 * The text that `make` gives, or gave before by the same key: build/kept/ has the last one of each name.
 * @param {string} name @param {string} key the hash of all that decides about the text, in one line
 * @param {() => string | Promise<string>} make
 */
export async function keptText(name, key, make) {
  const file = join(root, "build", "kept", name.replace(/[^\w.-]+/g, "-"));
  const held = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (held.startsWith(`${key}\n`)) return held.slice(key.length + 1);
  const text = await make();
  mkdirSync(dirname(file), { recursive: true });
  // Whole at once: a build may end in the middle.
  writeFileSync(`${file}.${process.pid}`, `${key}\n${text}`);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}
