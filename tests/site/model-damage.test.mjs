// Files that are damaged or made to harm: the viewer's reader says what is wrong, and its work is bounded.
import assert from "node:assert/strict";
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
import { siteModule } from "./runs.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");

const VALUES = weightsOf(2, 2, 30, 30);
const GOOD = npyNumbers(VALUES, [2, 2, 30, 30]);
const TOKENS = Array.from({ length: 30 }, (_, at) => `token${at}`);
const PLACE = { layer: 0, head: 0, text: 0 };

const open = (bytes, name = "a.npz", budget = newBudget()) => openFile(new Blob([bytes]), name, budget);
const notesOf = (file) => file.parts[0].notes.join(" ");

async function refusal(bytes, name) {
  let problem;
  await assert.rejects(open(bytes, name), (error) => {
    assert.equal(error.name, "FileProblem", error.stack);
    problem = error.message;
    return true;
  });
  return problem;
}

async function checked({ parts }) {
  while (!(await parts[0].checkOn()));
}

/** The same file with one bit of its byte at this place changed. */
function flipped(bytes, at) {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1;
  return copy;
}

test("one bit of a member that has changed is found, wherever it is, stored or packed, numbers or tokens", async () => {
  const members = { "attention.npy": GOOD, "tokens.npy": npyTexts(TOKENS) };
  for (const deflate of [false, true]) {
    const file = zipOf(members, { deflate });
    await checked(await open(file));
    const [second, directory] = [file.indexOf("PK\x03\x04", 4), file.readUInt32LE(file.length - 6)];
    // A member's own header holds nothing that counts: the directory has it too.
    for (let at = 60; at < directory; at += 389) if (at < second || at > second + 50) await refusal(flipped(file, at));
    const problem = await refusal(flipped(file, second >> 1));
    assert.match(problem, /^The (compressed )?bytes of “attention\.npy” are (damaged|not the saved bytes)/);
  }
});

test("a checksum that was changed itself is no better", async () => {
  for (const deflate of [false, true]) {
    const file = zipOf({ "attention.npy": GOOD }, { deflate });
    const directory = file.readUInt32LE(file.length - 6);
    assert.match(await refusal(flipped(file, directory + 16)), /“attention\.npy” are/);
  }
});

test("a large file opens at once, and is checked afterwards as far as nobody has read it", async () => {
  const big = npyNumbers(new Float32Array(5 * 2 ** 20).fill(2 ** -10), [5, 1, 1024, 1024]);
  for (const deflate of [false, true]) {
    const file = zipOf({ "attention.npy": big }, { deflate });
    await checked(await open(file));
    for (const reads of [0, 1, 5]) {
      const opened = await open(flipped(file, file.length - 2000));
      const readAll = async () => {
        for (let layer = 0; layer < reads; layer++) await opened.parts[0].stack.matrix({ ...PLACE, layer });
        await checked(opened);
      };
      await assert.rejects(readAll, /bytes of “attention\.npy” are/);
    }
  }
});

test("a member that unpacks to less or more than the list says is damaged", async () => {
  const file = zipOf({ "attention.npy": GOOD }, { deflate: true });
  const size = file.readUInt32LE(file.length - 6) + 24;
  for (const by of [-1, 1, -4000, 4000]) {
    const changed = Buffer.from(file);
    changed.writeUInt32LE(file.readUInt32LE(size) + by, size);
    assert.match(await refusal(changed), /are damaged|but it holds more|bytes are there/);
  }
});

test("text that is no UTF-8 is refused, or said where the attention opens without it", async () => {
  const bad = Buffer.from([0x63, 0xe9, 0x21]);
  const json = Buffer.concat([
    Buffer.from('{"attention": [[1, 0], [0, 1]], "tokens": ["a", "'),
    bad,
    Buffer.from('"]}'),
  ]);
  assert.match(await refusal(json, "a.json"), /holds bytes that are not UTF-8.*encoding="utf-8"/);
  const header = safetensorsOf({ "c\u00e9!": { dtype: "F32", shape: [1, 1], bytes: numberBytes([1]) } });
  const at = header.indexOf("\u00e9");
  const latin = Buffer.concat([header.subarray(0, at), bad, header.subarray(at + 3)]);
  assert.match(await refusal(latin), /header of the safetensors file is not UTF-8/);
  const named = zipOf({ "attention.npy": GOOD });
  const places = [named.indexOf("attention"), named.lastIndexOf("attention")];
  for (const place of places) named[place + 3] = 0xe9;
  assert.match(await refusal(named), /a member whose name is not UTF-8/);
  for (const tokens of [
    npyOf("'|S3'", [2], Buffer.concat([bad, Buffer.from("abc")])),
    npyOf("'<U1'", [2], Buffer.from(Uint32Array.of(97, 0x110000).buffer)),
    npyOf("'<U1'", [2], Buffer.from(Uint32Array.of(0xd800, 97).buffer)),
  ]) {
    const file = await open(zipOf({ "attention.npy": npyNumbers([1, 0, 0, 1], [2, 2]), "tokens.npy": tokens }));
    assert.deepEqual(file.parts[0].tokens(0).rows, []);
    assert.match(notesOf(file), /“tokens” holds bytes that are not text/);
  }
  assert.match(await refusal(Buffer.from("\ufeff[[1]]", "utf16le"), "a.json"), /“a\.json” is a text in UTF-16/);
});

