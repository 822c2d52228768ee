// Who takes the steps of `npm run bench -- --train` beside pages: heed in Node on one thread and on two workers,
// PyTorch on one and two threads. Each is { name, steps(count), memory(), close() }; steps gives the milliseconds of
// each step, memory the largest that a process of its own had, { empty, most } in bytes, where the system tells.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pythonWith } from "../../../scripts/setup/python.mjs";
import { BATCH, counted, HEADS, openHeed, TOKENS } from "./train-steps.mjs";

/** The most memory that this process had so far. Linux tells; elsewhere it is undefined. */
function mostOf(pid) {
  try {
    return 1024 * Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
  } catch {
    return undefined;
  }
}

const linesOf = (child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/** PyTorch's environment. OpenBLAS chooses its kernel by the processor, and not by what the machine holds it to. */
function environmentOf(threads) {
  const { OPENBLAS_CORETYPE: _core, OPENBLAS_L2_SIZE: _cache, ...env } = process.env;
  return { ...env, OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: "passive" };
}

/** PyTorch in a process of its own; undefined where no Python has it. Its name says which BLAS multiplies, and how. */
export async function openTorch(recipe, threads) {
  const python = await pythonWith("torch");
  if (!python) return undefined;
  const script = fileURLToPath(new URL("../peers/train.py", import.meta.url));
  const given = JSON.stringify({ ...recipe, batch: BATCH, tokens: TOKENS, heads: HEADS, threads });
  const child = spawn(python, [script, given], { env: environmentOf(threads), stdio: ["pipe", "pipe", "inherit"] });
  const lines = linesOf(child);
  const { version, blas } = JSON.parse((await lines.next()).value);
  const empty = mostOf(child.pid);
  return {
    name: `PyTorch ${version} (${blas}), ${counted(threads, "thread")}`,
    async steps(count) {
      child.stdin.write(`${count}\n`);
      return JSON.parse((await lines.next()).value);
    },
    memory: async () => ({ empty, most: mostOf(child.pid) }),
    close: () => child.stdin.end(),
  };
}

/** Steps after which a process has all the memory that it will have. */
const MEMORY_STEPS = 20;

async function memoryOfHeed(recipe, where) {
  const script = fileURLToPath(new URL("training-child.mjs", import.meta.url));
  const given = JSON.stringify({ recipe, where, steps: MEMORY_STEPS });
  const child = spawn(process.execPath, [script, given], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = linesOf(child);
  await lines.next();
  const empty = mostOf(child.pid);
  await lines.next();
  const most = mostOf(child.pid);
  child.stdin.end();
  return { empty, most };
}

/** heed in this Node. */
export async function openNode(recipe, where) {
  return { ...(await openHeed(recipe, where)), memory: () => memoryOfHeed(recipe, where) };
}
