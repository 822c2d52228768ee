// What a cache takes, keeps, refuses and gives back.
import assert from "node:assert/strict";
import test from "node:test";
import { assertClose, assertSame, loadApart, randomOf, rowsOf, testEach } from "./support.mjs";

const { tensorOf } = randomOf(1);
const MATRICES = ["raw", "scores", "logits", "weights"];
const KEPT = [...MATRICES, "lse"];

/** q, k and v of a number of tokens. */
const prompt = (tokens, heads, kvHeads, dim = 8) => [
  tensorOf([heads, tokens, dim]),
  tensorOf([kvHeads, tokens, dim]),
  tensorOf([kvHeads, tokens, dim]),
];

for (const options of [{}, { softcap: 2, scale: 0.7 }]) {
  testEach(
    `tokens one at a time, in chunks and all at once give the rows of one call ${JSON.stringify(options)}`,
    (heed) => {
      const [tokens, heads, kvHeads] = [37, 6, 2];
      const tensors = prompt(tokens, heads, kvHeads);
      const whole = heed.attention(...tensors, { causal: true, ...options });
      for (const chunk of [1, 2, 5, tokens]) {
        const cache = heed.cache({ heads, kvHeads, dim: 8, capacity: tokens, ...options });
        for (let from = 0; from < tokens; from += chunk) {
          const to = Math.min(tokens, from + chunk);
          const { output } = cache.step(...tensors.map((tensor) => rowsOf(tensor, from, to)));
          const expected = rowsOf(whole.output, from, to);
          assert.deepEqual(output.shape, expected.shape);
          assertClose(output.data, expected.data, `tokens ${from} to ${to}`);
        }
        cache.dispose();
      }
    },
  );
}

testEach("append and attend together are a step", (heed) => {
  const [q, k, v] = prompt(9, 4, 2);
  const cache = heed.cache({ heads: 4, kvHeads: 2, dim: 8, capacity: 9 });
  assert.equal(cache.append(rowsOf(k, 0, 6), rowsOf(v, 0, 6)), undefined);
  cache.append(rowsOf(k, 6, 9), rowsOf(v, 6, 9));
  const { output } = cache.attend(rowsOf(q, 5, 9));
  const whole = heed.attention(q, k, v, { causal: true }).output;
  assertClose(output.data, rowsOf(whole, 5, 9).data, "the last four rows");
  cache.dispose();
});

testEach("kept matrices are those of a call over the stored tokens", (heed) => {
  const [q, k, v] = prompt(7, 4, 2);
  const cache = heed.cache({ heads: 4, kvHeads: 2, dim: 8, capacity: 20 });
  cache.append(rowsOf(k, 0, 5), rowsOf(v, 0, 5));
  const kept = cache.step(...[q, k, v].map((tensor) => rowsOf(tensor, 5, 7)), { keep: KEPT });
  const whole = heed.attention(rowsOf(q, 5, 7), k, v, { causal: { offset: 5 }, keep: KEPT });
  for (const name of ["output", ...KEPT]) assertSame(kept[name], whole[name], name);
  cache.dispose();
});

testEach("kept matrices show neither padding nor keys that a batch does not hold", (heed) => {
  const cache = heed.cache({ batch: 2, dim: 2, capacity: 8 });
  const nan = { data: new Float32Array(12).fill(NaN), shape: [2, 1, 3, 2] };
  cache.append(nan, nan); // what is cut off below must not be seen again
  cache.truncate(0);
  const rows = { data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, NaN, NaN, NaN, NaN), shape: [2, 1, 3, 2] };
  const kept = cache.step(rows, rows, rows, { counts: [3, 1], keep: KEPT });
  for (const name of ["output", ...KEPT]) assert.ok(!kept[name].data.some(Number.isNaN), name);
  assert.deepEqual(Array.from(kept.output.data.subarray(8)), [0, 0, 0, 0]);
  assert.deepEqual(Array.from(kept.weights.data.subarray(9)), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(Array.from(kept.lse.data.subarray(4)), [-Infinity, -Infinity]);
  assert.deepEqual(Array.from(kept.raw.data.subarray(10)), Array(8).fill(0));
  assert.deepEqual(Array.from(kept.logits.data.subarray(10)), Array(8).fill(-Infinity));
  cache.dispose();
});

