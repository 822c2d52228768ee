// What training a language model needs beside layers: a schedule, drawing tokens, letters, files; and the curve.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { assertRefused, testEach, train } from "./support.mjs";
import { curve, STEPS } from "./curve.mjs";

const {
  fillBatch,
  initialise,
  lettersOf,
  loadSafetensors,
  parameter,
  probabilities,
  seededRandom,
  sample,
  saveSafetensors,
} = train;
const { warmupCosine } = train;

testEach("a model learns as PyTorch's: 200 losses agree to 1e-5", (heed) => {
  const { losses } = JSON.parse(readFileSync(new URL("curve.json", import.meta.url), "utf8"));
  const found = curve(heed);
  assert.equal(losses.length, STEPS);
  const apart = Math.max(...found.map((loss, step) => Math.abs(loss - losses[step])));
  assert.ok(apart <= 1e-5, `the largest difference is ${apart}`);
  assert.ok(found[STEPS - 1] < found[0] / 2, "it learned");
});

test("a rate rises in a line, falls as half a cosine, and stays at its end", () => {
  const rate = warmupCosine({ peak: 1, end: 0.1, warmup: 3, steps: 13 });
  assert.deepEqual([0, 1, 2].map(rate), [0.25, 0.5, 0.75]);
  assert.equal(rate(3), 1);
  assert.ok(Math.abs(rate(8) - 0.55) < 1e-15);
  assert.deepEqual([rate(13), rate(99)], [0.1, 0.1]);
  for (let step = 3; step < 13; step++)
    assert.ok(Math.abs(rate(step) - (0.1 + 0.45 * (1 + Math.cos((Math.PI * (step - 3)) / 10)))) < 1e-12);
  assertRefused(() => warmupCosine({ peak: NaN, steps: 3 }), RangeError, /peak must be a finite number above 0/);
  const warmup = () => warmupCosine({ peak: 1, warmup: 4, steps: 3 });
  assertRefused(warmup, RangeError, /warmup must be an integer from 0 to 3; got the number 4/);
});

test("probabilities obey temperature, topK and topP, and drawing obeys probabilities", () => {
  const logits = Float32Array.from([1, 3, 2, -Infinity, 3]);
  const plain = probabilities(logits);
  assert.ok(Math.abs(plain.reduce((sum, one) => sum + one) - 1) < 1e-15);
  assert.ok(Math.abs(plain[1] / plain[2] - Math.E) < 1e-12);
  assert.equal(plain[3], 0);
  assert.deepEqual(Array.from(probabilities(logits, { temperature: 0 })), [0, 1, 0, 0, 0]);
  assert.deepEqual(Array.from(probabilities(logits, { topK: 2 })), [0, 0.5, 0, 0, 0.5]);
  // As heed/model writes that all can be drawn.
  assert.deepEqual(probabilities(logits, { topK: Infinity }), probabilities(logits));
  assert.deepEqual(probabilities(logits, { topK: 1e9, topP: 0.9 }), probabilities(logits, { topP: 0.9 }));
  assert.deepEqual(Array.from(probabilities(logits, { topP: 0.3 })), [0, 1, 0, 0, 0]);
  const draw = seededRandom(1);
  const counts = [0, 0, 0, 0, 0];
  for (let n = 0; n < 4000; n++) counts[sample(logits, draw)]++;
  counts.forEach((count, token) => assert.ok(Math.abs(count / 4000 - plain[token]) < 0.03, `token ${token}`));
  for (const [odd, expected] of [
    [
      [NaN, 1, 1],
      [0, 0.5, 0.5],
    ],
    [
      [1, NaN, 1],
      [0.5, 0, 0.5],
    ],
    [
      [Infinity, 1, Infinity],
      [0.5, 0, 0.5],
    ],
    [
      [-Infinity, -Infinity],
      [0.5, 0.5],
    ],
  ])
    assert.deepEqual(Array.from(probabilities(Float32Array.from(odd))), expected, `${odd}`);
  assert.deepEqual(Array.from(probabilities(Float32Array.from([NaN, 2]), { temperature: 0 })), [0, 1]);
  for (const none of [[NaN, NaN], []])
    assertRefused(() => sample(Float32Array.from(none), draw), RangeError, /logits must hold a number; /);
  assertRefused(() => sample(logits, draw, { topP: 0 }), RangeError, /topP must be above 0 and at most 1/);
  assertRefused(() => sample(logits, draw, { temperature: NaN }), RangeError, /temperature must be a finite number/);
});

