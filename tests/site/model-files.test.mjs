// The viewer's reader: every kind of file gives the numbers that were written, and every broken one a sentence.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import {
  npyNumbers,
  npyOf,
  npyTexts,
  numberBytes,
  rawSafetensors,
  safetensorsOf,
  weightsOf,
  zipOf,
} from "./model-writers.mjs";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { siteModule } from "./runs.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");

const TOKENS = ["[CLS]", "Ġthe", "▁日本", "##s", "<b>&"];
const N = TOKENS.length;
const open = (bytes, name = "a.file", budget = newBudget()) => openFile(new Blob([bytes]), name, budget);

/** All matrices of the first part, in the order of their layers, texts and heads. */
async function allOf(bytes, part = 0) {
  const { stack } = (await open(bytes)).parts[part];
  const values = [];
  for (let layer = 0; layer < stack.layers; layer++)
    for (let text = 0; text < stack.batch; text++)
      for (let head = 0; head < stack.heads; head++) values.push(...(await stack.matrix({ layer, head, text })));
  return { values, sizes: [stack.layers, stack.batch, stack.heads, stack.rows, stack.columns] };
}

async function expectNumbers(bytes, values, sizes, tolerance = 0) {
  const read = await allOf(bytes);
  assert.deepEqual(read.sizes, sizes);
  assert.equal(read.values.length, values.length);
  read.values.forEach((value, at) => assert.ok(Math.abs(value - values[at]) <= tolerance, `number ${at}: ${value}`));
}

const tokensOf = async (bytes) => (await open(bytes)).parts[0].tokens(0);

test("every shape is read as layers, texts of a batch, heads, rows and columns", async () => {
  for (const [shape, sizes] of [
    [
      [3, 2, N, N],
      [3, 1, 2, N, N],
    ],
    [
      [3, 1, 2, N, N],
      [3, 1, 2, N, N],
    ],
    [
      [3, 4, 2, N, N],
      [3, 4, 2, N, N],
    ],
    [
      [2, N, N],
      [1, 1, 2, N, N],
    ],
    [
      [N, N],
      [1, 1, 1, N, N],
    ],
    [
      [3, 2, 4, 7],
      [3, 1, 2, 4, 7],
    ],
  ]) {
    const values = weightsOf(...shape);
    await expectNumbers(npyNumbers(values, shape), values, sizes);
    await expectNumbers(zipOf({ "attention.npy": npyNumbers(values, shape) }), values, sizes);
  }
});

test("numbers of 2, 4 and 8 bytes, of either byte order, in C and Fortran order, in each version of .npy", async () => {
  const shape = [2, 3, 4, N];
  const values = weightsOf(...shape);
  for (const [type, tolerance] of [
    ["f2", 5e-4],
    ["f4", 0],
    ["f8", 0],
  ])
    for (const order of ["<", ">"])
      for (const fortran of [false, true])
        for (const version of [1, 2, 3])
          await expectNumbers(
            npyNumbers(values, shape, { type, order, fortran, version }),
            values,
            [2, 1, 3, 4, N],
            tolerance,
          );
});

test("half precision is read exactly: the smallest, the largest, infinity and NaN", async () => {
  const values = [2 ** -24, -(2 ** -14), 65504, Infinity, -Infinity, 0.333251953125, 0, NaN, 1];
  const { values: read } = await allOf(npyNumbers(values, [3, 3], { type: "f2" }));
  assert.deepEqual(read, values);
});

test(".npz: stored and deflated, with sizes behind the data, and with sizes of 64 bits", async () => {
  const shape = [2, 3, N, N];
  const values = weightsOf(...shape);
  const members = { "attention.npy": npyNumbers(values, shape), "tokens.npy": npyTexts(TOKENS) };
  for (const deflate of [false, true])
    for (const descriptors of [false, true])
      for (const zip64 of [false, true]) {
        const file = zipOf(members, { deflate, descriptors, zip64 });
        await expectNumbers(file, values, [2, 1, 3, N, N]);
        assert.deepEqual((await tokensOf(file)).rows, TOKENS);
      }
});