testEach("a batch of 1 and a single head may be left out of the shapes", (heed) => {
  const cache = heed.cache({ dim: 4, valueDim: 3, capacity: 4 });
  for (const axes of [[], [1], [1, 1]]) {
    cache.truncate(0);
    const [q, v] = [tensorOf([...axes, 2, 4]), tensorOf([...axes, 2, 3])];
    assert.deepEqual(cache.step(q, q, v).output.shape, [...axes, 2, 3]);
  }
  assert.deepEqual(cache.step([[1, 2, 3, 4]], [[1, 2, 3, 4]], [[5, 6, 7]]).output.shape, [1, 3]);
  cache.dispose();
});

testEach("a call that is refused says why, and changes nothing", (heed) => {
  const cache = heed.cache({ batch: 2, heads: 2, kvHeads: 1, dim: 4, capacity: 4 });
  const rows = (count, heads = 1, dim = 4) => tensorOf([2, heads, count, dim]);
  const [k, v] = [rows(3), rows(3)];
  cache.append(k, v, { counts: [3, 1] });
  const q = rows(1, 2);
  const before = cache.attend(q).output;
  const refused = [
    [() => cache.append(rows(2), rows(2)), RangeError, /batch 0 has room for 1 more token \(capacity 4\); got 2/],
    [() => cache.append(rows(2), rows(2), { counts: [0, 3] }), RangeError, /counts\[1\] must be from 0 to the rows/],
    [() => cache.append(rows(2), rows(2), { count: 1 }), TypeError, /did you mean counts/],
    [() => cache.append(rows(2), rows(2), { keep: [] }), TypeError, /no option named "keep"/],
    [() => cache.append(rows(1, 2), rows(1)), RangeError, /k must have the shape \[2, 1, rows, 4\]/],
    [() => cache.append(rows(1), rows(1, 1, 3)), RangeError, /v must have the shape/],
    [() => cache.append(rows(1), rows(2)), RangeError, /k and v must have the same number of axes and of rows/],
    [() => cache.step(rows(1, 2), rows(1), "x"), TypeError, /cache\.step: v must be a tensor/],
    [() => cache.step(rows(1), rows(1), rows(1)), RangeError, /q must have the shape \[2, 2, rows, 4\]/],
    [() => cache.step(rows(1, 2), rows(1), rows(1), { keep: ["weight"] }), TypeError, /did you mean "weights"/],
    [() => cache.attend(tensorOf([2, 1, 4])), RangeError, /q must have the shape \[2, 2, rows, 4\]/],
    [() => cache.truncate(2), RangeError, /batch 1 has 1 tokens, so the length to keep is from 0 to 1; got 2/],
    [() => cache.truncate(-1), RangeError, /from 0 to 3; got -1/],
    [() => cache.truncate(1.5), RangeError, /must be an integer/],
    [() => cache.truncate(), TypeError, /must be an integer or an array/],
    [() => cache.truncate([1]), RangeError, /one integer per batch, and there are 2; got 1/],
    [() => cache.reorder([0, 2]), RangeError, /from\[1\] must be a batch, from 0 to 1; got 2/],
    [() => cache.reorder([0]), RangeError, /one integer per batch/],
    [() => cache.reorder(0), TypeError, /from must be an array/],
  ];
  for (const [call, Kind, sentence] of refused) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof Kind && sentence.test(error.message), `${error.name}: ${error.message}`);
      return true;
    });
    assert.deepEqual(cache.lengths, [3, 1]);
    assertSame(cache.attend(q).output, before, String(call));
  }
  cache.dispose();
});

test("an offset that is undefined is one that is left out", async () => {
  const { heed } = await loadApart();
  const sizes = { dim: 4, capacity: 4 };
  heed.cache({ ...sizes, window: { left: 2, offset: undefined } }).dispose();
  heed.cache({ ...sizes, alibi: { slopes: true, offset: undefined } }).dispose();
});

