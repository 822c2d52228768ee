// The peak: the fastest f32x4 arithmetic of this engine, in loops over registers, without a load or a store.
import { encodeModule, op, type } from "./wasm-encoder.mjs";

// The chains do not depend on one another. There are enough of them to hide a latency of four cycles on two or three
// ports, and few enough for the 15 registers that V8 can use on x86-64. Which mix is fastest depends on the machine:
// some processors share ports between multiplies and adds (Golden Cove), others do not (Zen 4).
const MULTIPLY_ADD_MIXES = [
  [4, 4],
  [5, 5],
  [6, 6],
  [7, 7],
  [4, 8],
  [8, 4],
  [6, 8],
  [5, 7],
];
const FUSED_CHAINS = [8, 10, 12];

// The body is repeated so often that the loop's own instructions (a decrement, a branch, V8's interrupt check) cost
// next to nothing.
const UNROLL = 8;

// Parameters: iterations, x, y. With x = 1 and y = 0 no chain ever overflows or becomes subnormal.
const ITERATIONS = 0,
  X = 1,
  Y = 2;

function registerLoop(name, chains, step, flopsPerStep) {
  const first = 3,
    x = first + chains,
    y = x + 1;
  const start = [op.get(X), op.splat, op.set(x), op.get(Y), op.splat, op.set(y)];
  for (let c = 0; c < chains; c++) start.push(op.get(x), op.set(first + c));
  const body = [];
  for (let u = 0; u < UNROLL; u++) for (let c = 0; c < chains; c++) body.push(...step(c, first + c, x, y));
  const sum = [op.get(x)];
  for (let c = 0; c < chains; c++) sum.push(op.get(first + c), op.f32x4Add);
  const next = [op.get(ITERATIONS), op.i32(1), op.subtract, op.tee(ITERATIONS)];
  return {
    name,
    flops: UNROLL * flopsPerStep,
    parameters: [type.i32, type.f32, type.f32],
    result: type.f32,
    vectors: chains + 2,
    body: [...start, op.repeat(...body, ...next), ...sum, op.lane0],
  };
}

// Multiplications and additions alternate while there are both.
function multiplyAddLoop(multiplies, adds) {
  const kinds = [];
  for (let i = 0; i < Math.max(multiplies, adds); i++) {
    if (i < multiplies) kinds.push(op.f32x4Multiply);
    if (i < adds) kinds.push(op.f32x4Add);
  }
  const step = (c, chain, x) => [op.get(chain), op.get(x), kinds[c], op.set(chain)];
  return registerLoop(`multiply ${multiplies}, add ${adds}`, kinds.length, step, 4 * kinds.length);
}

function fusedLoop(chains) {
  const step = (_, chain, x, y) => [op.get(x), op.get(y), op.get(chain), op.relaxedMultiplyAdd, op.set(chain)];
  return registerLoop(`relaxed_madd ${chains}`, chains, step, 8 * chains);
}

function instantiate(loops) {
  const module = new WebAssembly.Module(encodeModule(loops));
  const { exports } = new WebAssembly.Instance(module);
  return loops.map((loop) => ({ name: loop.name, flops: loop.flops, run: (n) => exports[loop.name](n, 1, 0) }));
}

/** GFLOP/s of one loop, which runs for about `milliseconds`. */
function gflops(loop, milliseconds) {
  const start = performance.now();
  let iterations = 0,
    elapsed = 0;
  while (elapsed < milliseconds) {
    loop.run(loop.chunk);
    iterations += loop.chunk;
    elapsed = performance.now() - start;
  }
  return (iterations * loop.flops) / elapsed / 1e6;
}

// Compiles the loop and chooses chunks of about 0.2 ms, so that a reading takes little longer than asked for.
function warmUp(loop) {
  loop.chunk = 2000;
  gflops(loop, 30);
  loop.chunk = Math.ceil((gflops(loop, 5) * 0.2e6) / loop.flops);
}

const ROUNDS = 5;

/** The loops with relaxed_madd; none where this engine has no relaxed SIMD. */
function fusedLoops() {
  const loops = FUSED_CHAINS.map(fusedLoop);
  return WebAssembly.validate(encodeModule(loops)) ? instantiate(loops) : [];
}

/**
 * Finds the fastest loops of this engine: `survey` names every loop with its GFLOP/s, `best` is the fastest of all, and
 * `separate` is the fastest without relaxed_madd, which the flavour `simd` does not have. `read(ms)` times the best one
 * again; `highest()` is the highest reading so far.
 */
export function openPeak(milliseconds = 20) {
  const separate = instantiate(MULTIPLY_ADD_MIXES.map(([m, a]) => multiplyAddLoop(m, a)));
  const loops = [...separate, ...fusedLoops()];
  for (const loop of loops) {
    warmUp(loop);
    loop.gflops = 0;
  }
  // The best of several rounds counts, since a loop over registers is only ever slowed by other work.
  for (let round = 0; round < ROUNDS; round++)
    for (const loop of loops) loop.gflops = Math.max(loop.gflops, gflops(loop, milliseconds / ROUNDS));
  const fastest = (among) => among.reduce((a, b) => (b.gflops > a.gflops ? b : a));
  const best = fastest(loops);
  const facts = (loop) => ({ name: loop.name, gflops: loop.gflops });
  let highest = best.gflops;
  return {
    survey: loops.map(facts),
    best: facts(best),
    separate: facts(fastest(separate)),
    read(ms) {
      const reading = gflops(best, ms);
      highest = Math.max(highest, reading);
      return reading;
    },
    highest: () => highest,
  };
}
