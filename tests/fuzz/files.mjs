// Files of attention with something wrong in them: good files of every kind, mutated. The viewer's reader opens them or
// refuses them in a sentence, gives each text as many tokens as it has rows or none, and reads and keeps no more than
// it may. Whether the numbers are right, tests/site/model-files.test.mjs says.
import { randomOf } from "../lib/support.mjs";
import { npyNumbers, npyTexts, numberBytes, safetensorsOf, weightsOf, zipOf } from "../site/model-writers.mjs";
import { siteModule } from "../site/runs.mjs";
import { chance, pick } from "./problem.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");

const TOKENS = ["[CLS]", "the", "日本", "שלום", "<b>&"];
const N = TOKENS.length;

const npy = (shape, options) => npyNumbers(weightsOf(...shape), shape, options);
const tensor = (shape) => ({ dtype: "F32", shape, bytes: numberBytes(weightsOf(...shape)) });
/** @type {(values: any, shape: any) => any[]} */
const nested = (values, [extent, ...rest]) =>
  Array.from({ length: extent }, (_, at) => {
    const each = values.length / extent;
    return rest.length === 0 ? values[at] : nested(values.subarray(at * each, (at + 1) * each), rest);
  });
const lists = (shape) => nested(weightsOf(...shape), shape);

/** What the members of an .npz hold: they are mutated before they are packed too, so that checksums are right. */
const MEMBERS = [
  () => ({ "attention.npy": npy([2, 3, N, N]), "tokens.npy": npyTexts(TOKENS) }),
  () => ({ "attention.npy": npy([1, 2, 3, N, N], { type: "f2" }), "tokens.npy": npyTexts(TOKENS, { kind: "S" }) }),
  () => ({ "q.npy": npy([1, 4, N, 3]), "k.npy": npy([1, 2, N, 3]), "v.npy": npy([1, 2, N, 3]) }),
  () => ({
    "encoder_attention.npy": npy([3, N, N]),
    "cross_attention.npy": npy([3, 4, N], { fortran: true }),
    "encoder_tokens.npy": npyTexts(TOKENS),
    "decoder_tokens.npy": npyTexts(TOKENS.slice(1)),
  }),
  () => Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`layers.${at}.npy`, npy([2, N, N], { order: ">" })])),
];

const OTHERS = [
  () => npy([2, 3, N, N], { type: "f8", version: 2 }),
  () => npy([3, N, 4], { fortran: true, version: 3 }),
  () => safetensorsOf({ attention: tensor([2, 3, N, N]), q: tensor([2, 3, N, 4]) }, { tokens: JSON.stringify(TOKENS) }),
  () => safetensorsOf({ "layers.0.q": tensor([2, N, 4]), "layers.0.k": tensor([2, N, 4]) }),
  () => Buffer.from(JSON.stringify({ tokens: [TOKENS, TOKENS], attention: lists([1, 2, 2, N, N]) })),
  () => {
    const attn = lists([1, 2, N, N]);
    return Buffer.from(JSON.stringify({ attention: [{ name: null, attn, left_text: TOKENS, right_text: TOKENS }] }));
  },
];

/** Numbers that sizes, counts and places may wrongly hold. */
const ODD = [0, 1, 2, 7, 127, 128, 255, 256, 65535, 65536, 2 ** 31, 2 ** 32 - 1];
const SHAPES = ["0", "1", "3", "99", "65536", "4294967296", "99999999999999999999", "1e9", "-1", "NaN"];

/** Each changes some bytes. @param other another file, of which a part may be taken */
const CHANGES = [
  (random, bytes) => {
    for (let count = random.integer(1, 4); count > 0; count--)
      bytes[random.integer(0, bytes.length - 1)] ^= 1 << random.integer(0, 7);
    return bytes;
  },
  (random, bytes) => bytes.subarray(0, random.integer(0, bytes.length)),
  (random, bytes) => {
    const at = random.integer(0, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.integer(1, 40))]);
  },
  (random, bytes) => {
    const [from, at] = [random.integer(0, bytes.length), random.integer(0, bytes.length)];
    return Buffer.concat([
      bytes.subarray(0, at),
      bytes.subarray(from, from + random.integer(1, 200)),
      bytes.subarray(at),
    ]);
  },
  (random, bytes) => {
    const width = pick(random, [1, 2, 4]);
    if (bytes.length < width) return bytes;
    bytes.writeUIntLE(pick(random, ODD) % 256 ** width, random.integer(0, bytes.length - width), width);
    return bytes;
  },
  // Behind a name of a field, where headers have their numbers.
  (random, bytes) => {
    const numbers = Array.from(bytes.toString("latin1").matchAll(/\d+/g));
    if (numbers.length === 0) return bytes;
    const { index, 0: digits } = pick(random, numbers);
    const put = Buffer.from(pick(random, SHAPES).padEnd(chance(random, 0.5) ? digits.length : 0));
    return Buffer.concat([bytes.subarray(0, index), put, bytes.subarray(index + digits.length)]);
  },
  (random, bytes, other) => {
    const [at, from] = [random.integer(0, bytes.length), random.integer(0, other.length)];
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from)]);
  },
  (random, bytes) => Buffer.concat([bytes, Buffer.alloc(random.integer(1, 100), random.integer(0, 255))]),
];

