// Caches against a textbook, over random programs of steps, appends, truncations and reorderings.
import assert from "node:assert/strict";
import test from "node:test";
import { ModelCache } from "./cache-model.mjs";
import { assertClose, load, product, randomOf, runnable } from "./support.mjs";

const PROGRAMS = 1500;
const OPERATIONS = 14;

function randomRotary({ integer, uniform }, dim) {
  const dims = uniform() < 0.5 ? 2 * integer(1, Math.floor(dim / 2)) : dim - (dim % 2);
  return { pairs: uniform() < 0.5 ? "halves" : "interleaved", dims, ...(uniform() < 0.5 && { base: 100 }) };
}

/** Options by chance. */
function randomOptions(random) {
  const { integer, uniform } = random;
  const perhaps = (chance, value) => (uniform() < chance ? value() : undefined);
  const kvHeads = integer(1, 3);
  const dim = integer(1, 9);
  const ring = uniform() < 0.5;
  const capacity = integer(1, 14);
  const heads = kvHeads * integer(1, 3);
  const perHead = (draw) => Array.from({ length: heads }, draw);
  const options = {
    batch: integer(1, 3),
    heads,
    kvHeads,
    dim,
    valueDim: perhaps(0.5, () => integer(1, 9)),
    capacity,
    ring,
    scale: perhaps(0.3, () => uniform() * 2),
    softcap: perhaps(0.3, () => 0.5 + uniform() * 3),
    window: perhaps(0.5, () => ({ left: integer(0, ring ? capacity - 1 : 8) })),
    alibi: perhaps(0.3, () => perHead(() => uniform() - 0.2)),
    sink: perhaps(0.3, () => perHead(() => 4 * uniform() - 2)),
    type: perhaps(0.4, () => "float16"),
    rotary: dim > 1 ? perhaps(0.4, () => randomRotary(random, dim)) : undefined,
  };
  for (const name in options) if (options[name] === undefined) delete options[name];
  return options;
}

/** A cache and its model, which do the same. */
class Pair {
  constructor(heed, random, options) {
    this.random = random;
    this.cache = heed.cache(options);
    this.model = new ModelCache(options);
  }

  /** k or v with NaN in the rows that no batch counts. */
  rows(heads, rows, columns, counts) {
    const tensor = this.random.tensorOf([this.model.batch, heads, rows, columns]);
    for (let row = 0; row < product(tensor.shape) / columns; row++) {
      const b = Math.floor(row / rows / heads);
      if (row % rows >= counts[b]) tensor.data.fill(NaN, row * columns, (row + 1) * columns);
    }
    return tensor;
  }

  counts(rows) {
    const { integer, uniform } = this.random;
    const all = uniform() < 0.6;
    return Array.from({ length: this.model.batch }, () => (all ? rows : integer(0, rows)));
  }

  tensors(rows, counts) {
    const { heads, kvHeads, dim, valueDim } = this.model;
    return {
      q: this.rows(heads, rows, dim, counts),
      k: this.rows(kvHeads, rows, dim, counts),
      v: this.rows(kvHeads, rows, valueDim, counts),
    };
  }

  /** Does the call, or checks that it is refused. Returns whether it was done. */
  try(allowed, call) {
    const { lengths } = this.model;
    if (allowed) return [call()];
    assert.throws(call, RangeError);
    assert.deepEqual(this.cache.lengths, lengths);
    return undefined;
  }

  step() {
    const rows = this.random.integer(1, this.random.uniform() < 0.5 ? 1 : 6);
    const counts = this.counts(rows);
    const { q, k, v } = this.tensors(rows, counts);
    const done = this.try(this.model.hasRoom(counts), () => this.cache.step(q, k, v, { counts }));
    if (!done) return;
    this.model.append(k, v, counts);
    this.compare(done[0], q, counts);
  }

  append() {
    const rows = this.random.integer(1, 6);
    const counts = this.counts(rows);
    const { k, v } = this.tensors(rows, counts);
    if (this.try(this.model.hasRoom(counts), () => this.cache.append(k, v, { counts })))
      this.model.append(k, v, counts);
  }

  attend() {
    const rows = this.random.integer(1, 3);
    const counts = this.counts(rows);
    const { q } = this.tensors(rows, counts);
    const reaches = (count, b) => count === 0 || this.model.reaches(b, this.model.lengths[b] - count);
    const done = this.try(counts.every(reaches), () => this.cache.attend(q, { counts }));
    if (done) this.compare(done[0], q, counts);
  }

  truncate() {
    const { integer, uniform } = this.random;
    const near = uniform() < 0.7 ? 2 : 20;
    const lengths = this.model.lengths.map((length) => integer(Math.max(0, length - near), length + (uniform() < 0.1)));
    const allowed = this.model.mayTruncate(lengths);
    if (this.try(allowed, () => this.cache.truncate(lengths))) this.model.truncate(lengths);
  }

  reorder() {
    const { batch } = this.model;
    const from = Array.from({ length: batch }, () => this.random.integer(0, batch - 1));
    this.cache.reorder(from);
    this.model.reorder(from);
  }

  compare({ output }, q, counts) {
    const expected = this.model.attend(q, counts);
    assert.deepEqual(output.shape, expected.shape);
    // A key that rotary turns in floats may round to another float16 than one that is turned in double precision.
    const { type, rotary } = this.model.options;
    assertClose(output.data, expected.data, "output", type && rotary ? 5e-3 : 5e-6, 2e-5);
    assert.deepEqual(this.cache.lengths, this.model.lengths);
  }
}

for (const flavour of runnable) {
  test(`${flavour}: ${PROGRAMS} random programs give what a textbook gives at every step`, async () => {
    const heed = await load({ flavour });
    for (let seed = 1; seed <= PROGRAMS; seed++) {
      const random = randomOf(seed);
      const options = randomOptions(random);
      const pair = new Pair(heed, random, options);
      const names = ["step", "step", "step", "append", "attend", "truncate", "reorder"];
      const program = [];
      try {
        for (let n = 0; n < OPERATIONS; n++) {
          program.push(names[random.integer(0, names.length - 1)]);
          pair[program.at(-1)]();
        }
      } catch (cause) {
        throw new Error(`seed ${seed}, ${JSON.stringify(options)}, ${program.join(" ")}: ${cause.message}`, { cause });
      }
      pair.cache.dispose();
    }
  });
}
