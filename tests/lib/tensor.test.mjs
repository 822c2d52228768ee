// tensor(): nested and flat numbers into data and shape.
import assert from "node:assert/strict";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { dist, load, tensor } from "./support.mjs";

const { row } = await import(new URL("heed.js", dist));

test("the nesting of arrays is the shape, one to four deep", () => {
  const of = (data) => tensor(data).shape;
  assert.deepEqual(
    [of([1, 2]), of([[1, 2]]), of([[[1], [2]]]), of([[[[1, 2, 3]]]])],
    [[2], [1, 2], [1, 2, 1], [1, 1, 1, 3]],
  );
  assert.deepEqual(
    tensor([
      [1, 2],
      [3, 4.5],
    ]).data,
    Float32Array.of(1, 2, 3, 4.5),
  );
});

test("a flat array takes the shape that is given", () => {
  assert.deepEqual(tensor([1, 2, 3, 4, 5, 6], [2, 3]), { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] });
  assert.deepEqual(tensor([[1, 2]], [1, 2]).shape, [1, 2]);
  assert.deepEqual(tensor(Float64Array.of(1, 2)).data, Float32Array.of(1, 2));
});

test("a Float32Array is taken as it is, other data is copied", () => {
  const floats = Float32Array.of(1, 2);
  assert.equal(tensor(floats, [1, 2]).data, floats);
  const shape = [1, 2];
  assert.notEqual(tensor(floats, shape).shape, shape);
});

test("a row is a view of the tensor's numbers, at a place on each of the first axes", () => {
  const cube = tensor(
    Float32Array.from({ length: 24 }, (_, at) => at),
    [2, 3, 4],
  );
  for (const head of [0, 1]) {
    assert.deepEqual(Array.from(row(cube, head)), Array.from(cube.data.slice(12 * head, 12 * head + 12)));
    for (const query of [0, 1, 2]) {
      assert.deepEqual(
        Array.from(row(cube, head, query)),
        [0, 1, 2, 3].map((key) => 12 * head + 4 * query + key),
      );
      assert.deepEqual(Array.from(row(cube, head, query, 3)), [12 * head + 4 * query + 3]);
    }
  }
  assert.deepEqual(row(cube), cube.data);
  row(cube, 1, 2)[3] = -1;
  assert.equal(cube.data[23], -1, "no copy");
});

test("a place outside its axis, and one too many, are refused in a sentence", () => {
  const matrix = tensor([
    [1, 2],
    [3, 4],
  ]);
  for (const [places, said] of [
    [[2], "[2]"],
    [[-1], "[-1]"],
    [[0, 0.5], "[0, 0.5]"],
    [[undefined], "[undefined]"],
    [["0"], '[the string "0"]'],
    [[0, 0, 0], "[0, 0, 0]"],
  ])
    assert.throws(() => row(matrix, ...places), {
      name: "RangeError",
      message: `heed.row: indices must be integers within the shape [2, 2]; got ${said}.`,
    });
  assert.throws(() => row(4, 0), { name: "TypeError", message: /^heed\.row: tensor must be a tensor/ });
});

test("NaN and the infinities are numbers like any other", () => {
  assert.deepEqual(tensor([NaN, Infinity, -Infinity, -0]).data, Float32Array.of(NaN, Infinity, -Infinity, -0));
});

test("arrays of another realm are taken too, as a test runner's are", async () => {
  const heed = await load();
  const foreign = runInNewContext("({ data: new Float32Array([1, 2, 3, 4]), shape: [2, 2] })");
  const own = { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] };
  assert.deepEqual(heed.attention(foreign, foreign, foreign).output, heed.attention(own, own, own).output);
  const mask = runInNewContext("({ data: new Uint8Array([1, 0]), shape: [2] })");
  assert.deepEqual(heed.attention(own, own, own, { mask }).output.data, Float32Array.of(1, 2, 1, 2));
});

test("an array that holds itself is refused, not followed for ever", () => {
  const endless = [];
  endless.push(endless);
  assert.throws(() => tensor(endless), {
    name: "RangeError",
    message: "heed.tensor: data is nested more than four deep.",
  });
});

test("a subclass that says another length than it has is read by its own length, or refused", async () => {
  const { linear } = await import(new URL("layers.js", dist));
  const heed = await load();
  class Liar extends Float32Array {
    get length() {
      return 1e6;
    }
  }
  const x = { data: Liar.of(1, 2, 3, 4), shape: [2, 2] };
  const product = linear(heed, x, { weight: x });
  assert.deepEqual(
    [product.shape, Array.from(product.data)],
    [
      [2, 2],
      [7, 10, 15, 22],
    ],
  );
  assert.deepEqual(heed.attention(x, x, x).output.shape, [2, 2]);
  assert.throws(() => heed.attention({ data: new Liar(4), shape: [1000, 1000] }, x, x), /its data holds 4\.$/);
});
