// A host in a Node process of its own: no contender sees another's heap, threads, flags or crash.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("node-child.mjs", import.meta.url));

/**
 * Starts a host. `call(method, argument)` runs one of its methods. `program` is another engine that runs Node's modules
 * and speaks over Node's channel, in JSON: Bun or Deno.
 */
export function startNodeHost({ flags = [], environment = {}, program } = {}) {
  const child = fork(CHILD, {
    execArgv: flags,
    env: { ...process.env, ...environment },
    ...(program ? { execPath: program, serialization: "json" } : { serialization: "advanced" }),
  });
  const waiting = new Map();
  let next = 0,
    ended;
  child.on("message", ({ id, answer, problem }) => {
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
