import assert from "node:assert/strict";
import test from "node:test";
import { assertRefused, layers, train } from "./support.mjs";

const { embedding } = layers;

test("read writes the rows of the tokens, one after another", () => {
  const words = embedding({ vocab: 3, modelDim: 2 });
  words.table.set([1, 2, 3, 4, 5, 6]);
  const into = new Float32Array(8);
  assert.equal(words.read([2, 0, 2, 1], into), into);
  assert.deepEqual(Array.from(into), [5, 6, 1, 2, 5, 6, 3, 4]);
});

test("the gradient of a row is the sum over its tokens; backward overwrites, add adds", () => {
  const words = embedding({ vocab: 3, modelDim: 2 });
  const dx = Float32Array.of(1, 2, 3, 4, 5, 6);
  for (let again = 0; again < 2; again++) words.backward(Int32Array.of(2, 0, 2), dx);
  assert.deepEqual(Array.from(words.dTable), [3, 4, 0, 0, 6, 8]);
  words.add([1], Float32Array.of(7, 8));
  assert.deepEqual(Array.from(words.dTable), [3, 4, 7, 8, 6, 8]);
  const [parameter] = train.parametersOf(words);
  assert.equal(parameter.name, "embedding");
  assert.equal(parameter.value, words.table);
  assert.equal(parameter.gradient, words.dTable);
});

test("what cannot be read is refused in a sentence, and nothing is written", () => {
  const words = embedding({ vocab: 3, modelDim: 2 });
  const into = new Float32Array(4).fill(9);
  for (const id of [3, -1, 0.5, NaN])
    assertRefused(
      () => words.read([0, id], into),
      RangeError,
      /^embedding\.read: ids\[1\] must be an integer from 0 to 2/,
    );
  assert.deepEqual(Array.from(into), [9, 9, 9, 9]);
  assertRefused(
    () => words.backward([0], into),
    RangeError,
    "embedding.backward: dx must have 2 numbers for each of the 1 ids, 2; it has 4.",
  );
  assertRefused(
    () => words.read("ab", into),
    TypeError,
    'embedding.read: ids must be an array of the numbers of tokens; got the string "ab".',
  );
  assertRefused(() => words.read([0], [1, 2]), TypeError, "embedding.read: into must be a Float32Array; got an array.");
  assertRefused(() => embedding({ vocab: 3 }), TypeError, /modelDim must be an integer from 1 to/);
});

test("a table for which no memory has room is refused in a sentence", () => {
  const refusal = /heed\/layers\.embedding: out of memory; it needs/;
  for (const modelDim of [2, 2 ** 30])
    assertRefused(() => embedding({ vocab: 2 ** 30, modelDim }), RangeError, refusal);
});
