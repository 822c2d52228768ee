// The user's cache folder, and folders in it that are either finished or not there.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { withLock } from "./lock.mjs";

const kStamp = "heed-stamp.json";
const kWaiting = "waiting for another set-up that makes this folder; its result will be used";

export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), ".cache"), "heed");
}

// What a finished folder's stamp says, or null. `proof` is a file of it that must still be there: whoever tidies caches
// may leave the stamp and take the rest.
export function stampOf(folder, proof = kStamp) {
  if (!existsSync(join(folder, proof))) return null;
  try {
    return JSON.parse(readFileSync(join(folder, kStamp), "utf8"));
  } catch {
    return null;
  }
}

function writeStamp(folder, facts) {
  const unfinished = join(folder, `${kStamp}.${process.pid}`);
  writeFileSync(unfinished, JSON.stringify(facts, null, 2) + "\n");
  renameSync(unfinished, join(folder, kStamp));
}

// The folder's stamp, after make(lock) filled it if it had none.
// Programs in it carry its path, so it is filled in place and not renamed: a folder without a stamp is the rest of an
// interrupted run and is emptied first. The stamp is written last, and all of it under the lock.
export async function finished(folder, proof, make) {
  return (
    stampOf(folder, proof) ??
    withLock(`${folder}.lock`, kWaiting, async (lock) => {
      const madeMeanwhile = stampOf(folder, proof);
      if (madeMeanwhile) return madeMeanwhile;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const facts = await make(lock);
      writeStamp(folder, facts);
      return facts;
    })
  );
}

// Removes a folder whose making was given up, so that no half of it stays.
export async function abandon(folder) {
  await withLock(`${folder}.lock`, kWaiting, () => {
    if (existsSync(folder) && !stampOf(folder)) rmSync(folder, { recursive: true, force: true });
  });
}
