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

/** Numbers that float16 has, where it stores them: so results are compared without their rounding. */
const stored = (numbers, half) => (half ? numbers.map((x) => Math.round(x * 256) / 256) : numbers);

/** The bits of such numbers in float16. */
export function halfBits(numbers) {
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  return Uint16Array.from(bits, (one) => {
    const magnitude = (one & 0x7fffffff) >>> 13;
    return ((one >>> 16) & 0x8000) | (magnitude && magnitude - (112 << 10));
  });
}

/**
 * q, k, v (heads, rows, dim), and dOutput for backward. For a layer x (tokens, model) and the four weights (in, out),
 * which are scaled so that q, k and v keep deviation 1.
 */
export function inputsFor(shape) {
  const { heads, queries, keys, dim, backward, kind, cache } = shape;
  const half = shape.half || cache === "float16";
  if (kind === "attention") {
    const inputs = {
      q: stored(normal(heads * queries * dim, 1), shape.half),
      k: stored(normal(heads * keys * dim, 2), half),
      v: stored(normal(heads * keys * dim, 3), half),
    };
    return backward ? { ...inputs, dOutput: normal(heads * queries * dim, 9) } : inputs;
  }
  const width = modelDim(shape);
  const weight = (seed) => normal(width * width, seed, 1 / Math.sqrt(width));
  return { x: normal(queries * width, 4), query: weight(5), key: weight(6), value: weight(7), output: weight(8) };
}
