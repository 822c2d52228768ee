// Runs programs. capture() gives all that a program prints; follow() passes it on line by line and keeps the last
// lines.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Refusal } from "./report.mjs";

const kTail = 25; // lines of a failed program's output that are shown
export const kColours = /\x1b\[[0-9;]*m/g;

/**
 * How a program is run. `lock` is an open file that holds a lock. `onLine` gets each line that it prints, and the last
 * `keep` lines are kept. It is stopped where it prints nothing for `silence` milliseconds.
 * @typedef {{ env?: NodeJS.ProcessEnv, cwd?: string, lock?: number }} Running
 * @typedef {Running & { onLine?: (line: string) => void, keep?: number, silence?: number }} Following
 */

/** @param {string} program @param {string[]} args @param {Running} options */
function started(program, args, { env, cwd, lock } = {}) {
  // A child that gets the lock holds it until its last descendant ends. So children of a killed run cannot interfere
  // with the next run.
  const inherited = lock === undefined ? [] : [lock];
  return spawn(program, args, {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe", ...inherited],
  });
}

function ended(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 127, reason: error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? 128, reason: signal ?? `exit code ${code}` }));
  });
}

/**
 * { code, stdout, stderr }; the code is 127 for a program that does not exist.
 * @param {string} program @param {string[]} args @param {Running} [options]
 */
export async function capture(program, args, options) {
  const child = started(program, args, options);
  const output = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  return { ...(await ended(child)), ...output };
}

/**
 * { code, reason, tail }: onLine gets every line of both streams, and tail holds the last `keep` lines.
 * @param {string} program @param {string[]} args @param {Following} [options]
 */
export async function follow(program, args, { onLine = () => {}, keep = kTail, silence, ...options } = {}) {
  const child = started(program, args, options);
  const tail = [];
  let overdue = false;
  const stop = () => {
    overdue = true;
    child.kill("SIGKILL");
  };
  const clock = silence === undefined ? undefined : setTimeout(stop, silence);
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (coloured) => {
      const line = coloured.replace(kColours, "");
      tail.push(line);
      if (tail.length > keep) tail.shift();
      clock?.refresh();
      onLine(line);
    });
  }
  const { code, reason } = await ended(child);
  clearTimeout(clock);
  return {
    code,
    reason: overdue ? `stopped after ${Math.round(silence / 1000)} s without a word` : reason,
    tail: tail.join("\n"),
  };
}

/**
 * As follow, but a failure is a refusal. `what` names what was tried, and `remedy` says what the reader can do.
 * @param {string} what @param {string} program @param {string[]} args
 * @param {Following & { remedy?: string }} [options]
 */
export async function must(what, program, args, { remedy = "", ...options } = {}) {
  const result = await follow(program, args, options);
  if (result.code === 0) return result;
  throw new Refusal(
    `${what} failed (${program}: ${result.reason}).${remedy && ` ${remedy}`}` +
      (result.tail && ` Its last lines were:\n\n${result.tail.replace(/^/gm, "    ")}`),
  );
}
