// The option axes: the same numbers with heads after rows.
import assert from "node:assert/strict";
import test from "node:test";
import { dist, load, randomOf, testEach } from "./support.mjs";

const random = randomOf(17);

/** The same tensor with the axes of heads and of rows exchanged. */
function swapped({ data, shape }) {
  const [rows, heads, columns] = shape.slice(-3);
  const at = (index) => {
    const [c, h, r] = [
      index % columns,
      Math.floor(index / columns) % heads,
      Math.floor(index / columns / heads) % rows,
    ];
    const batch = Math.floor(index / (columns * heads * rows));
    return data[((batch * heads + h) * rows + r) * columns + c];
  };
  // shape is that of the result: [..., rows, heads, columns]
  return { data: Float32Array.from(data, (_, index) => at(index)), shape };
}

const behind = (tensor) => {
  const [heads, rows, columns] = tensor.shape.slice(-3);
  return swapped({ data: tensor.data, shape: [...tensor.shape.slice(0, -3), rows, heads, columns] });
};

for (const [name, batch] of [
  ["[rows, heads, dim]", []],
  ["[batch, rows, heads, dim]", [2]],
]) {
  testEach(`${name} gives the bits of heads first, forward and backward, and masks stay as they are`, (heed) => {
    const [q, k] = [random.tensorOf([...batch, 4, 5, 6]), random.tensorOf([...batch, 2, 7, 6])];
    const [v, dOutput] = [random.tensorOf([...batch, 2, 7, 3]), random.tensorOf([...batch, 4, 5, 3])];
    const options = { bias: random.tensorOf([4, 5, 7]), causal: { offset: 2 }, rotary: { pairs: "halves" } };
    const keep = { keep: ["weights", "lse"] };
    const axes = { axes: "rows-heads" };
    const plain = heed.attention(q, k, v, { ...options, ...keep });
    const other = heed.attention(behind(q), behind(k), behind(v), { ...options, ...keep, ...axes });
    assert.deepEqual(other.output, behind(plain.output));
    assert.deepEqual([other.weights, other.lse], [plain.weights, plain.lse]);
    const gradients = heed.attentionBackward(q, k, v, dOutput, options);
    const found = heed.attentionBackward(behind(q), behind(k), behind(v), behind(dOutput), { ...options, ...axes });
    for (const part of ["dq", "dk", "dv"]) assert.deepEqual(found[part], behind(gradients[part]), part);
    assert.deepEqual(found.dBias, gradients.dBias);
    assert.deepEqual(heed.attention(q, k, v, { axes: "heads-rows" }), heed.attention(q, k, v));
  });
}

test("heed/workers gives the same, also in shared memory", async () => {
  const { openWorkers } = await import(new URL("workers.js", dist));
  const heed = await load();
  // Chunks of this size make even a small call go to the workers.
  const limits = { [Symbol.for("heed.workers.limits")]: { least: 1, perNumber: 0, chunk: 1, rest: 1000 } };
  for (const given of [{ workers: 0 }, { workers: 1, ...limits }]) {
    const workers = await openWorkers(given);
    const [q, dOutput] = [random.tensorOf([3, 24, 8]), random.tensorOf([3, 24, 8])];
    const options = { axes: "rows-heads" };
    const three = [behind(q), behind(q), behind(q)];
    const expected = heed.attention(...three, options);
    assert.deepEqual(await workers.attention(...three, options), expected);
    const shared = await workers.attention(...three, { ...options, sharedResults: true });
    assert.ok(shared.output.data.buffer instanceof SharedArrayBuffer);
    assert.deepEqual([...shared.output.data], [...expected.output.data]);
    assert.equal(JSON.parse(JSON.stringify(shared.output)).data.length, expected.output.data.length);
    const gradients = await workers.attentionBackward(...three, behind(dOutput), options);
    assert.deepEqual(gradients, heed.attentionBackward(...three, behind(dOutput), options));
    await workers.dispose();
  }
});

test("wrong axes, and axes where heads come first for good, are refused in a sentence", async () => {
  const heed = await load();
  const x = random.tensorOf([2, 3, 4]);
  const refused = (call, message) => assert.throws(call, (error) => message.test(error.message), String(message));
  refused(() => heed.attention(x, x, x, { axes: "bshd" }), /axes must be "heads-rows", .* got the string "bshd"\.$/);
  refused(() => heed.attention(x, x, x, { kv_layout: "NHD" }), /write axes: "rows-heads"/);
  const session = { queries: 2, keys: 2, dim: 2, axes: "rows-heads" };
  refused(() => heed.session(session), /attention and attentionBackward have it; elsewhere heads come before rows/);
  refused(() => heed.cache({ dim: 2, capacity: 2, axes: "rows-heads" }), /no option named "axes"/);
  refused(() => heed.selfAttention(x, { axes: "rows-heads" }), /no option named "axes"/);
  // Shapes are said as the caller gave them.
  const [q, k] = [random.tensorOf([5, 4, 2]), random.tensorOf([7, 3, 2])];
  refused(() => heed.attention(q, k, k, { axes: "rows-heads" }), /multiple .*; q is \[5, 4, 2\], k is \[7, 3, 2\]\.$/);
  const dOutput = random.tensorOf([4, 5, 2]);
  refused(
    () => heed.attentionBackward(q, q, q, dOutput, { axes: "rows-heads" }),
    /shape of the output, \[5, 4, 2\]; its shape is \[4, 5, 2\]\.$/,
  );
});