test("topK takes the largest logits, also where their probabilities are rounded to equal ones", () => {
  for (const temperature of [1, 1e17, 1e300])
    assert.deepEqual(Array.from(probabilities(Float32Array.of(1, NaN, 3, 2), { topK: 1, temperature })), [0, 0, 1, 0]);
});

test("topP is a share of what topK leaves, and of equal logits it keeps as many as it says", () => {
  const kept = (logits, options) => probabilities(logits, options).filter((share) => share > 0).length;
  for (let n = 2; n <= 40; n++)
    for (let k = 1; k <= n; k++) assert.equal(kept(new Float32Array(n), { topP: k / n }), k, `${k} of ${n}`);
  assert.equal(kept(new Float32Array(10), { topK: 4, topP: 0.5 }), 2);
  const steep = Float32Array.of(3, 2, 1, 0);
  assert.deepEqual(probabilities(steep, { topK: 2, topP: 0.7 }), Float64Array.of(1, 0, 0, 0));
  assertRefused(() => probabilities(steep, { temperature: null }), TypeError, /temperature must be a finite number/);
});

test("any name but __metadata__ is saved, and what would damage the file is refused", () => {
  const names = ["constructor", "toString", "__proto__", "", "7", "é\n"];
  const tensors = names.map((name, at) => ({ name, value: Float32Array.of(at, -at) }));
  const found = names.map((name) => ({ name, value: new Float32Array(2) }));
  loadSafetensors(saveSafetensors(tensors), found);
  assert.deepEqual(found, tensors);
  const value = new Float32Array(5);
  for (const shape of [[2, 3], [-1, -5], [2.5, 2], [], "5"])
    assertRefused(
      () => saveSafetensors([{ name: "a", shape, value }]),
      RangeError,
      /a must have .* its 5 numbers; got/,
    );
  for (const name of ["__metadata__", 5, undefined])
    assertRefused(() => saveSafetensors([{ name, value }]), TypeError, /tensors\[0\]\.name must be a string/);
  assertRefused(
    () => saveSafetensors([{ name: "a", value }], { n: 5 }),
    TypeError,
    /metadata\.n must be a string; got/,
  );
  assertRefused(() => saveSafetensors([tensors[0], tensors[0]]), RangeError, /two tensors have the name "constructor"/);
});

test("letters are code points, and a text is the same again", () => {
  const text = "a🙂b שלום\na";
  const { letters, encode, decode } = lettersOf(text);
  assert.deepEqual(
    letters,
    Array.from(new Set(text)).sort((a, b) => a.codePointAt(0) - b.codePointAt(0)),
  );
  assert.equal(decode(encode(text)), text);
  assert.equal(decode(encode("a?b")), "ab");
  assertRefused(() => lettersOf(""), TypeError, /text must be a string of one character or more/);
  const batch = { ids: new Int32Array(6), targets: new Int32Array(6), options: { tokens: 3 } };
  fillBatch(batch, Int32Array.from([0, 1, 2, 3, 4, 5]), seededRandom(1));
  batch.ids.forEach((id, at) => assert.equal(batch.targets[at], id + 1));
  assertRefused(
    () => fillBatch(batch, new Int32Array(3), seededRandom(1)),
    RangeError,
    /must have more than 3 characters/,
  );
});

