// Random problems of attention: arguments for heed. tests/lib/rules.mjs has what a textbook makes of them.
import { drawKeyMask, drawRotary, pick } from "../lib/gradient-problems.mjs";
import { product } from "../lib/support.mjs";

export { attend } from "../lib/rules.mjs";
export { pick };
export const chance = (random, part) => random.uniform() < part;

/** Small sizes, so that many calls are made. Some have enough rows for every loop of the kernels. */
export function drawSizes(random) {
  const large = chance(random, 0.002);
  const rows = () => (large ? random.integer(1, 70) : random.integer(1, 5));
  const columns = () => (large ? random.integer(1, 40) : random.integer(1, 5));
  const kvHeads = large ? 1 : random.integer(1, 2);
  const [queries, keys] = [rows(), rows()];
  return {
    batch: large ? 1 : random.integer(1, 2),
    heads: kvHeads * random.integer(1, 2),
    kvHeads,
    queries,
    keys: chance(random, 0.4) ? queries : keys,
    dim: columns(),
    valueDim: columns(),
  };
}

const starts = (random, rows, count) => {
  const cuts = Array.from({ length: count - 1 }, () => random.integer(0, rows)).sort((a, b) => a - b);
  return [0, ...cuts, random.integer(cuts.at(-1) ?? 0, rows)];
};

/** Options of attention for these sizes. `rank` is the number of axes that mask and bias may have. */
export function drawOptions(random, sizes, rank) {
  const { batch, heads, queries, keys, dim } = sizes;
  const maybe = (part, draw) => (chance(random, part) ? draw() : undefined);
  const extents = [batch, heads, queries, keys];
  const some = () => {
    const from = random.integer(4 - rank, 3);
    return extents.slice(from).map((extent) => (chance(random, 0.5) ? extent : 1));
  };
  const options = {
    scale: maybe(0.3, () => pick(random, ["sqrt-dk", "sqrt-dmodel", "none", 0.3, -0.7])),
    normalize: maybe(0.15, () => "none"),
    softcap: maybe(0.15, () => pick(random, [1, 4, 30])),
    sequences:
      batch === 1
        ? maybe(0.15, () => {
            const count = random.integer(1, 3);
            return { queries: starts(random, queries, count), keys: starts(random, keys, count) };
          })
        : undefined,
    mask: maybe(0.2, () => {
      const shape = some();
      return { data: Uint8Array.from({ length: product(shape) }, () => (chance(random, 0.7) ? 1 : 0)), shape };
    }),
    bias: maybe(0.2, () => random.tensorOf(some(), () => (chance(random, 0.1) ? -Infinity : random.normal()))),
  };
  if (options.normalize === undefined)
    options.sink = maybe(0.2, () => pick(random, [0, -2, Array.from({ length: heads }, () => random.integer(-3, 3))]));
  if (options.sequences === undefined)
    options.keyLengths = maybe(0.2, () =>
      chance(random, 0.5) ? random.integer(0, keys) : Array.from({ length: batch }, () => random.integer(0, keys)),
    );
  options.documents = maybe(0.15, () => {
    const numbers = (rows) => Array.from({ length: rows }, () => random.integer(1, 2));
    return { queries: numbers(queries), keys: numbers(keys) };
  });
  options.keyMask = maybe(0.15, () => drawKeyMask(random, sizes));
  addPositions(random, options, sizes, maybe);
  if (dim > 1 && options.sequences === undefined)
    options.rotary = maybe(0.2, () => drawRotary(random, { batch, queries, keys, dim }));
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** causal, window and alibi, of which the first states the offset. */
function addPositions(random, options, { batch, heads, queries, keys }, maybe) {
  const groups = options.sequences ? options.sequences.queries.length - 1 : batch;
  const draw = () => random.integer(-2, Math.max(queries, keys));
  const offset = chance(random, 0.5) ? draw() : Array.from({ length: groups }, draw);
  let stated = {};
  const state = () => {
    const first = stated.offset === undefined ? { offset } : {};
    stated = { offset };
    return first;
  };
  options.causal = maybe(0.25, () => ({ offset: (state(), offset) }));
  const side = () => maybe(0.7, () => random.integer(0, 5));
  options.window = maybe(0.2, () => ({ left: side(), right: side(), ...state() }));
  const slopes = () => Array.from({ length: heads }, () => random.integer(-4, 8) / 8);
  options.alibi = maybe(0.2, () => ({ slopes: slopes(), ...state() }));
}

/** Throws where the numbers are not those expected, or the shape is not. */
export function compare(what, found, shape, expected) {
  if (!(found?.data instanceof Float32Array)) throw new Error(`${what}: no tensor came`);
  if (String(found.shape) !== String(shape)) throw new Error(`${what}: shape [${found.shape}], not [${shape}]`);
  compareNumbers(what, found.data, expected);
}

export function compareNumbers(what, found, expected) {
  if (found.length !== expected.length) throw new Error(`${what}: ${found.length} numbers, not ${expected.length}`);
  let most = 1;
  for (const x of expected) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  for (let at = 0; at < expected.length; at++) {
    if (found[at] === expected[at] || Math.abs(found[at] - expected[at]) <= 3e-5 * most) continue;
    throw new Error(`${what}[${at}]: ${found[at]}, not ${expected[at]}`);
  }
}