test("options that cannot be are refused by a sentence", async () => {
  const { heed } = await loadApart();
  const refused = [
    [undefined, TypeError, /options must be a plain object, as \{ dim: 64, capacity: 512 \}; got undefined\.$/],
    [{ capacity: 4 }, TypeError, /dim must be given; got none\. Write \{ dim: 64, capacity: 512 \}\.$/],
    [{ dim: 4 }, TypeError, /capacity must be given; got none\. Write \{ dim: 64, capacity: 512 \}\.$/],
    [{ dim: 4, capacity: 0 }, RangeError, /capacity must be an integer from 1/],
    [{ dim: 4, capacity: 4, heads: 3, kvHeads: 2 }, RangeError, /multiple of kvHeads/],
    [
      { dim: 4, capacity: 4, causal: true },
      TypeError,
      /no option named "causal"; leave it out; a token never sees later ones in a cache\./,
    ],
    [{ dim: 4, capacity: 4, window: { left: 2, offset: 1 } }, TypeError, /leave out window.offset/],
    [{ dim: 4, capacity: 4, alibi: { offset: 1 } }, TypeError, /leave out alibi.offset/],
    [{ dim: 4, capacity: 4, ring: true, window: { left: 4 } }, RangeError, /capacity is 4, and with left: 4 it sees 5/],
    [{ dim: 4, capacity: 4, sink: NaN }, RangeError, /sink must hold/],
    [{ dim: 4, capacity: 4, rotary: {} }, TypeError, /rotary.pairs must be/],
    [{ dim: 4, capacity: 4, ring: 1 }, TypeError, /ring must be true or false/],
    [{ dim: 4, capacity: 4, scale: NaN }, RangeError, /scale must be/],
    [{ dim: 2 ** 20, capacity: 2 ** 20 }, RangeError, /WebAssembly memory ends at 4 GB/],
  ];
  for (const [options, Kind, sentence] of refused) {
    assert.throws(
      () => heed.cache(options),
      (error) => error instanceof Kind && sentence.test(error.message),
      JSON.stringify(options),
    );
  }
});

testEach("reorder makes copies that no later call of a sibling changes", (heed) => {
  const cache = heed.cache({ batch: 3, dim: 4, capacity: 6 });
  const [k, v] = [tensorOf([3, 1, 4, 4]), tensorOf([3, 1, 4, 4])];
  cache.append(k, v, { counts: [4, 3, 2] });
  cache.reorder([1, 1, 0]);
  assert.deepEqual(cache.lengths, [3, 3, 4]);
  const more = tensorOf([3, 1, 1, 4]);
  const { output } = cache.step(more, more, more);
  for (const [b, source, length] of [
    [0, 1, 3],
    [1, 1, 3],
    [2, 0, 4],
  ]) {
    const own = rowsOf({ data: more.data.subarray(4 * b, 4 * b + 4), shape: [1, 4] }, 0, 1);
    const of = ({ data }) => Array.from(data.subarray(16 * source, 16 * source + 4 * length));
    const join = (tensor) => ({ data: Float32Array.from([...of(tensor), ...own.data]), shape: [length + 1, 4] });
    const expected = heed.attention(own, join(k), join(v)).output;
    assertClose(output.data.subarray(4 * b, 4 * b + 4), expected.data, `batch ${b}`);
  }
  cache.dispose();
});

testEach("lengths are a copy, and a cache that is empty or cut to nothing gives 0", (heed) => {
  const cache = heed.cache({ dim: 2, capacity: 3 });
  cache.lengths.push(5);
  assert.deepEqual([cache.lengths, cache.capacity], [[0], 3]);
  assert.deepEqual(Array.from(cache.attend([[1, 2]]).output.data), [0, 0]);
  cache.step([[1, 2]], [[1, 2]], [[1, 2]]);
  cache.truncate(0);
  assert.deepEqual(Array.from(cache.attend([[1, 2]]).output.data), [0, 0]);
  cache.dispose();
});