test("one array for each layer is put in natural order: layers.10 comes after layers.2", async () => {
  const values = weightsOf(12, 2, 3, 3);
  const layer = (at) => npyNumbers(values.subarray(at * 18, (at + 1) * 18), [2, 3, 3]);
  const order = [10, 0, 11, 2, 1, 3, 9, 4, 8, 5, 7, 6];
  for (const name of [(at) => `arr_${at}`, (at) => `layers.${at}`, (at) => `encoder.layer.${at}.attn`]) {
    const file = zipOf(Object.fromEntries(order.map((at) => [`${name(at)}.npy`, layer(at)])));
    await expectNumbers(file, values, [12, 1, 2, 3, 3]);
  }
  const heads = Object.fromEntries(
    order.flatMap((at) =>
      [1, 0].map((head) => [
        `layers.${at}.heads.${head}.npy`,
        npyNumbers(values.subarray((2 * at + head) * 9, (2 * at + head + 1) * 9), [3, 3]),
      ]),
    ),
  );
  await expectNumbers(zipOf(heads), values, [12, 1, 2, 3, 3]);
  const batched = Object.fromEntries(
    order.map((at) => [`arr_${at}.npy`, npyNumbers(values.subarray(at * 18, at * 18 + 18), [1, 2, 3, 3])]),
  );
  await expectNumbers(zipOf(batched), values, [12, 1, 2, 3, 3]);
});

test("safetensors: F32, F64, F16 and BF16, with tokens in its metadata", async () => {
  const shape = [2, 3, N, N];
  const values = weightsOf(...shape);
  for (const [dtype, type, tolerance] of [
    ["F32", "f4", 0],
    ["F64", "f8", 0],
    ["F16", "f2", 5e-4],
    ["BF16", "bf", 4e-3],
  ]) {
    const tensors = {
      ids: { dtype: "I64", shape: [1], bytes: Buffer.alloc(8) },
      attention: { dtype, shape, bytes: numberBytes(values, type) },
    };
    const file = safetensorsOf(tensors, { tokens: JSON.stringify(TOKENS), format: "pt" });
    await expectNumbers(file, values, [2, 1, 3, N, N], tolerance);
    assert.deepEqual((await tokensOf(file)).rows, TOKENS);
  }
});

const nested = (values, shape) =>
  shape.length === 0
    ? values[0]
    : Array.from({ length: shape[0] }, (_, at) => {
        const each = values.length / shape[0];
        return nested(values.slice(at * each, (at + 1) * each), shape.slice(1));
      });

test("JSON: { tokens, attention }, a bare list, and the lists that bertviz takes", async () => {
  const shape = [2, 3, N, N];
  const values = weightsOf(...shape);
  const attention = nested(Array.from(values), shape);
  const sizes = [2, 1, 3, N, N];
  const plain = JSON.stringify({ tokens: TOKENS, attention });
  await expectNumbers(plain, values, sizes);
  assert.deepEqual((await tokensOf(plain)).rows, TOKENS);
  await expectNumbers(` \n${JSON.stringify(attention)}`, values, sizes);
  const bertviz = JSON.stringify({
    attention: [
      { name: "Encoder", attn: attention, left_text: TOKENS, right_text: TOKENS },
      {
        name: "Cross",
        attn: nested(Array.from(weightsOf(2, 3, 2, N)), [2, 3, 2, N]),
        left_text: ["x", "y"],
        right_text: TOKENS,
      },
    ],
    default_filter: "0",
  });
  await expectNumbers(bertviz, values, sizes);
  const { parts } = await open(bertviz);
  assert.deepEqual(
    parts.map(({ stack }) => [stack.name, stack.rows, stack.columns]),
    [
      ["Encoder.attn", N, N],
      ["Cross.attn", 2, N],
    ],
  );
  assert.deepEqual([parts[1].tokens(0).rows, parts[1].tokens(0).columns], [["x", "y"], TOKENS]);
});

test("JSON as Python writes it: NaN and Infinity are no numbers", async () => {
  const { values } = await allOf('{"tokens": ["NaN", "b"], "attention": [[NaN, 0.5], [-Infinity, 1e-3]]}');
  assert.deepEqual(values, [NaN, 0.5, NaN, Math.fround(1e-3)]);
});

