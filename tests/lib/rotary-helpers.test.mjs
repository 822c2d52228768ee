// heed/rotary: rows turned outside a call, and the frequencies of models that were stretched.
import assert from "node:assert/strict";
import test from "node:test";
import { textbookRotation } from "./oracle.mjs";
import { assertClose, assertSame, dist, randomOf, testEach } from "./support.mjs";

const { rotate, rotaryFrequencies } = await import(new URL("rotary.js", dist));
const list = (count, at) => Array.from({ length: count }, (_, index) => at(index));

test("rotate turns rows of any number of axes as the textbook does", () => {
  const random = randomOf(701);
  for (const shape of [[7], [5, 7], [2, 5, 8], [2, 3, 5, 8]]) {
    const x = random.tensorOf(shape);
    const four = { data: x.data, shape: [...Array(4 - shape.length).fill(1), ...shape] };
    for (const rotary of [
      { pairs: "halves", dims: 4 },
      { pairs: "interleaved", dims: 6, base: 100, factor: 2 },
    ]) {
      const plain = rotate(x, rotary);
      assert.deepEqual(plain.shape, shape);
      assertClose(plain.data, textbookRotation(four, rotary, (b, i) => i).data, "counted");
      const [, , rows] = four.shape;
      const positions = list(rows, (i) => 3 - 2.5 * i);
      assertClose(
        rotate(x, rotary, positions).data,
        textbookRotation(four, rotary, (b, i) => positions[i]).data,
        "own",
      );
    }
  }
});

test("rotate takes positions for each batch, and tables with rows to choose from", () => {
  const x = randomOf(702).tensorOf([2, 3, 2, 4]);
  const positions = [
    [4, 0],
    [1, 3],
  ];
  const expected = textbookRotation(x, { pairs: "halves" }, (b, i) => positions[b][i]).data;
  assertClose(rotate(x, { pairs: "halves" }, positions).data, expected, "positions");
  const table = (of) => ({ data: list(10, (n) => of(Math.floor(n / 2) * 10000 ** (-(n % 2) / 2))), shape: [5, 2] });
  const rotary = { pairs: "halves", cos: table(Math.cos), sin: table(Math.sin) };
  assertClose(rotate(x, rotary, positions).data, expected, "tables");
  assert.throws(() => rotate(x, rotary, [4, 5]), { name: "RangeError", message: /integers from 0 to 4; got 5/ });
  assert.throws(() => rotate(x, {}), { name: "TypeError", message: /^heed\/rotary\.rotate: rotary\.pairs must be/ });
});

test("turning back by the negative positions undoes a turn, and turns add up", () => {
  const x = randomOf(703).tensorOf([6, 8]);
  const rotary = { pairs: "interleaved" };
  const positions = list(6, (i) => 10 * i - 7);
  const turned = rotate(x, rotary, positions);
  assertClose(
    rotate(
      turned,
      rotary,
      positions.map((p) => -p),
    ).data,
    x.data,
    "back",
  );
  const further = rotate(
    turned,
    rotary,
    list(6, () => 5),
  );
  assertClose(
    further.data,
    rotate(
      x,
      rotary,
      positions.map((p) => p + 5),
    ).data,
    "further",
  );
});

testEach("attention over rows that rotate turned is attention with rotary", (heed) => {
  const random = randomOf(704);
  const [q, k, v] = [random.tensorOf([2, 4, 8]), random.tensorOf([1, 9, 8]), random.tensorOf([1, 9, 3])];
  const rotary = { pairs: "halves", ...rotaryFrequencies({ dims: 6, scaling: { type: "linear", factor: 4 } }) };
  const causal = { offset: 5 };
  const turned = heed.attention(rotate(q, rotary, [5, 6, 7, 8]), rotate(k, rotary), v, { causal });
  assertClose(heed.attention(q, k, v, { causal, rotary }).output.data, turned.output.data, "output");
});

