// One set-up at a time. The lock is the kernel's (flock on an open file): it goes when its holders do, however they
// end, so there is nothing stale to detect. `flock` is part of every Linux; where there is none nothing is unpacked
// either, and the work runs without.

import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { capture } from "./run.mjs";
import { Refusal, say } from "./report.mjs";

// flock takes the lock for the open file that we share with it, so it stays ours when flock has ended.
const kChildsFd = "3";

async function taken(fd, ...how) {
  const { code } = await capture("flock", [...how, kChildsFd], { lock: fd });
  return code === 0 || code === 127;
}

// Runs work(fd) under the lock, saying `waiting` if another holds it. Hand fd to children that write what it protects.
export async function withLock(file, waiting, work) {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, "a");
  try {
    if (!(await taken(fd, "--nonblock"))) {
      const holder = readFileSync(file, "utf8").trim();
      say(`${waiting}${holder && ` (process ${holder})`}`);
      if (!(await taken(fd)))
        throw new Refusal(
          `The file system does not let ${file} be locked. Set XDG_CACHE_HOME to a folder on a local disk.`,
        );
    }
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`);
    return await work(fd);
  } finally {
    closeSync(fd);
  }
}