test("tokens: <U, >U and S, one list for each text of a batch, and lists for rows and columns", async () => {
  const attention = npyNumbers(weightsOf(1, 2, 2, N, N), [1, 2, 2, N, N]);
  for (const form of [{ kind: "U" }, { kind: "U", order: ">" }, { kind: "S" }])
    assert.deepEqual(
      (await tokensOf(zipOf({ "attention.npy": attention, "tokens.npy": npyTexts(TOKENS, form) }))).rows,
      TOKENS,
    );
  const two = [TOKENS, TOKENS.map((token) => `${token}2`)];
  const batch = JSON.stringify({
    tokens: two,
    attention: nested(Array.from(weightsOf(1, 2, 2, N, N)), [1, 2, 2, N, N]),
  });
  assert.deepEqual((await open(batch)).parts[0].tokens(1).rows, two[1]);
  const cross = {
    attention: nested(Array.from(weightsOf(2, N)), [2, N]),
    query_tokens: ["x", "y"],
    key_tokens: TOKENS,
  };
  assert.deepEqual(await tokensOf(JSON.stringify(cross)), { rows: ["x", "y"], columns: TOKENS, notes: [] });
});

test("queries, keys and values beside the attention are read for a head, grouped heads too", async () => {
  const [layers, heads, d] = [2, 4, 3];
  const draw = (...shape) => weightsOf(...shape);
  const q = draw(layers, heads, N, d);
  const k = draw(layers, 2, N, d);
  const v = draw(layers, 2, N, 2);
  const file = zipOf({
    "attention.npy": npyNumbers(draw(layers, heads, N, N), [layers, heads, N, N]),
    "q.npy": npyNumbers(q, [layers, heads, N, d]),
    "k.npy": npyNumbers(k, [layers, 2, N, d]),
    "v.npy": npyNumbers(v, [layers, 2, N, 2]),
  });
  const [part] = (await open(file)).parts;
  assert.ok(part.hasVectors);
  const read = await part.vectors({ layer: 1, head: 3, text: 0 });
  assert.deepEqual([read.dim, read.valueDim], [3, 2]);
  assert.deepEqual(Array.from(read.q), Array.from(q.subarray(7 * N * d, 8 * N * d)));
  assert.deepEqual(Array.from(read.k), Array.from(k.subarray(3 * N * d, 4 * N * d)));
  assert.deepEqual(Array.from(read.v), Array.from(v.subarray(3 * N * 2, 4 * N * 2)));
});

test("queries and keys of another width in each layer are read, and only if both have it", async () => {
  const file = (widths) =>
    zipOf(
      Object.fromEntries(
        widths.flatMap(([q, k], layer) => [
          [`layers.${layer}.attention.npy`, npyNumbers(weightsOf(2, 3, 3), [2, 3, 3])],
          [`layers.${layer}.q.npy`, npyNumbers(weightsOf(2, 3, q), [2, 3, q])],
          [`layers.${layer}.k.npy`, npyNumbers(weightsOf(2, 3, k), [2, 3, k])],
        ]),
      ),
    );
  const part = async (widths) => (await open(file(widths))).parts[0];
  const found = await part([
    [4, 4],
    [6, 6],
  ]);
  for (const [layer, dim] of [4, 6].entries()) {
    const { q, k, dim: read } = await found.vectors({ layer, head: 1, text: 0 });
    assert.deepEqual([q.length, k.length, read], [3 * dim, 3 * dim, dim]);
    assert.deepEqual(Array.from(q), Array.from(weightsOf(2, 3, dim).subarray(3 * dim)));
  }
  assert.equal(
    (
      await part([
        [4, 4],
        [6, 4],
      ])
    ).hasVectors,
    false,
  );
});

test("what unpacks is kept within the budget, and what is not kept is unpacked again", async () => {
  const shape = [40, 2, 96, 96];
  const values = weightsOf(...shape);
  const file = zipOf({ "attention.npy": npyNumbers(values, shape) }, { deflate: true });
  for (const left of [2 ** 30, 2 ** 20, 0]) {
    const budget = { left };
    const opened = await open(file, "a.npz", budget);
    const { stack } = opened.parts[0];
    for (const [layer, head] of [
      [0, 0],
      [39, 1],
      [5, 1],
      [39, 1],
      [0, 0],
      [20, 0],
    ]) {
      const at = (2 * layer + head) * 96 * 96;
      assert.deepEqual(await stack.matrix({ layer, head, text: 0 }), values.slice(at, at + 96 * 96));
      assert.ok(budget.left >= 0);
    }
    opened.close();
    assert.equal(budget.left, left);
  }
});

const GOOD = npyNumbers(weightsOf(2, 2, 3, 3), [2, 2, 3, 3]);
const numbers = (shape) => npyOf("'<f4'", shape, Buffer.alloc(16));
const changed = (bytes, at, ...values) => {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
};
const ZIP = zipOf({ "attention.npy": GOOD }, { deflate: true });
const directoryAt = ZIP.readUInt32LE(ZIP.length - 6);
const member = (bytes) => zipOf({ "attention.npy": bytes });
const lying = (shape, offsets, dtype = "F32") =>
  rawSafetensors(JSON.stringify({ attention: { dtype, shape, data_offsets: offsets } }), [Buffer.alloc(16)]);