function changed(random, bytes, other) {
  let found = Buffer.from(bytes);
  for (let count = random.integer(1, 3); count > 0; count--) found = pick(random, CHANGES)(random, found, other);
  return found;
}

function makeFile(random) {
  const other = pick(random, OTHERS)();
  if (chance(random, 0.4)) return changed(random, other, npy([2, N, N]));
  const members = pick(random, MEMBERS)();
  const name = pick(random, Object.keys(members));
  const inside = chance(random, 0.6);
  if (inside) members[name] = changed(random, members[name], other);
  const options = { deflate: chance(random, 0.5), descriptors: chance(random, 0.3), zip64: chance(random, 0.2) };
  const file = zipOf(members, options);
  return inside && chance(random, 0.7) ? file : changed(random, file, other);
}

/** A file that counts what is read of it. */
class CountedFile extends Blob {
  #count;
  constructor(parts, count = { bytes: 0 }) {
    super(parts);
    this.#count = count;
  }
  get bytesRead() {
    return this.#count.bytes;
  }
  slice(...range) {
    return new CountedFile([super.slice(...range)], this.#count);
  }
  arrayBuffer() {
    this.#count.bytes += this.size;
    return super.arrayBuffer();
  }
}

/** No test needs larger heads. */
const MOST_CELLS = 2 ** 20;

async function readPart(opened, at) {
  for (const reading of ["plain", "turned", "causal"]) {
    const part = opened.partAs(at, reading);
    const { layers, heads, batch, rows, columns } = part.stack;
    for (const text of new Set([0, batch - 1])) {
      const tokens = part.tokens(text);
      for (const [list, count] of [
        [tokens.rows, rows],
        [tokens.columns, columns],
      ])
        if (list.length !== 0 && list.length !== count) throw new Error(`${list.length} tokens for ${count} places`);
      checkSentences([...part.notes, ...tokens.notes]);
      if (rows * columns > MOST_CELLS) continue;
      for (const place of [
        { layer: 0, head: 0, text },
        { layer: layers - 1, head: heads - 1, text },
      ]) {
        const values = await part.stack.matrix(place);
        if (values.length !== rows * columns) throw new Error(`${values.length} numbers of ${rows} × ${columns}`);
        if (part.hasVectors) await part.vectors(place);
      }
    }
    while (!(await part.checkOn()));
  }
}

function checkSentences(sentences) {
  for (const whole of sentences) {
    // What is quoted is in the file.
    const sentence = whole.replace(/“[^”]+”/g, "“…”");
    if (/undefined|NaN |Infinity|\[object|“”|-\d+ bytes/.test(sentence)) throw new Error(`it says: ${sentence}`);
    if (!/[.:]$/.test(sentence.split("\n")[0])) throw new Error(`no sentence: ${sentence}`);
  }
}

/** Opens one file and reads what it may hold. @returns whether it was refused */
async function readFile(bytes) {
  const file = new CountedFile([bytes]);
  const budget = newBudget();
  const { left } = budget;
  let refused = false;
  try {
    const opened = await openFile(file, "fuzz.file", budget);
    try {
      for (let at = 0; at < Math.min(opened.parts.length, 4); at++) await readPart(opened, at);
    } finally {
      opened.close();
    }
  } catch (error) {
    if (error.name !== "FileProblem") throw error;
    checkSentences([error.message]);
    refused = true;
  }
  if (budget.left !== left) throw new Error(`${left - budget.left} bytes were not given back`);
  const most = 2 ** 20 + 300 * bytes.length;
  if (file.bytesRead > most) throw new Error(`${file.bytesRead} bytes were read of a file of ${bytes.length}`);
  return refused;
}

/** Reads `count` files. File number n follows from seed + n alone. */
/** @param {{ seed: number, count: number, tell?: (done: number) => void }} options */
export async function fuzzFiles({ seed, count, tell = () => {} }) {
  let refused = 0;
  for (let n = 0; n < count; n++) {
    try {
      if (await readFile(makeFile(randomOf(seed + n)))) refused++;
    } catch (cause) {
      throw new Error(`fuzz: file of seed ${seed + n}: ${cause.message}`, { cause });
    }
    if (n % 5000 === 4999) tell(n + 1);
  }
  return { count, refused };
}
