// The user's cache folder. A folder in it is used only when it is finished.

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

// The facts in the stamp of a finished folder, or null. `proof` is a file that must be in the folder too, since someone
// who cleans up the cache may leave the stamp alone.
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

// Gives the folder's stamp. A folder without one is emptied and filled by make(lock), which returns the facts for it.
// Programs in the folder contain its path, so it is filled in place instead of renamed. The stamp is written last, so a
// folder without a stamp is left from an interrupted run. All of this happens under the lock.
export async function finished(folder, proof, make) {
  return (
    stampOf(folder, proof) ??
    withLock(`${folder}.lock`, kWaiting, async (lock) => {
      const madeByOther = stampOf(folder, proof);
      if (madeByOther) return madeByOther;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const facts = await make(lock);
      writeStamp(folder, facts);
      return facts;
    })
  );
}

// Removes a folder that could not be finished.
export async function abandon(folder) {
  await withLock(`${folder}.lock`, kWaiting, () => {
    if (existsSync(folder) && !stampOf(folder)) rmSync(folder, { recursive: true, force: true });
  });
}
