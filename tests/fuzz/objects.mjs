// Objects that stay: sessions, caches and layers. Each step is a call; each finding throws.
import { ModelCache } from "../lib/cache-model.mjs";
import { drawKeyMask } from "../lib/gradient-problems.mjs";
import { attempt } from "./outcome.mjs";
import { hostileValue } from "./hostile.mjs";
import { attend, chance, compareNumbers, drawOptions, drawSizes, pick } from "./problem.mjs";

/** Does what nobody should do to an object of heed. Returns how many calls that was. */
function abuse(random, object, names) {
  const deeds = [
    () => (object[pick(random, names)] = hostileValue(random)),
    () => object.run?.(hostileValue(random)),
    () => object.truncate?.(hostileValue(random)),
    () => object.reorder?.(hostileValue(random)),
    () => object.append?.(hostileValue(random), hostileValue(random), hostileValue(random)),
    () => object.step?.(hostileValue(random), hostileValue(random), hostileValue(random), hostileValue(random)),
    () => object.attend?.(hostileValue(random), hostileValue(random)),
    () => object.backward?.(),
    () => String(object) + Object.keys(object).join(),
  ];
  const count = random.integer(1, 4);
  for (let n = 0; n < count; n++) {
    try {
      attempt(pick(random, deeds));
    } catch (error) {
      // Names that are no options are the platform's to refuse.
      if (!/^no sentence of heed: Cannot (assign|add|set)/.test(error.message)) throw error;
    }
  }
  return count;
}

/** A session of random options, run several times with other numbers. */
export function session(random, heed) {
  const sizes = drawSizes(random);
  // Two batches, because sessions take no sequences.
  const batched = { ...sizes, batch: 2 };
  return runSession(random, heed, batched, drawOptions(random, batched, 4));
}

function runSession(random, heed, sizes, options) {
  const object = heed.session({ ...sizes, ...options });
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = sizes;
  let calls = 1;
  const times = random.integer(1, 6);
  for (let n = 0; n < times; n++) {
    const q = random.tensorOf([batch, heads, queries, dim]);
    const k = random.tensorOf([batch, kvHeads, keys, dim]);
    const v = random.tensorOf([batch, kvHeads, keys, valueDim]);
    for (const [name, { data }] of Object.entries({ q, k, v })) object[name].set(data);
    if (chance(random, 0.3)) {
      calls += refuseLengths(random, object, keys);
      calls += abuse(random, object, ["q", "queries", "keep", "output", "disposed", "run", "other"]);
    }
    const inputs = options.keyMask && chance(random, 0.5) ? { keyMask: keyMaskOf(random, sizes) } : {};
    object.run(inputs);
    Object.assign(options, inputs);
    calls++;
    compareNumbers("session.output", object.output, attend({ q, k, v }, options, sizes).output);
  }
  object.dispose();
  calls += abuse(random, object, ["q", "dim"]);
  return calls + 1;
}

/** A key mask as run() takes it: with a row for each batch. */
function keyMaskOf(random, { batch, keys }) {
  const drawn = drawKeyMask(random, { batch, keys });
  return Array.isArray(drawn[0]) ? drawn : Array(batch).fill(drawn);
}

/** Lengths that calls refuse are refused by run() too, which then changes nothing. */
function refuseLengths(random, object, keys) {
  const { keyLengths } = object;
  if (keyLengths === undefined) return 0;
  const before = keyLengths[0];
  keyLengths[0] = pick(random, [keys + 1, -1, 2 ** 31 - 1, -(2 ** 31)]);
  if (attempt(() => object.run()) !== undefined) throw new Error("run() took key lengths that calls refuse");
  keyLengths[0] = before;
  return 1;
}

