import assert from "node:assert/strict";
import test from "node:test";
import { assertRefused, randomOf, train } from "./support.mjs";

const { softmaxCrossEntropy } = train;

/** As a textbook has it, with the engine's own functions. */
function textbook(logits, targets) {
  const classes = logits.length / targets.length;
  const counted = targets.filter((answer) => answer >= 0).length;
  const gradient = new Float64Array(logits.length);
  let loss = 0;
  targets.forEach((answer, row) => {
    if (answer < 0) return;
    const some = Array.from(logits.slice(row * classes, (row + 1) * classes));
    const most = Math.max(...some);
    const sum = some.reduce((total, x) => total + Math.exp(x - most), 0);
    loss += Math.log(sum) + most - some[answer];
    some.forEach(
      (x, c) => (gradient[row * classes + c] = (Math.exp(x - most) / sum - (c === answer ? 1 : 0)) / counted),
    );
  });
  return { loss: loss / counted, gradient };
}

test("loss and gradient are the textbook's, for logits near and far", () => {
  const { normal, integer } = randomOf(1);
  for (let round = 0; round < 500; round++) {
    const [rows, classes, spread] = [integer(1, 6), integer(1, 20), [0.1, 1, 10, 100, 1000][round % 5]];
    const logits = Float32Array.from({ length: rows * classes }, () => normal() * spread);
    const targets = Array.from({ length: rows }, () => integer(0, classes - 1));
    const dLogits = new Float32Array(rows * classes);
    const { loss } = softmaxCrossEntropy(logits, targets, dLogits);
    const expected = textbook(logits, targets);
    assert.ok(
      Math.abs(loss - expected.loss) <= 1e-14 + 1e-13 * expected.loss,
      `loss ${loss}, ${expected.loss} expected`,
    );
    dLogits.forEach((slope, at) =>
      assert.ok(
        Math.abs(slope - expected.gradient[at]) <= 1e-30 + 1e-7 * Math.abs(expected.gradient[at]),
        `gradient ${slope}, ${expected.gradient[at]} expected`,
      ),
    );
  }
});

test("the gradient is the slope of the loss, and sums to 0 in each row", () => {
  const logits = Float32Array.of(0.5, -1, 2, 0, 0.25, 0.125);
  const dLogits = new Float32Array(6);
  softmaxCrossEntropy(logits, [1, 2], dLogits);
  for (let at = 0; at < 6; at++) {
    const moved = (by) =>
      softmaxCrossEntropy(
        logits.map((x, i) => x + (i === at ? by : 0)),
        [1, 2],
      ).loss;
    assert.ok(Math.abs((moved(2 ** -8) - moved(-(2 ** -8))) / 2 ** -7 - dLogits[at]) < 2e-6);
  }
  assert.ok(Math.abs(dLogits[0] + dLogits[1] + dLogits[2]) < 1e-7);
});

test("rows without an answer take no part and get exactly 0", () => {
  const dLogits = new Float32Array(6).fill(7);
  const all = softmaxCrossEntropy(Float32Array.of(NaN, 9, 1, 3, Infinity, 0), Int32Array.of(-1, 1, -1), dLogits);
  assert.deepEqual(all, softmaxCrossEntropy(Float32Array.of(1, 3), [1]));
  assert.deepEqual([...dLogits.subarray(0, 2), ...dLogits.subarray(4)], [0, 0, 0, 0]);
  assert.ok(dLogits[2] > 0 && dLogits[3] < 0);
});

test("without any answer the means are NaN, and every gradient is 0", () => {
  const dLogits = new Float32Array(4).fill(7);
  assert.deepEqual(softmaxCrossEntropy(Float32Array.of(1, NaN, 3, 4), [-1, -1], dLogits), { loss: NaN, accuracy: NaN });
  assert.deepEqual([...dLogits], [0, 0, 0, 0]);
});

test("accuracy is the part of rows whose largest logit is the answer's", () => {
  assert.equal(softmaxCrossEntropy(Float32Array.of(1, 2, 2, 1, 5, 6, 0, 9), [1, 0, 0, -1]).accuracy, 2 / 3);
});

test("arguments that do not fit each other are refused in a sentence", () => {
  const where = "heed/train.softmaxCrossEntropy";
  const logits = new Float32Array(6);
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, 0, 0, 0]),
    RangeError,
    `${where}: each target must have the same number of logits; got 6 logits and 4 targets.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, []),
    RangeError,
    `${where}: each target must have the same number of logits; got 6 logits and 0 targets.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, 2, 1], logits),
    RangeError,
    `${where}: targets[1] must be an integer from 0 to 1, or -1 for none; got the number 2.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, "1", 1]),
    RangeError,
    `${where}: targets[1] must be an integer from 0 to 1, or -1 for none; got the string "1".`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, 1, 1, 0, 0, 1]),
    RangeError,
    `${where}: targets[1] must be an integer from 0 to 0, or -1 for none; got the number 1. ` +
      "Give logits first, then one class for each row of logits.",
  );
  assertRefused(
    () => softmaxCrossEntropy([1, 2], [0]),
    TypeError,
    `${where}: logits must be a Float32Array; got an array.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits),
    TypeError,
    `${where}: targets must be an array of classes; got undefined.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, 0, 0], Array(6)),
    TypeError,
    `${where}: dLogits must be a Float32Array; got an array.`,
  );
  assertRefused(
    () => softmaxCrossEntropy(logits, [0, 0, 0], new Float32Array(5)),
    RangeError,
    `${where}: dLogits must be as long as logits, 6; its length is 5.`,
  );
});