test("bytes that belong to nothing are said", async () => {
  const [one, two] = [GOOD, npyNumbers([1], [1, 1])];
  const after = await open(Buffer.concat([one, two]), "two saves.npy");
  assert.match(
    notesOf(after),
    new RegExp(`After “two saves\\.npy” there are ${two.length} bytes that belong to no array`),
  );
  const inside = await open(zipOf({ "attention.npy": Buffer.concat([one, Buffer.alloc(7)]) }));
  assert.match(notesOf(inside), /After “attention” there are 7 bytes/);
  const zip = await open(Buffer.concat([zipOf({ "attention.npy": one }), Buffer.from("more")]), "long.npz");
  assert.match(notesOf(zip), /After “long\.npz” there are 4 bytes/);
  for (const [begin, size] of [
    [0, 24],
    [8, 24],
  ]) {
    const entry = { dtype: "F32", shape: [2, 2], data_offsets: [begin, begin + 16] };
    const file = await open(rawSafetensors(JSON.stringify({ attention: entry }), [Buffer.alloc(size)]));
    assert.match(notesOf(file), /8 bytes of the safetensors file belong to no tensor/);
  }
  assert.equal(notesOf(await open(zipOf({ "attention.npy": one }))), "");
});

test("every sentence about an .npy file names it", async () => {
  for (const [bytes, sentence] of [
    [GOOD.subarray(0, 400), /The header of “mine\.npy” says/],
    [npyOf("'|O'", [2, 2], Buffer.alloc(64)), /“mine\.npy” holds Python objects/],
    [npyOf("'<c8'", [2, 2], Buffer.alloc(64)), /“mine\.npy” holds numbers of type/],
    [npyNumbers(weightsOf(1, 1, 1, 1, 2, 2), [1, 1, 1, 1, 2, 2]), /“mine\.npy” has shape/],
    [npyOf("'<f4'", [2, 0, 0], Buffer.alloc(0)), /“mine\.npy” has shape \[2, 0, 0\]/],
    [npyOf("'<f4'", [300, 1, 1, 1], Buffer.alloc(1200)), /“mine\.npy” has shape .* 300 layers/],
    [npyNumbers([1, 2], [2]), /The file holds “mine\.npy” \[2\]/],
    [npyOf("'<f4'", [2, 9000, 9000], Buffer.alloc(4)), /header of “mine\.npy”/],
    [Buffer.from("\x93NUMPY\x01\0\xff\xff", "latin1"), /header of “mine\.npy” says that it is/],
    [Buffer.from("\x93NUMPY\x01\0", "latin1"), /“mine\.npy” does not begin/],
    [npyOf("oops", [2, 2], Buffer.alloc(16)), /header of “mine\.npy” is damaged/],
    [npyOf("'<U1'", [2, 2, 2], Buffer.alloc(32)), /“mine\.npy” holds strings of shape/],
  ]) {
    const problem = await refusal(bytes, "mine.npy");
    assert.match(problem, sentence);
    assert.doesNotMatch(problem, /“”/);
  }
});

/** A zip file of members that all lie at the same place. */
function sharing(count, content) {
  const one = zipOf({ "a0000.npy": content }, { deflate: true });
  const begin = one.readUInt32LE(one.length - 6);
  const entry = one.subarray(begin, one.length - 22);
  const entries = Array.from({ length: count }, (_, at) => {
    const copy = Buffer.from(entry);
    copy.write(`a${String(at).padStart(4, "0")}.npy`, 46);
    return copy;
  });
  const end = Buffer.from(one.subarray(one.length - 22));
  for (const field of [8, 10]) end.writeUInt16LE(count, field);
  end.writeUInt32LE(count * entry.length, 12);
  return Buffer.concat([one.subarray(0, begin), ...entries, end]);
}