const BROKEN = {
  nothing: [Buffer.alloc(0), /is empty/],
  "a text": ["hello, world", /of a kind that this page does not know/],
  "a pickle": [Buffer.from([0x80, 4, 0x95, 1, 2, 3]), /is a pickle/],
  HDF5: [Buffer.from("\x89HDF\r\n\x1a\n12345678", "latin1"), /HDF5/],
  "a checkpoint of torch": [zipOf({ "archive/data.pkl": Buffer.from("x") }), /torch\.save.*never runs/s],
  "a zip of other things": [zipOf({ "a.txt": Buffer.from("x") }), /“a\.txt”.*needs \.npy/],
  "an array that ends early": [
    GOOD.subarray(0, 150),
    /says shape \[2, 2, 3, 3\], which needs 144 bytes; 22 bytes are there/,
  ],
  "a shape of gigabytes": [numbers([100000, 100000, 100, 100]), /needs 400 TB; 16 bytes are there/],
  "a shape beyond all numbers": [numbers([2 ** 40, 2 ** 40, 2 ** 40, 4]), /needs over 1000 TB; 16 bytes are there/],
  "a header longer than the file": [changed(GOOD, 8, 0xff, 0xff), /header of .* says that it is 65\.5 KB long/],
  "a header of gigabytes": [
    changed(npyNumbers([1], [1, 1], { version: 2 }), 8, 0xff, 0xff, 0xff, 0xff),
    /4\.29 GB long/,
  ],
  "a header that is no dictionary": [changed(GOOD, 11, 0x5b), /header of .* is damaged/],
  "a header that is a program": [
    npyOf("__import__('os').system('x')", [2, 2], Buffer.alloc(16)),
    /header of .* is damaged/,
  ],
  "Python objects": [npyOf("'|O'", [2, 2], Buffer.alloc(64)), /holds Python objects.*never runs/s],
  "a record": [npyOf("[('a', '<f4')]", [2, 2], Buffer.alloc(64)), /a record of fields/],
  "complex numbers": [npyOf("'<c8'", [2, 2], Buffer.alloc(64)), /type “<c8”.*astype/s],
  "one axis": [npyNumbers([1, 2], [2]), /\[2\].*needs attention weights of shape/s],
  "six axes": [npyNumbers(weightsOf(1, 1, 1, 1, 2, 2), [1, 1, 1, 1, 2, 2]), /Choose one index/],
  "no tokens at all": [numbers([12, 12, 0, 0]), /holds no numbers.*eager/s],
  "layers of several shapes": [
    zipOf({ "layers.0.npy": GOOD, "layers.1.npy": npyNumbers(weightsOf(2, 2), [2, 2]) }),
    /“layers\.0” has shape \[2, 2, 3, 3\], but “layers\.1” has \[2, 2\]/,
  ],
  "a zip that was cut off": [ZIP.subarray(0, ZIP.length - 30), /no complete list of its members/],
  "a zip whose list is nonsense": [changed(ZIP, directoryAt, 1, 2, 3, 4), /no complete list/],
  "a member that claims gigabytes": [changed(ZIP, directoryAt + 24, 0xff, 0xff, 0xff, 0x7f), /claims 2\.15 GB out of/],
  "a member that is encrypted": [changed(ZIP, directoryAt + 8, 1), /is encrypted/],
  "a member packed with LZMA": [zipOf({ "a.npy": GOOD }, { method: 14 }), /packed with LZMA/],
  "a member that lies elsewhere": [changed(ZIP, directoryAt + 42, 9), /no complete list/],
  "a member whose array is cut off": [member(GOOD.subarray(0, 140)), /bytes are there/],
  "a safetensors header longer than the file": [changed(rawSafetensors("{}"), 0, 0xff, 0xff, 0xff), /16\.8 MB long/],
  "a safetensors header of exabytes": [
    changed(rawSafetensors("{}"), 0, 255, 255, 255, 255, 255, 255, 255, 255),
    /over 1000 TB long/,
  ],
  "a safetensors header that is no JSON": [rawSafetensors("{oops"), /is not JSON/],
  "offsets beyond the file": [lying([100, 100], [0, 40000]), /needs 40 KB; 16 bytes are there/],
  "offsets that do not fit the shape": [lying([2, 2], [0, 8]), /needs 16 bytes, but its data_offsets are 0 and 8/],
  "offsets beyond shape and file": [lying([2, 2], [0, 20]), /needs 16 bytes, but its data_offsets are 0 and 20/],
  "offsets that run backwards": [lying([2, 2], [16, 0]), /data_offsets are 16 and 0/],
  "a shape beyond all numbers in safetensors": [lying([2 ** 52, 2 ** 52], [0, 16]), /needs over 1000 TB, but/],
  "numbers of an unknown type that run backwards": [lying([2, 2], [16, 0], "F8_E5M2"), /data_offsets are 16 and 0/],
  "tensors that share bytes": [
    rawSafetensors(
      JSON.stringify({
        a: { dtype: "F32", shape: [2, 2], data_offsets: [0, 16] },
        b: { dtype: "F32", shape: [2, 2], data_offsets: [8, 24] },
      }),
      [Buffer.alloc(24)],
    ),
    /“b” and “a” share bytes/,
  ],
  "a shape of texts": [lying(["2", "2"], [0, 16]), /says nothing useful/],
  "numbers of 8 bits": [lying([4, 4], [0, 16], "F8_E4M3"), /type “F8_E4M3”/],
  "queries without keys": [zipOf({ "q.npy": GOOD }), /holds “q” \[2, 2, 3, 3\], but no attention/],
  "keys of another width": [
    zipOf({ "q.npy": GOOD, "k.npy": npyNumbers(weightsOf(2, 2, 3, 4), [2, 2, 3, 4]) }),
    /“q” \[2, 2, 3, 3\], “k” \[2, 2, 3, 4\].*of one width/,
  ],
  "an .npy of 10 bytes with version 2": [
    Buffer.from("\x93NUMPY\x02\0\0\0", "latin1"),
    /^“broken\.npz” does not begin as an \.npy array does/,
  ],
  "an .npy of 11 bytes with version 3": [
    Buffer.from("\x93NUMPY\x03\0\0\0\0", "latin1"),
    /does not begin as an \.npy array does/,
  ],
  "an array of 100 axes": [npyOf("'<f4'", Array(100).fill(1), Buffer.alloc(4)), /header of “broken\.npz” is damaged/],
  "texts of no letters, more than anyone can count": [
    npyOf("'<U0'", [2 ** 40, 2 ** 40], Buffer.alloc(4)),
    /“broken\.npz” says shape .*needs over 1000 TB; 4 bytes are there/,
  ],
  "a model in a zip file": [
    zipOf({ "my model/config.json": Buffer.from("{}"), "my model/model.safetensors": Buffer.alloc(8) }),
    /holds a model\. Unpack it, and give “Your model” its folder/,
  ],
  "weights of a model without its other files": [
    safetensorsOf({ "h.0.attn.c_attn.weight": { dtype: "F32", shape: [2, 2], bytes: numberBytes([1, 2, 3, 4]) } }),
    /is a parameter.*“Your model” runs it together with its config\.json and tokenizer\.json/,
  ],
  "JSON that ends early": ['{"attention": [[1, 2', /cannot be read/],
  "JSON without numbers": ['{"a": "b"}', /no array of numbers/],
  "ragged lists": ['{"attention": [[1, 2], [3]]}', /not of one length.*\[1\] has 1 entries instead of 2/],
  "a text among numbers": ['{"attention": [[1, 2], [3, "x"]]}', /must be a number; it is of type string/],
  "200,000 brackets": ["[".repeat(200_000) + "]".repeat(200_000), /./],
  "200,000 open brackets": ["[".repeat(200_000), /cannot be read/],
  "a list whose first entries claim more numbers than it has letters": [
    `[${"[".repeat(3)}${"1,".repeat(999)}1${"]".repeat(3)}${",1".repeat(9999)}]`,
    /not of one length/,
  ],
};

