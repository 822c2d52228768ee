// Few query rows against many keys, as decoding has them: the plain call beside two workers. The keys of a single head
// are split here in two parts, whose results are merged; other calls are cut as heed/workers cuts them. This is what
// `perNumber` in web/workers/plan.ts is taken from. Prints medians in milliseconds.
//
// Usage: node tests/bench/few-rows.mjs [seconds for each shape]
import { load, mergeAttention } from "../../dist/heed.js";
import { openWorkers } from "../../dist/workers.js";
import { median } from "../../web/measure/statistics.mjs";

const DIM = 64;
/** heads, query rows, keys */
const SHAPES = [
  [1, 1, 131072],
  [1, 4, 65536],
  [1, 11, 32768],
  [1, 23, 65536],
  [8, 1, 16384],
  [8, 8, 8192],
  [8, 16, 8192],
  [8, 24, 8192],
  [8, 48, 8192],
  [8, 96, 4096],
];
/** All calls go to the workers, however little they compute. */
const LIMITS = { least: 0, perNumber: 0, chunk: 500e6, rest: 10_000 };

const seconds = Number(process.argv[2] ?? 4);
const heed = await load();
const pool = await openWorkers({ workers: 2, [Symbol.for("heed.workers.limits")]: LIMITS });

const tensorOf = (...shape) => {
  const count = shape.reduce((product, extent) => product * extent);
  return { data: Float32Array.from({ length: count }, () => Math.random() - 0.5), shape };
};

/** The keys of a head in two parts are the keys of two heads, which the pool gives to its workers. */
async function splitKeys(q, k, v) {
  const [, rows, dim] = q.shape;
  const queries = { data: new Float32Array([...q.data, ...q.data]), shape: [2, rows, dim] };
  const inTwo = ({ data, shape: [, keys] }) => ({ data, shape: [2, keys / 2, dim] });
  const { output, lse } = await pool.attention(queries, inTwo(k), inTwo(v), { keep: ["lse"] });
  const part = ({ data, shape }, at) => {
    const count = data.length / 2;
    return { data: data.subarray(at * count, (at + 1) * count), shape: [1, ...shape.slice(1)] };
  };
  return mergeAttention([0, 1].map((at) => ({ output: part(output, at), lse: part(lse, at) })));
}

async function timed(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

for (const [heads, rows, keys] of SHAPES) {
  const [q, k, v] = [tensorOf(heads, rows, DIM), tensorOf(heads, keys, DIM), tensorOf(heads, keys, DIM)];
  const spread = heads === 1 ? splitKeys : (...inputs) => pool.attention(inputs[0], inputs[1], inputs[2]);
  const [plain, workers] = [[], []];
  const end = performance.now() + seconds * 1000;
  while (plain.length < 5 || performance.now() < end) {
    plain.push(await timed(() => heed.attention(q, k, v)));
    workers.push(await timed(() => spread(q, k, v)));
  }
  const perNumber = (heads * rows * (keys + 32) * 4 * DIM) / (heads * (rows + 2 * keys) * DIM);
  console.log(
    `${heads} × ${rows} × ${keys}`.padEnd(16) +
      `${perNumber.toFixed(0).padStart(4)} operations for each number, ` +
      `plain ${median(plain).toFixed(1).padStart(5)}, ` +
      `two workers ${median(workers).toFixed(1).padStart(5)}: ` +
      `${(median(plain) / median(workers)).toFixed(2)} times`,
  );
}
await pool.dispose();