test("pieces and letters of the wrong kind are refused in a sentence", () => {
  const { encode, decode } = lettersOf("abc");
  const batch = { ids: new Int32Array(4), targets: new Int32Array(4), options: { tokens: 2 } };
  const text = encode("abcabc");
  const fill =
    (...args) =>
    () =>
      fillBatch(...args);
  assertRefused(fill(batch, [0, 1, 2], seededRandom(1)), TypeError, /text must be an Int32Array, as encode\(\) gives/);
  assertRefused(fill(batch, undefined, seededRandom(1)), TypeError, /text must be an Int32Array.*; got undefined/);
  for (const wrong of [undefined, null, {}, { ids: batch.ids }, { ...batch, targets: [1, 2, 3, 4] }])
    assertRefused(
      fill(wrong, text, seededRandom(1)),
      TypeError,
      /a batch must have ids and targets, each an Int32Array; got/,
    );
  const { options, ...unsized } = batch;
  assertRefused(
    fill(unsized, text, seededRandom(1)),
    TypeError,
    /options.tokens of the batch must be .*; got undefined/,
  );
  assertRefused(() => encode(7), TypeError, /^letters\.encode: text must be a string; got the number 7/);
  assertRefused(() => decode(7), TypeError, /^letters\.decode: ids must be an array of numbers; got the number 7/);
  assertRefused(() => decode(null), TypeError, /^letters\.decode: ids must be an array of numbers; got null/);
  const bytes = saveSafetensors([]);
  for (const call of [saveSafetensors, (tensors) => loadSafetensors(bytes, tensors)]) {
    for (const form of [{ a: batch }, new Map(), null])
      assertRefused(
        () => call(form),
        TypeError,
        /tensors must be an array of \{ name, shape, value \}, as parametersOf\(session\) gives; got /,
      );
    assertRefused(
      () => call([null]),
      TypeError,
      /tensors\[0\] must be a plain object, as \{ name, shape, value \}; got null/,
    );
    assertRefused(() => call([{ name: "a" }]), TypeError, /tensors\[0\]\.value must be a Float32Array; got undefined/);
    assertRefused(
      () => call([{ name: 5 }]),
      TypeError,
      /tensors\[0\]\.name must be a string.*; got the number 5\. Write \{ name, shape, value \}/,
    );
  }
});

test("the bytes of a safetensors file may be of another realm, as a test runner's are", () => {
  const first = parameter("first", Float32Array.of(1, 2, 3));
  const bytes = runInNewContext("(bytes) => Uint8Array.from(bytes)")(saveSafetensors([first]));
  const again = parameter("first", new Float32Array(3));
  loadSafetensors(bytes, [again]);
  assert.deepEqual(again.value, first.value);
});

test("a safetensors file gives its tensors again, and what does not fit is refused before anything is written", () => {
  const made = () => [parameter("w", Float32Array.from([1, 2, 3, 4]), [2, 2]), parameter("b", Float32Array.from([5]))];
  const bytes = saveSafetensors(made());
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + bytes[0] + 256 * bytes[1])));
  assert.deepEqual(header.w, { dtype: "F32", shape: [2, 2], data_offsets: [0, 16] });
  const read = [parameter("w", new Float32Array(4), [2, 2]), parameter("b", new Float32Array(1))];
  loadSafetensors(bytes, read);
  assert.deepEqual(
    read.map(({ value }) => Array.from(value)),
    made().map(({ value }) => Array.from(value)),
  );
  assert.deepEqual(loadSafetensors(bytes.buffer, []), { metadata: { format: "pt" }, names: ["w", "b"] });
  const kept = parameter("w", new Float32Array(4), [2, 2]);
  for (const [wrong, what] of [
    [parameter("c", new Float32Array(1)), /no tensor named "c"/],
    [parameter("b", new Float32Array(1), [1, 1]), /b must have the shape \[1, 1\]/],
  ])
    assertRefused(() => loadSafetensors(bytes, [kept, wrong]), RangeError, what);
  for (const damaged of [bytes.subarray(0, bytes.length - 1), bytes.subarray(0, 5), new Uint8Array(40).fill(255)])
    assertRefused(() => loadSafetensors(damaged, made()), RangeError, /safetensors file|after the end of the file/);
  const shared = saveSafetensors([parameter("w", new Float32Array(4), [2, 2]), parameter("b", new Float32Array(1))]);
  shared.set(new TextEncoder().encode("12,16"), Buffer.from(shared).indexOf("16,20"));
  assertRefused(() => loadSafetensors(shared, [kept]), RangeError, /the numbers of "?b"? and "?w"? overlap/);
  assert.deepEqual(Array.from(kept.value), [0, 0, 0, 0]);
});

test("initial weights are drawn for matrices, and vectors stay", () => {
  const [matrix, vector] = [parameter("w", new Float32Array(10_000), [100, 100]), parameter("b", new Float32Array(9))];
  initialise([matrix, vector], seededRandom(1), 0.5);
  const square = matrix.value.reduce((sum, one) => sum + one * one, 0) / 10_000;
  assert.ok(Math.abs(Math.sqrt(square) - 0.5) < 0.01);
  assert.ok(vector.value.every((one) => one === 0));
});
