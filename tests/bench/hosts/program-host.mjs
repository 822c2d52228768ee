// Hosts in programs that run Node's modules: Node, Bun, Deno. Each has a process of its own, so no contender sees
// another's heap, threads, flags or crash.
import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nodePeers } from "../peers/entries.mjs";

const CHILD = fileURLToPath(new URL("program-child.mjs", import.meta.url));

/**
 * Starts a host. `call(method, argument)` runs one of its methods. Without `program` it is a Node. Another program
 * speaks over Node's channel in JSON.
 */
function startHost(program, flags) {
  const child = fork(CHILD, {
    execArgv: flags,
    ...(program ? { execPath: program, serialization: "json" } : { serialization: "advanced" }),
  });
  const waiting = new Map();
  let next = 0,
    ended;
  child.on("message", (/** @type {any} */ { id, answer, problem }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) resolve(answer);
    else reject(new Error(problem));
  });
  child.on("exit", (code, signal) => {
    ended = new Error(`the process ended (${signal ?? `code ${code}`})`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  });
  return {
    call: (method, argument) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        const id = next++;
        waiting.set(id, { resolve, reject });
        child.send({ id, method, argument });
      }),
    stop: async () => void child.kill("SIGKILL"), // a process that hangs ignores other signals
  };
}

/**
 * The place of a program. It needs the flags `needed` in any case, and those in `optional` to run relaxed SIMD.
 */
export async function openProgram({ program, version, needed = [], optional = [] }, folders) {
  const locate = (folder, file) => pathToFileURL(join(folders[folder], file)).href;
  return {
    version,
    lacks: optional.length ? [`relaxed-simd needs ${optional.join(" ")}`] : [],
    locate,
    peers: async () => nodePeers(folders.peers, locate),
    startHost: async () => startHost(program, [...needed, ...optional]),
    startPlainHost: async () => startHost(program, needed),
    stop: async () => {},
  };
}