/** Hostile options of a session, of a layer's session, of a cache and of layers. */
export function openings(random, heed, layers) {
  const valid = [
    [heed.session, { batch: 1, heads: 2, kvHeads: 1, queries: 3, keys: 3, dim: 4, causal: true, keep: ["weights"] }],
    [heed.selfAttentionSession, { tokens: 3, modelDim: 4, heads: 2, output: true, biases: true, backward: true }],
    [heed.cache, { heads: 2, kvHeads: 1, dim: 4, capacity: 4, ring: true, window: { left: 2 }, type: "float16" }],
    [(options) => layers.linearSession(heed, options), { rows: 2, inputs: 3, outputs: 2, activation: "gelu" }],
    [(options) => layers.layerNormSession(heed, options), { rows: 2, dim: 3, backward: true }],
    [(options) => layers.rmsNormSession(heed, options), { rows: 2, dim: 3, backward: true }],
    [(options) => layers.feedForwardSession(heed, options), { rows: 2, inputs: 3, hidden: 4, activation: "relu" }],
  ];
  const [open, options] = pick(random, valid);
  const spoiled = chance(random, 0.1) ? hostileValue(random) : { ...options };
  if (typeof spoiled === "object" && spoiled !== null && chance(random, 0.9)) {
    const name = pick(random, [
      ...Object.keys(options),
      "batch",
      "valueDim",
      "sink",
      "mask",
      "contextTokens",
      "nonsense",
    ]);
    const worse = sizeOrWorse(random);
    attempt(() => void (Object.isFrozen(spoiled) || spoiled === globalThis || (spoiled[name] = worse)));
  }
  const made = attempt(() => open(spoiled));
  if (typeof made?.dispose !== "function") return 1;
  attempt(() => made.run?.());
  made.dispose();
  return 2;
}

/** Sizes that would take the machine's memory are left to the tests of memory. */
function sizeOrWorse(random) {
  return chance(random, 0.5) ? random.integer(-1, 9) : hostileValue(random);
}

/** A cache against the textbook's, with abuse in between. */
export function cache(random, heed) {
  const kvHeads = random.integer(1, 2);
  const options = {
    batch: random.integer(1, 2),
    heads: kvHeads * random.integer(1, 2),
    kvHeads,
    dim: 2 * random.integer(1, 3),
    valueDim: random.integer(1, 5),
    capacity: random.integer(4, 12),
    scale: 0.4,
    ...(chance(random, 0.3) && { softcap: 3 }),
    ...(chance(random, 0.3) && { rotary: { pairs: pick(random, ["halves", "interleaved"]) } }),
  };
  if (chance(random, 0.4)) Object.assign(options, { ring: true, window: { left: random.integer(0, 3) } });
  const object = heed.cache(options);
  const model = new ModelCache(options);
  let calls = 1;
  const times = random.integer(2, 10);
  for (let n = 0; n < times; n++) calls += cacheStep(random, object, model, options);
  object.dispose();
  return calls + 1 + abuse(random, object, ["capacity", "lengths"]);
}

function cacheStep(random, object, model, { batch, heads, kvHeads, dim, valueDim }) {
  const rows = random.integer(1, 3);
  const counts = Array.from({ length: batch }, () => random.integer(0, rows));
  const [q, k] = [random.tensorOf([batch, heads, rows, dim]), random.tensorOf([batch, kvHeads, rows, dim])];
  const v = random.tensorOf([batch, kvHeads, rows, valueDim]);
  let calls = 1;
  if (chance(random, 0.3)) {
    const before = String(object.lengths);
    if (chance(random, 0.5)) calls += abuse(random, object, ["capacity", "lengths", "step", "other"]);
    // What hostile values changed, if they fitted, the model does not know.
    if (String(object.lengths) !== before || chance(random, 0.3)) {
      object.truncate(0);
      model.truncate(Array(batch).fill(0));
      calls++;
    }
  }
  const found = attempt(() => object.step(q, k, v, { counts }));
  if ((found !== undefined) !== model.hasRoom(counts)) throw new Error("cache.step: room was counted otherwise");
  if (found === undefined) return calls;
  model.append(k, v, counts);
  compareNumbers("cache.step", found.output.data, model.attend(q, counts).data);
  return calls;
}
