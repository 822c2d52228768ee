// `npm run bench -- --train`: a step of training a language model, by heed and by PyTorch in turns. PyTorch runs where
// python3 has torch (Debian: python3-torch); HEED_PYTHON may name another python3.
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openPeak } from "../../web/measure/peak.mjs";
import { median } from "../../web/measure/statistics.mjs";

const RECIPES = [
  { name: "nanoGPT's, 4 layers of 128", vocab: 65, layers: 4, dim: 128, learningRate: 1e-3, steps: 4, rounds: 12 },
  { name: "1 layer of 64", vocab: 65, layers: 1, dim: 64, learningRate: 8e-3, steps: 30, rounds: 12 },
];
const [BATCH, TOKENS, HEADS] = [12, 64, 4];
/** Rounds before figures count. */
const WARM_UP = 3;

/** Multiply-adds of the products with weights, each counted as two operations, forward and back. */
const gflopOf = ({ vocab, layers, dim }) => (6 * BATCH * TOKENS * (layers * 12 * dim * dim + vocab * dim)) / 1e9;

/** Starts a contender of PyTorch; undefined where there is none. */
function openTorch(recipe, threads) {
  const python = process.env.HEED_PYTHON ?? "python3";
  if (spawnSync(python, ["-c", "import torch"]).status !== 0) return undefined;
  const script = fileURLToPath(new URL("peers/train.py", import.meta.url));
  const given = JSON.stringify({ ...recipe, batch: BATCH, tokens: TOKENS, heads: HEADS, threads });
  const env = { ...process.env, OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: "passive" };
  const child = spawn(python, [script, given], { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    name: `PyTorch, ${threads} ${threads === 1 ? "thread" : "threads"}`,
    async steps(count) {
      child.stdin.write(`${count}\n`);
      return JSON.parse((await lines.next()).value);
    },
    close: () => child.stdin.end(),
  };
}

async function openHeed(recipe, flavour, folder) {
  const [{ load }, { languageModel }, { adam, random }] = await Promise.all(
    ["heed", "layers", "train"].map((name) => import(`${folder}/${name}.js`)),
  );
  const heed = await load({ flavour });
  const { vocab, layers, dim, learningRate } = recipe;
  const sizes = { vocab, layers, dim, heads: HEADS, batch: BATCH, tokens: TOKENS };
  const model = languageModel(heed, { ...sizes, backward: true, seed: 1 });
  const optimiser = adam(model.parameters, { heed, learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 });
  const draw = random(2);
  return {
    name: `heed ${flavour}`,
    async steps(count) {
      return Array.from({ length: count }, () => {
        for (const ids of [model.ids, model.answers]) for (let i = 0; i < ids.length; i++) ids[i] = draw.integer(vocab);
        const start = performance.now();
        model.run();
        model.backward();
        optimiser.step();
        return performance.now() - start;
      });
    },
    close() {
      optimiser.dispose();
      model.dispose();
    },
  };
}

/** Runs all contenders in turns, and returns the lines of the report. */
export async function runTrain({ flavours, folder }, progress) {
  const lines = [];
  for (const recipe of RECIPES) {
    progress(recipe.name);
    const peak = openPeak();
    const open = [];
    for (const flavour of flavours) open.push(await openHeed(recipe, flavour, folder));
    for (const threads of [1, 2]) {
      const torch = openTorch(recipe, threads);
      if (torch) open.push(torch);
    }
    const times = open.map(() => []);
    let best = 0;
    for (let round = 0; round < recipe.rounds + WARM_UP; round++) {
      best = Math.max(best, peak.read(4));
      for (const [at, contender] of open.entries()) {
        const found = await contender.steps(recipe.steps);
        if (round >= WARM_UP) times[at].push(...found);
      }
    }
    for (const contender of open) contender.close();
    lines.push(
      `${recipe.name}: ${gflopOf(recipe).toFixed(2)} GFLOP of products a step; best loop ${best.toFixed(0)} GFLOP/s`,
    );
    for (const [at, { name }] of open.entries()) {
      const sorted = times[at].toSorted((a, b) => a - b);
      const share = (100 * gflopOf(recipe)) / (median(sorted) / 1000) / best;
      const tenth = sorted[Math.floor(sorted.length / 10)];
      lines.push(
        `  ${name.padEnd(20)} ${median(sorted).toFixed(2).padStart(8)} ms a step (median), ${tenth.toFixed(2)} (10th ` +
          `percentile), ${share.toFixed(0)} % of the best loop`,
      );
    }
  }
  return lines;
}
