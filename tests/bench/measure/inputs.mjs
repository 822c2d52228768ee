// The numbers that every contender gets: normally distributed with deviation 1, and the same in every run.
import { modelDim } from "./shapes.mjs";

/** Mulberry32: 32 bits of state are enough for test data. */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` normally distributed numbers, by Box and Muller. */
function normal(count, seed, deviation = 1) {
  const next = uniform(seed);
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; i += 2) {
    const radius = deviation * Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    numbers[i] = radius * Math.cos(angle);
    if (i + 1 < count) numbers[i + 1] = radius * Math.sin(angle);
  }
  return numbers;
}

/** A cache of float16 gets numbers that float16 has, so that results are compared without their rounding. */
const stored = (numbers, cache) => (cache === "float16" ? numbers.map((x) => Math.round(x * 256) / 256) : numbers);

/**
 * q, k, v (heads, rows, dim), and dOutput for backward. For a layer x (tokens, model) and the four weights (in, out),
 * which are scaled so that q, k and v keep deviation 1.
 */
export function inputsFor(shape) {
  const { heads, queries, keys, dim, backward, kind, cache } = shape;
  if (kind === "attention") {
    const inputs = {
      q: normal(heads * queries * dim, 1),
      k: stored(normal(heads * keys * dim, 2), cache),
      v: stored(normal(heads * keys * dim, 3), cache),
    };
    return backward ? { ...inputs, dOutput: normal(heads * queries * dim, 9) } : inputs;
  }
  const width = modelDim(shape);
  const weight = (seed) => normal(width * width, seed, 1 / Math.sqrt(width));
  return { x: normal(queries * width, 4), query: weight(5), key: weight(6), value: weight(7), output: weight(8) };
}