testEach("after dispose, every use is an error", (heed) => {
  const cache = heed.cache({ dim: 2, capacity: 3 });
  cache[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  cache.dispose();
  assert.equal(cache.disposed, true);
  const row = [[1, 2]];
  for (const use of [
    () => cache.step(row, row, row),
    () => cache.append(row, row),
    () => cache.attend(row),
    () => cache.truncate(0),
    () => cache.reorder([0]),
  ])
    assert.throws(use, /was used after dispose\(\)/);
});

testEach("the columns of a matrix are the tokens that a ring holds, the oldest first", (heed) => {
  const [q, k, v] = prompt(12, 2, 1);
  const cache = heed.cache({ heads: 2, kvHeads: 1, dim: 8, capacity: 5, ring: true });
  for (let t = 0; t < 12; t++) {
    const { weights } = cache.step(...[q, k, v].map((tensor) => rowsOf(tensor, t, t + 1)), { keep: ["weights"] });
    const first = Math.max(0, t - 4);
    const expected = heed.attention(rowsOf(q, t, t + 1), rowsOf(k, first, t + 1), rowsOf(v, first, t + 1), {
      keep: ["weights"],
    });
    assert.deepEqual(weights.shape, expected.weights.shape);
    assertClose(weights.data, expected.weights.data, `token ${t}`);
  }
  cache.dispose();
});

testEach("each batch of a ring has its own first column, and nothing after its last token", (heed) => {
  const cache = heed.cache({ batch: 2, dim: 8, capacity: 5, ring: true });
  const batches = [0, 1].map(() => ({ k: tensorOf([12, 8]), v: tensorOf([12, 8]), length: 0 }));
  const next = (name) => ({
    data: Float32Array.from(batches.flatMap((of) => Array.from(rowsOf(of[name], of.length, of.length + 1).data))),
    shape: [2, 1, 1, 8],
  });
  for (let step = 0; step < 12; step++) {
    const counts = [1, step % 2];
    const kept = cache.step(next("k"), next("k"), next("v"), { counts, keep: MATRICES });
    for (const [b, { k, v, length }] of batches.entries()) {
      if (counts[b] === 0) continue;
      const [first, end] = [Math.max(0, length - 4), length + 1];
      const stored = [rowsOf(k, length, end), rowsOf(k, first, end), rowsOf(v, first, end)];
      const whole = heed.attention(...stored, { keep: MATRICES });
      for (const name of MATRICES) {
        const row = Array.from(kept[name].data.subarray((kept[name].data.length / 2) * b)).slice(
          0,
          kept[name].shape[3],
        );
        const rest = row.splice(end - first);
        assertClose(row, whole[name].data, `${name}, step ${step}, batch ${b}`);
        assert.ok(
          rest.every((number) => number === (name === "logits" ? -Infinity : 0)),
          name,
        );
      }
      batches[b].length++;
    }
  }
  cache.dispose();
});

testEach("a prompt that is longer than a ring is as right as one token at a time", (heed) => {
  const tensors = prompt(50, 2, 1);
  const window = { left: 6 };
  const cache = heed.cache({ heads: 2, kvHeads: 1, dim: 8, capacity: 8, ring: true, window });
  const whole = heed.attention(...tensors, { causal: true, window, keep: ["lse"] });
  const { output, lse } = cache.step(...tensors, { keep: ["lse"] });
  assertClose(output.data, whole.output.data, "output");
  assertClose(lse.data, whole.lse.data, "lse");
  assert.deepEqual(lse.shape, [2, 50]);
  assert.throws(() => cache.step(...tensors, { keep: ["weights"] }), /at most 4 rows a call if matrices are kept/);
  cache.dispose();
});

testEach("a prompt longer than a ring and than its rotary tables is refused before any of it is stored", (heed) => {
  const tables = { cos: tensorOf([20, 2]), sin: tensorOf([20, 2]) };
  const rotary = { pairs: "halves", ...tables };
  const cache = heed.cache({ heads: 2, kvHeads: 1, dim: 4, capacity: 8, ring: true, rotary });
  cache.append(...prompt(2, 2, 1, 4).slice(1));
  const q = tensorOf([2, 1, 4]);
  const before = cache.attend(q).output;
  const long = prompt(30, 2, 1, 4);
  for (const call of [() => cache.step(...long), () => cache.append(...long.slice(1))]) {
    assert.throws(call, /have 20 rows, so positions of tokens must be integers from 0 to 19; got 20/);
    assert.deepEqual(cache.lengths, [2]);
    assertSame(cache.attend(q).output, before, String(call));
  }
  cache.step(...prompt(18, 2, 1, 4));
  assert.deepEqual(cache.lengths, [20]);
  cache.dispose();
});

testEach("a call that needs too much memory drops nothing of a ring", (heed) => {
  const [heads, valueDim] = [1024, 1024];
  const rows = (count) => [tensorOf([heads, count, 1]), tensorOf([1, count, 1]), tensorOf([1, count, valueDim])];
  const [, ...stored] = rows(1200);
  const [q] = rows(1);
  const cache = heed.cache({ heads, kvHeads: 1, dim: 1, valueDim, capacity: 1000, ring: true, window: { left: 3 } });
  cache.append(...stored);
  assert.throws(() => cache.step(...rows(1100)), /this needs .* GB\), and WebAssembly memory ends at 4 GB/);
  // The last 1000 tokens before token 1200 are still there.
  cache.truncate(500);
  const found = cache.attend(q).output.data.slice(0, valueDim);
  cache.truncate(0);
  cache.append(...stored.map((tensor) => rowsOf(tensor, 0, 500)));
  assertClose(found, cache.attend(q).output.data.slice(0, valueDim), "token 499");
  cache.dispose();
});

