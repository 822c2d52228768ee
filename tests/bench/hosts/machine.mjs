// The machine and the versions that figures were taken with.
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";

function commit() {
  try {
    const git = (...words) =>
      execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    const changed = git("status", "--porcelain", "src", "web/lib") !== "";
    return git("rev-parse", "--short", "HEAD") + (changed ? " with changes" : "");
  } catch {
    return undefined; // not a checkout, or no commit yet
  }
}

export function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: `${cpus()[0]?.model.trim() ?? "unknown"} (${process.arch})`,
    cores: cpus().length,
    system: process.platform,
    node: process.versions.node,
    v8: process.versions.v8,
    commit: commit(),
  };
}
