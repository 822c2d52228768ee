// `npm run bench -- --train`: steps of training a language model, by heed and by PyTorch in turns, and the letters that
// the trained kind of model writes in a second; the most memory that each has; and both losses beside each other.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openPeak } from "../../web/measure/peak.mjs";
import { median } from "../../web/measure/statistics.mjs";
import { BATCH, lettersASecond, TOKENS } from "./contenders/train-steps.mjs";
import { openPages } from "./contenders/training-pages.mjs";
import { openNode, openTorch } from "./contenders/training.mjs";

const RECIPES = [
  { name: "nanoGPT's, 4 layers of 128", vocab: 65, layers: 4, dim: 128, learningRate: 1e-3, steps: 4, rounds: 12 },
  { name: "1 layer of 64", vocab: 65, layers: 1, dim: 64, learningRate: 8e-3, steps: 30, rounds: 12 },
];
/** A quick run shows that all of it works. */
const QUICK = { rounds: 2, curve: 100 };
/** Steps of the comparison of losses. */
const CURVE_STEPS = 2000;
/** Rounds before figures count. heed/train tries its workers in the first eight steps. */
const WARM_UP = 3;

/** Multiply-adds of the products with weights, each counted as two operations, forward and back. */
const gflopOf = ({ vocab, layers, dim }) => (6 * BATCH * TOKENS * (layers * 12 * dim * dim + vocab * dim)) / 1e9;

/** Each contender with its `kind`, by which the report knows who is beside whom. */
async function openAll(recipe, { flavours, folder, pages }) {
  const open = [];
  const add = async (kind, opening) => open.push({ kind, ...(await opening) });
  for (const flavour of flavours) {
    for (const workers of [0, 2])
      await add({ place: "node", flavour, workers }, openNode(recipe, { flavour, folder, workers }));
    if (!pages) continue;
    for (const workers of [0, 2])
      await add({ place: "page", flavour, workers }, pages.open(recipe, { flavour, workers }));
    await add({ place: "plain page", flavour, workers: 2 }, pages.open(recipe, { flavour, workers: 2, shares: false }));
  }
  for (const threads of [1, 2]) await add({ place: "torch", threads }, openTorch(recipe, threads));
  return open.filter(({ name }) => name);
}

/** All contenders of a recipe in turns. */
async function runRecipe(recipe, where) {
  const open = await openAll(recipe, where);
  const peak = openPeak();
  const times = open.map(() => []);
  let best = 0;
  for (let round = 0; round < recipe.rounds + WARM_UP; round++) {
    best = Math.max(best, peak.read(4));
    for (const [at, contender] of open.entries()) {
      const found = await contender.steps(recipe.steps);
      if (round >= WARM_UP) times[at].push(...found);
    }
  }
  const memories = [];
  for (const contender of open) memories.push(await contender.memory());
  const found = open.map(({ name, kind }, at) => {
    const sorted = times[at].toSorted((a, b) => a - b);
    const ms = median(sorted);
    const memory = memories[at];
    return {
      name,
      kind,
      memory,
      ms,
      tenth: sorted[Math.floor(sorted.length / 10)],
      share: gflopOf(recipe) / (ms / 1000) / best,
    };
  });
  for (const contender of open) await contender.close();
  return { gflop: gflopOf(recipe), best, found };
}

/** heed and PyTorch from the same weights with the same batches. Undefined where no Python has PyTorch. */
function runCurve(steps, folder) {
  const script = fileURLToPath(new URL("../train/curve.mjs", import.meta.url));
  const env = { ...process.env, HEED_DIST: folder };
  const args = [script, "--steps", String(steps)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Error(stderr);
  const { heed, torch } = JSON.parse(stdout);
  if (torch === null) return undefined;
  const apart = Math.max(...heed.losses.map((loss, step) => Math.abs(loss - torch.losses[step])));
  const [first, last] = [heed.losses[0], heed.losses.at(-1)];
  return { steps, apart, first, last, heldOut: { heed: heed.heldOut, torch: torch.heldOut } };
}

async function runRecipes(where, { quick, progress }) {
  const recipes = [];
  for (const whole of RECIPES) {
    const recipe = quick ? { ...whole, rounds: QUICK.rounds } : whole;
    progress(recipe.name);
    const run = await runRecipe(recipe, where);
    const letters = [];
    for (const flavour of where.flavours)
      letters.push({ flavour, rate: await lettersASecond(recipe, { ...where, flavour }) });
    recipes.push({ name: recipe.name, ...run, letters });
  }
  return recipes;
}

/** Runs all recipes. `where` is { flavours, folder }. */
export async function runTrain(where, { quick, progress }) {
  const pages = await openPages(where.folder);
  const recipes = await runRecipes({ ...where, pages }, { quick, progress }).finally(() => pages?.close());
  progress("the losses beside PyTorch's");
  const curve = runCurve(quick ? QUICK.curve : CURVE_STEPS, where.folder);
  return { recipes, curve, chromium: pages?.version };
}