for (const [what, [bytes, sentence]] of Object.entries(BROKEN)) {
  test(`broken: ${what} is refused by a sentence`, async () => {
    await assert.rejects(open(bytes, "broken.npz"), (error) => {
      assert.equal(error.name, "FileProblem", error.stack);
      assert.match(error.message, sentence);
      assert.match(error.message, /\.|:$/);
      return true;
    });
  });
}

test("compressed bytes that are damaged, too short or too long are found when they are read", async () => {
  const big = npyNumbers(weightsOf(2, 2, 40, 40), [2, 2, 40, 40]);
  const zip = zipOf({ "attention.npy": big }, { deflate: true });
  const at = zip.readUInt32LE(zip.length - 6);
  const last = { layer: 1, head: 1, text: 0 };
  for (const [file, sentence] of [
    [changed(zip, 600, ...Array(200).fill(0xff)), /damaged|should unpack/],
    [changed(zip, at + 24, (big.length - 1) & 255), /bytes are there|but it holds more/],
  ])
    await assert.rejects(
      async () => (await open(file)).parts[0].stack.matrix(last),
      (error) => error.name === "FileProblem" && sentence.test(error.message),
    );
});

test("a name such as __proto__ is a name like any other", async () => {
  const values = weightsOf(1, 1, 2, 2);
  const tensors = JSON.parse('{"__proto__": 1}');
  assert.ok(Object.hasOwn(tensors, "__proto__"));
  const header = `{"__proto__": {"dtype": "F32", "shape": [1, 1, 2, 2], "data_offsets": [0, 16]}}`;
  await expectNumbers(rawSafetensors(header, [numberBytes(values)]), values, [1, 1, 1, 2, 2]);
  await expectNumbers('{"__proto__": [[1, 0], [0, 1]], "constructor": ["a", "b"]}', [1, 0, 0, 1], [1, 1, 1, 2, 2]);
  assert.equal({}.dtype, undefined);
});

