// The file of all heads: what the viewer reads of it, and NumPy, is what was written, bit by bit.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { weightsOf } from "./model-writers.mjs";
import { siteModule } from "./runs.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");
const { saveText } = await siteModule("pages/model/running/save-text.ts");

const HOSTILE = ["🦊", "שלום", "a\nb", "<b>&", "", "👩‍👩‍👧", "\u202e", "e\u0301", "'\"\\", "__proto__", "Ġthe", " "];

/** Bits, so that −0 and NaN are told apart from others. */
const bitsOf = (values) => Array.from(new Uint32Array(Float32Array.from(values).buffer));

/** The layers of a text with a number of tokens. */
function layersOf(layers, heads, count) {
  return Array.from({ length: layers }, (_, layer) => {
    const data = weightsOf(heads, count, count).map((weight) => weight / (layer + 1));
    data.set([-0, NaN, 1e-40], layer);
    return { data, shape: [heads, count, count] };
  });
}

async function readBack(blob) {
  const { parts } = await openFile(blob, "a.npz", newBudget());
  assert.equal(parts.length, 1);
  const [part] = parts;
  const { stack } = part;
  const values = [];
  for (let layer = 0; layer < stack.layers; layer++)
    for (let head = 0; head < stack.heads; head++)
      for (const value of await stack.matrix({ layer, head, text: 0 })) values.push(value);
  while (!(await part.checkOn()));
  return { values, sizes: [stack.layers, stack.heads, stack.rows, stack.columns], tokens: part.tokens(0), part };
}

test("the viewer reads every bit of every head, and each token, whatever its letters are", async () => {
  const weights = layersOf(3, 2, HOSTILE.length);
  const read = await readBack(await saveText(weights, HOSTILE));
  assert.deepEqual(read.sizes, [3, 2, HOSTILE.length, HOSTILE.length]);
  assert.deepEqual(
    bitsOf(read.values),
    weights.flatMap(({ data }) => bitsOf(data)),
  );
  assert.deepEqual(read.tokens.rows, HOSTILE);
  assert.deepEqual(read.tokens.notes, []);
  assert.deepEqual(
    read.part.notes.filter((note) => !/NaN/.test(note)),
    [],
  );
});

test("one token, tokens without letters, half letters and endless ones have a place in the file", async () => {
  const one = await readBack(await saveText([{ data: Float32Array.of(1), shape: [1, 1, 1] }], [""]));
  assert.deepEqual([one.values, one.tokens.rows], [[1], [""]]);
  const weights = layersOf(1, 1, 3);
  const read = await readBack(await saveText(weights, ["\ud83e", "x".repeat(1e6), "\udd8a!"]));
  assert.deepEqual(read.tokens.rows, ["\ufffd", "x".repeat(2000), "\ufffd!"]);
});

test("weights of several megabytes are summed up in pieces, and others work between them", async () => {
  const count = 1100;
  const weights = [{ data: weightsOf(1, count, count), shape: [1, count, count] }];
  let rests = 0;
  const timer = globalThis.setTimeout;
  globalThis.setTimeout = (...given) => (rests++, timer(...given));
  const blob = await saveText(weights, Array(count).fill("a")).finally(() => (globalThis.setTimeout = timer));
  assert.equal(rests, 1);
  assert.deepEqual(bitsOf((await readBack(blob)).values), bitsOf(weights[0].data));
});

const python = await pythonWith("numpy");

test("NumPy reads the same bits and the same letters", { skip: !python && "no NumPy on this machine" }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-saved-"));
  const weights = layersOf(2, 3, HOSTILE.length);
  const blob = await saveText(weights, HOSTILE);
  writeFileSync(path.join(folder, "a.npz"), new Uint8Array(await blob.arrayBuffer()));
  const program = `
import json, zipfile, numpy as np
assert zipfile.ZipFile("a.npz").testzip() is None
a = np.load("a.npz")
weights = a["attention"]
of_weights = [str(weights.dtype), list(weights.shape), weights.tobytes().hex()]
print(json.dumps([sorted(a.files), *of_weights, a["tokens"].tolist()]))
`;
  const { stdout, stderr } = spawnSync(python, ["-c", program], { cwd: folder, encoding: "utf8" });
  assert.equal(stderr, "");
  const hex = Buffer.concat(weights.map(({ data }) => Buffer.from(data.buffer))).toString("hex");
  const shape = [2, 3, HOSTILE.length, HOSTILE.length];
  assert.deepEqual(JSON.parse(stdout), [["attention", "tokens"], "float32", shape, hex, HOSTILE]);
  rmSync(folder, { recursive: true });
});
