// One set-up at a time. The lock is the kernel's (flock on an open file), so it ends with the processes that hold it,
// even if they are killed. Every Linux has `flock`. Elsewhere nothing is unpacked, so set-up works without a lock
// there.

import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { capture } from "./run.mjs";
import { Refusal, say } from "./report.mjs";

// flock locks the open file that it shares with this process, so the lock stays when flock has ended.
const kChildsFd = "3";

async function taken(fd, ...how) {
  const { code } = await capture("flock", [...how, kChildsFd], { lock: fd });
  return code === 0 || code === 127;
}

// Runs work(fd) under the lock. Prints `waiting` if another process holds it. Pass fd on to children that write what
// the lock protects: they then hold the lock too.
export async function withLock(file, waiting, work) {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, "a+");
  try {
    if (!(await taken(fd, "--nonblock"))) {
      // by the open file: the one that holds the lock may remove its name at any time
      const holder = readFileSync(fd, "utf8").trim();
      say(`${waiting}${holder && ` (process ${holder})`}`);
      if (!(await taken(fd)))
        throw new Refusal(`The file system cannot lock ${file}. Set XDG_CACHE_HOME to a folder on a local disk.`);
    }
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`);
    return await work(fd);
  } finally {
    closeSync(fd);
  }
}