test("scaled frequencies follow their formulas", () => {
  const [dims, base, n] = [64, 10000, 2048];
  const plain = list(32, (i) => base ** ((-2 * i) / dims));
  const of = (scaling, given = base) => rotaryFrequencies({ dims, base: given, scaling });
  const same = (actual, expected, factor = 1) => {
    assert.equal(actual.dims, dims);
    assertClose(actual.frequencies, expected, "frequencies", 0, 1e-12);
    assert.ok(Math.abs(actual.factor - factor) < 1e-12, `factor ${actual.factor}`);
  };
  same(rotaryFrequencies({ dims }), plain);
  same(
    of({ type: "linear", factor: 4 }),
    plain.map((w) => w / 4),
  );
  const ntk = (grown) => list(32, (i) => (base * grown ** (64 / 62)) ** ((-2 * i) / dims));
  same(of({ type: "ntk", factor: 4 }), ntk(4));
  same(of({ type: "dynamic", factor: 2, originalLength: n, length: 3 * n }), ntk(2 * 3 - 1));
  same(of({ type: "dynamic", factor: 2, originalLength: n, length: n / 2 }), plain);
  const llama = plain.map((w) => {
    const wave = (2 * Math.PI) / w;
    if (wave < 8192 / 4) return w;
    if (wave > 8192) return w / 8;
    const t = (8192 / wave - 1) / (4 - 1);
    return ((1 - t) * w) / 8 + t * w;
  });
  same(of({ type: "llama3", factor: 8, originalLength: 8192, lowFactor: 1, highFactor: 4 }), llama);
  same(of({ type: "llama3", factor: 8, originalLength: 8192 }), llama);
  const at = (turns) => (64 * Math.log(n / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = [Math.floor(at(32)), Math.ceil(at(1))];
  const yarn = plain.map((w, i) => {
    const ramp = Math.min(Math.max((i - low) / (high - low), 0), 1);
    return w * (1 - ramp) + (w / 16) * ramp;
  });
  same(of({ type: "yarn", factor: 16, originalLength: n }), yarn, 0.1 * Math.log(16) + 1);
  const [shortFactors, longFactors] = [list(32, (i) => 1 + i / 10), list(32, (i) => 2 + i)];
  const longrope = { type: "longrope", shortFactors, longFactors, originalLength: n };
  same(
    of({ ...longrope, length: n }),
    plain.map((w, i) => w / shortFactors[i]),
  );
  const far = Math.sqrt(1 + Math.log(8) / Math.log(n));
  same(
    of({ ...longrope, length: n + 1, factor: 8 }),
    plain.map((w, i) => w / longFactors[i]),
    far,
  );
});

test("a scaling that is not known or not whole is refused by a sentence", () => {
  const refused = (options, name, message) => assert.throws(() => rotaryFrequencies(options), { name, message });
  refused({ dims: 5 }, "RangeError", /dims must be even; got 5/);
  refused(
    { dims: 8, scaling: { type: "rope" } },
    "TypeError",
    /scaling\.type must be one of linear, ntk, .*got the string "rope"/,
  );
  refused({ dims: 8, scaling: { type: "linear" } }, "TypeError", /scaling\.factor must be .*; got undefined/);
  refused({ dims: 8, scaling: { type: "ntk", factor: 0 } }, "RangeError", /scaling\.factor must be/);
  refused({ dims: 8, scaling: { type: "ntk", factor: 2, length: 3 } }, "TypeError", /named "length"/);
  const longrope = { type: "longrope", shortFactors: [1], longFactors: [1, 1, 1, 1], originalLength: 2, length: 2 };
  refused({ dims: 8, scaling: longrope }, "RangeError", /shortFactors must have 4 numbers above 0/);
  assertSame(
    { data: rotaryFrequencies({ dims: 2, scaling: { type: "ntk", factor: 8 } }).frequencies, shape: [1] },
    { data: [1], shape: [1] },
    "one pair",
  );
});