const python = await pythonWith("numpy");

test("files of NumPy itself open with the right numbers", { skip: !python && "no NumPy on this machine" }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-model-"));
  const program = `
import numpy as np
a = (np.arange(2 * 3 * 5 * 5).reshape(2, 3, 5, 5) / 256).astype(np.float32)
tokens = np.array(["[CLS]", "a", "\\u65e5\\u672c", "b", "c"])
np.save("plain.npy", a)
np.save("fortran.npy", np.asfortranarray(a))
np.save("big.npy", a.astype(">f4"))
np.savez("stored.npz", attention=a, tokens=tokens)
np.savez_compressed("packed.npz", attention=a.astype(np.float16), tokens=tokens)
np.savez("layers.npz", *a)
np.savez("objects.npz", attention=a, tokens=np.array(["a", "b", "c", "d", "e"], dtype=object))
`;
  const run = spawnSync(python, ["-c", program], { cwd: folder, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const values = Float32Array.from({ length: 150 }, (_, at) => at / 256);
  for (const file of readdirSync(folder))
    await expectNumbers(readFileSync(path.join(folder, file)), values, [2, 1, 3, 5, 5]);
  assert.equal((await tokensOf(readFileSync(path.join(folder, "packed.npz")))).rows[2], "日本");
  const [part] = (await open(readFileSync(path.join(folder, "objects.npz")))).parts;
  assert.match(part.notes[0], /Python objects/);
  rmSync(folder, { recursive: true });
});

test("a safetensors file is known by its first bytes, even where they are those of JSON", async () => {
  const values = weightsOf(1, 1, 2, 2);
  const entry = { dtype: "F32", shape: [1, 1, 2, 2], data_offsets: [0, 16] };
  // The length of this header is written as a space and a bracket.
  const header = JSON.stringify({ attention: entry }).padEnd(0x5b20);
  await expectNumbers(rawSafetensors(header, [numberBytes(values)]), values, [1, 1, 1, 2, 2]);
});

test("a file may be a Blob, bytes in memory, or an object that gives its parts", async () => {
  const values = weightsOf(2, 3, N, N);
  const attention = npyNumbers(values, [2, 3, N, N]);
  for (const bytes of [
    attention,
    zipOf({ "attention.npy": attention }, { deflate: true }),
    zipOf({ "attention.npy": attention }),
    safetensorsOf({ attention: { dtype: "F32", shape: [2, 3, N, N], bytes: numberBytes(values) } }),
    Buffer.from(JSON.stringify({ attention: nested(Array.from(values), [2, 3, N, N]) })),
  ])
    for (const file of [
      new Blob([bytes]),
      bytes,
      Uint8Array.from(bytes).buffer,
      { byteLength: bytes.length, slice: async (from, to) => bytes.subarray(from, to) },
    ]) {
      const [part] = (await openFile(file, "a", newBudget())).parts;
      const head = await part.stack.matrix({ layer: 1, head: 2, text: 0 });
      assert.deepEqual(Array.from(head), Array.from(values.subarray(-N * N)));
    }
});
