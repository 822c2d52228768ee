// Who takes the steps of `npm run bench -- --train`: heed on one thread and on two workers, PyTorch on one and two
// threads. Each is { name, steps(count), memory(), close() }; steps gives the milliseconds of each step, memory the
// largest that a process of its own had, { empty, most } in bytes, where the system tells.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { pythonWith } from "../../../scripts/setup/python.mjs";

/** What all recipes share. */
export const [BATCH, TOKENS, HEADS] = [12, 64, 4];

const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The most memory that this process had so far. Linux tells; elsewhere it is undefined. */
function mostOf(pid) {
  try {
    return 1024 * Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
  } catch {
    return undefined;
  }
}

const linesOf = (child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/** PyTorch in a process of its own; undefined where no Python has it. Its name says which BLAS multiplies. */
export async function openTorch(recipe, threads) {
  const python = await pythonWith("torch");
  if (!python) return undefined;
  const script = fileURLToPath(new URL("../peers/train.py", import.meta.url));
  const given = JSON.stringify({ ...recipe, batch: BATCH, tokens: TOKENS, heads: HEADS, threads });
  const env = { ...process.env, OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: "passive" };
  const child = spawn(python, [script, given], { env, stdio: ["pipe", "pipe", "inherit"] });
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

const packageFrom = async (folder, names) =>
  Object.assign({}, ...(await Promise.all(names.map((name) => import(`${folder}/${name}.js`)))));

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

/** heed in this thread, or with a batch in as many parts as there are workers. */
export async function openHeed(recipe, { flavour, folder, workers = 0 }) {
  const { load, languageModel, adam, random, microBatches, open } = await packageFrom(folder, [
    ...["heed", "layers", "train"],
    ...(workers > 0 ? ["workers"] : []),
  ]);
  const heed = await load({ flavour });
  const { vocab, layers, dim, learningRate } = recipe;
  const parts = Math.max(1, workers);
  const sizes = { vocab, layers, dim, heads: HEADS, batch: BATCH / parts, tokens: TOKENS };
  const model = languageModel(heed, { ...sizes, backward: true, seed: 1 });
  const optimiser = adam(model.parameters, { heed, learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 });
  const pool = workers > 0 ? await open({ workers, flavour }) : undefined;
  const batch = pool ? microBatches(heed, model, { parts, workers: pool }) : model;
  const draw = random(2);
  const gradients = async () => {
    if (pool) return batch.gradients();
    model.run();
    model.backward();
  };
  return {
    name: `heed ${flavour}${pool ? `, ${counted(workers, "worker")}` : ""}`,
    async steps(count) {
      const times = [];
      for (let step = 0; step < count; step++) {
        for (const ids of [batch.ids, batch.answers]) for (let i = 0; i < ids.length; i++) ids[i] = draw.integer(vocab);
        const start = performance.now();
        await gradients();
        optimiser.step();
        times.push(performance.now() - start);
      }
      return times;
    },
    memory: () => memoryOfHeed(recipe, { flavour, folder, workers }),
    async close() {
      optimiser.dispose();
      model.dispose();
      await pool?.close();
    },
  };
}

/** Letters a second that a decoder with its cache writes; the median of some runs. */
export async function lettersASecond(recipe, { flavour, folder }) {
  const { load, languageModel, decoder } = await packageFrom(folder, ["heed", "layers"]);
  const heed = await load({ flavour });
  const { vocab, layers, dim } = recipe;
  const model = languageModel(heed, { vocab, layers, dim, heads: HEADS, batch: 1, tokens: TOKENS, seed: 1 });
  const reader = decoder(heed, model);
  const most = TOKENS - 1;
  const rates = [];
  for (let round = 0; round < 40; round++) {
    const start = performance.now();
    reader.generate({ ids: [1], most, temperature: 1, seed: round });
    rates.push((1000 * most) / (performance.now() - start));
  }
  reader.dispose?.();
  model.dispose();
  return rates.slice(10).toSorted((a, b) => a - b)[15];
}