testEach("a ring that keeps a matrix takes C + ⌈C/4⌉ − left rows a call, and no more", (heed) => {
  for (const [capacity, left] of [
    [8, 6],
    [8, 0],
    [9, 3],
    [9, undefined],
    [1, undefined],
  ]) {
    const window = left === undefined ? {} : { window: { left } };
    const cache = heed.cache({ dim: 2, capacity, ring: true, ...window });
    const most = capacity + Math.ceil(capacity / 4) - (left ?? capacity - 1);
    const rows = (count) => tensorOf([count, 2]);
    const step = (count) => cache.step(rows(count), rows(count), rows(count), { keep: ["weights"] });
    for (let time = 0; time < 3; time++) assert.equal(step(most).weights.shape[0], most);
    assert.throws(() => step(most + 1), {
      message: new RegExp(`at most ${most} rows a call .*; got ${most + 1}\\. Give`),
    });
    cache.dispose();
  }
});

test("tensors may be views of a session, which growth of the memory would empty", async () => {
  const { heed } = await loadApart();
  const cache = heed.cache({ dim: 64, capacity: 4096 });
  const session = heed.session({ queries: 4096, keys: 1, dim: 64 });
  session.q.fill(1);
  const rows = { data: session.q, shape: [4096, 64] };
  assertClose(cache.step(rows, rows, rows).output.data, new Float32Array(4096 * 64).fill(1), "values of 1");
});

test("100,000 steps, truncations and caches leave the memory as large as it was", async () => {
  const { heed, memory } = await loadApart();
  const cache = heed.cache({ batch: 2, heads: 2, dim: 8, capacity: 64, ring: true });
  const row = tensorOf([2, 2, 1, 8]);
  const chunk = tensorOf([2, 2, 24, 8]);
  cache.step(chunk, chunk, chunk);
  const before = memory.buffer.byteLength;
  for (let step = 0; step < 100_000; step++) {
    cache.step(row, row, row);
    if (step % 1000 === 0) cache.step(chunk, chunk, chunk);
    if (step % 1000 === 1) cache.truncate(0);
    if (step % 1000 === 2) heed.cache({ dim: 64, capacity: 100 }).dispose();
  }
  assert.equal(memory.buffer.byteLength, before);
});