test("members that share their bytes are refused before any is unpacked, and so are two of one name", async () => {
  const unpacked = [];
  const { DecompressionStream: Own } = globalThis;
  globalThis.DecompressionStream = class extends Own {
    constructor(...given) {
      super(...given);
      unpacked.push(this);
    }
  };
  try {
    assert.match(await refusal(sharing(3000, GOOD)), /“a\d{4}\.npy” shares bytes with what follows it/);
    assert.equal(unpacked.length, 0);
  } finally {
    globalThis.DecompressionStream = Own;
  }
  const twice = zipOf({ "attention.npy": GOOD, "attentiom.npy": GOOD });
  for (let at = twice.indexOf("attentiom"); at >= 0; at = twice.indexOf("attentiom", at)) twice[at + 8] = 0x6e;
  assert.match(await refusal(twice), /holds “attention\.npy” twice/);
  // The second member's own header is within the first.
  const nested = zipOf({ "a.npy": Buffer.concat([GOOD, zipOf({ "b.npy": GOOD })]) });
  const directory = nested.readUInt32LE(nested.length - 6);
  assert.equal((await open(nested)).parts.length, 1);
  const long = Buffer.from(nested);
  long.writeUInt16LE(500, 28);
  assert.match(await refusal(long), /shares bytes/);
  assert.ok(directory > GOOD.length);
});

test("thousands of small members are read in few pieces", async () => {
  const layer = npyNumbers(weightsOf(2, 2), [2, 2]);
  const names = Array.from({ length: 3000 }, (_, at) => `layers.${at >> 6}.heads.${at & 63}.npy`).slice(0, 2944);
  const bytes = zipOf(Object.fromEntries(names.map((name) => [name, layer])));
  let reads = 0;
  class Counting extends Blob {
    slice(...range) {
      reads++;
      return super.slice(...range);
    }
  }
  const { parts } = await openFile(new Counting([bytes]), "many.npz", newBudget());
  assert.deepEqual([parts[0].stack.layers, parts[0].stack.heads], [46, 64]);
  assert.ok(reads < 50, `${reads} reads of ${bytes.length} bytes`);
});

test("packed bytes are unpacked in small pieces: all that a piece unpacks to waits in memory", async () => {
  const { DecompressionStream: Own } = globalThis;
  let largest = 0;
  globalThis.DecompressionStream = class {
    constructor(format) {
      const { readable, writable } = new Own(format);
      const measure = new TransformStream({
        transform(chunk, controller) {
          largest = Math.max(largest, chunk.byteLength);
          controller.enqueue(chunk);
        },
      });
      void measure.readable.pipeTo(writable).catch(() => undefined);
      return { readable, writable: measure.writable };
    }
  };
  try {
    const bomb = npyOf("'<f2'", [1, 20, 1024, 1024], Buffer.alloc(40 * 2 ** 20));
    await checked(await open(zipOf({ "attention.npy": bomb }, { deflate: true, level: 9 })));
  } finally {
    globalThis.DecompressionStream = Own;
  }
  // DEFLATE makes at most 1032 bytes of one: 8 MB here.
  assert.ok(largest > 0 && largest <= 8192, `${largest} bytes at once`);
});

test("what was unpacked is given back when a file is refused, and what holds no numbers is not kept", async () => {
  const budget = { left: 2 ** 30 };
  const tokens = npyTexts(Array.from({ length: 30 }, () => "x".repeat(9000)));
  await assert.rejects(
    open(zipOf({ "x.npy": npyOf("'<i4'", [2, 2], Buffer.alloc(16)) }, { deflate: true }), "a", budget),
  );
  assert.equal(budget.left, 2 ** 30);
  const bad = { "attention.npy": GOOD, "other.npy": GOOD.subarray(0, 300) };
  await assert.rejects(open(zipOf(bad, { deflate: true }), "a", budget));
  assert.equal(budget.left, 2 ** 30);
  const opened = await open(zipOf({ "attention.npy": GOOD, "tokens.npy": tokens }, { deflate: true }), "a", budget);
  assert.ok(budget.left >= 2 ** 30 - 2 ** 20);
  opened.close();
  assert.equal(budget.left, 2 ** 30);
});

/** A file that can no longer be read from a moment on. */
class Leaving extends Blob {
  #state;
  constructor(parts, state) {
    super(parts);
    this.#state = state;
  }
  slice(...range) {
    return new Leaving([super.slice(...range)], this.#state);
  }
  async arrayBuffer() {
    if (this.#state.gone) throw new DOMException("gone", "NotReadableError");
    return super.arrayBuffer();
  }
}

test("a file that can no longer be read is no damaged file", async () => {
  const big = npyNumbers(
    new Float32Array(5 * 2 ** 20).map((_, at) => (at * 2654435761) >>> 9),
    [5, 1, 1024, 1024],
  );
  for (const deflate of [false, true]) {
    const state = { gone: false };
    const opened = await openFile(new Leaving([zipOf({ "a.npy": big }, { deflate })], state), "a.npz", newBudget());
    state.gone = true;
    await assert.rejects(opened.parts[0].stack.matrix({ ...PLACE, layer: 4 }), { name: "NotReadableError" });
  }
});
