// The peak: the fastest f32x4 arithmetic of this engine, of loops over registers and of small tiles.
import { openLoops } from "./loops.mjs";
import { watchRise } from "./rise.mjs";

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

const READING_MS = 5;
// A loop is warm when its speed has not risen for this time, and at the latest after LONGEST_MS.
const STEADY_MS = 50;
const LONGEST_MS = 500;

// Runs the loop until it is warm. It chooses chunks of about 0.2 ms, so that a reading takes little longer than asked.
function warmUp(loop) {
  loop.chunk = 500;
  loop.gflops = 0;
  const start = performance.now();
  const sinceRise = watchRise();
  for (let elapsed = 0, steady = 0; steady < STEADY_MS && elapsed < LONGEST_MS;) {
    const reading = gflops(loop, READING_MS);
    loop.chunk = Math.ceil((reading * 0.2e6) / loop.flops);
    elapsed = performance.now() - start;
    steady = sinceRise(reading, elapsed);
  }
}

const ROUNDS = 5;

/**
 * The ceiling of a survey ({ name, fused, gflops } of each loop): `best` is the fastest loop of all, and `separate` is
 * the fastest without relaxed_madd, which the flavour `simd` does not have.
 */
export function ceilingOf(survey) {
  const fastest = (among) => among.reduce((a, b) => (b.gflops > a.gflops ? b : a));
  return { best: fastest(survey), separate: fastest(survey.filter(({ fused }) => !fused)) };
}

/**
 * Finds the fastest loops of this engine: `survey` names every loop with its GFLOP/s, `best` and `separate` are its
 * ceiling. `read(ms)` times the best one again; `highest()` is the highest reading so far.
 */
export function openPeak(milliseconds = 20) {
  const loops = openLoops();
  loops.forEach(warmUp);
  // The best of several rounds counts, since a loop of arithmetic is only ever slowed by other work.
  for (let round = 0; round < ROUNDS; round++)
    for (const loop of loops) loop.gflops = Math.max(loop.gflops, gflops(loop, milliseconds / ROUNDS));
  const survey = loops.map((loop) => ({ name: loop.name, fused: loop.fused, gflops: loop.gflops }));
  const ceiling = ceilingOf(survey);
  const best = loops.find(({ name }) => name === ceiling.best.name);
  let highest = best.gflops;
  return {
    survey,
    ...ceiling,
    read(ms) {
      const reading = gflops(best, ms);
      highest = Math.max(highest, reading);
      return reading;
    },
    highest: () => highest,
  };
}
