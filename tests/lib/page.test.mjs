// heed/page: a matrix as one HTML file. Here its text; tests/site opens it.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../../dist/heed.js";
import { pageOf } from "../../dist/page.js";
import { assertCode } from "./codes.mjs";
import { messageOf, STEERED, steersIn, STEERING_VALUES } from "./steering.mjs";

const heed = await load();

const TOKENS = ["The", "animal", "was", "tired"];
const causal = (n) => Array.from({ length: n * n }, (_, at) => at % n <= Math.floor(at / n));
const square = (n, value) => Float32Array.from({ length: n * n }, (_, at) => value(Math.floor(at / n), at % n));

/** What a saved page holds. */
const held = (text) => JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)[1]);
const bytesOf = ({ numbers }) => Buffer.from(numbers, "base64");

/** The sentences of its description. */
const sentences = (text) =>
  Array.from(/<ul id="words">(.*?)<\/ul>/s.exec(text)[1].matchAll(/<li>(.*?)<\/li>/g), ([, one]) => one);

test("float32 numbers keep every bit", () => {
  const data = Float32Array.from([0.1, -0, 1e-45, 3.4028234663852886e38, NaN, Infinity, -Infinity, 1 / 3]);
  const saved = held(pageOf({ matrix: { data, shape: [2, 4] }, kind: "scores" }));
  assert.deepEqual(saved.shape, [2, 4]);
  const bytes = bytesOf(saved);
  const bits = new Uint32Array(data.buffer);
  data.forEach((_, at) => assert.equal(bytes.readUInt32LE(4 * at), bits[at]));
});

/** The value of a half by the definition of IEEE 754. */
function valueOf(bits) {
  const [sign, power, rest] = [(-1) ** (bits >> 15), (bits >> 10) & 31, bits & 1023];
  if (power === 31) return rest ? NaN : sign * Infinity;
  return power === 0 ? sign * rest * 2 ** -24 : sign * (1 + rest / 1024) * 2 ** (power - 15);
}

test("half precision is the nearest half, and of two that are as near the even one", () => {
  const finite = Array.from({ length: 0x7c00 }, (_, bits) => bits);
  const values = finite.map(valueOf);
  const between = values.slice(1).map((value, at) => (value + values[at]) / 2);
  const data = Float32Array.from([...values, ...between, 65519.996, 65520]);
  const saved = held(pageOf({ matrix: { data, shape: [1, data.length] }, type: "float16", kind: "vectors" }));
  const bytes = bytesOf(saved);
  assert.equal(bytes.length, 2 * data.length);
  const expected = [...finite, ...between.map((_, at) => (at % 2 === 0 ? at : at + 1)), 0x7bff, 0x7c00];
  expected.forEach((bits, at) => assert.equal(bytes.readUInt16LE(2 * at), bits, `${data[at]}`));
  const negative = held(pageOf({ matrix: { data: [-1.5, -0], shape: [1, 2] }, type: "float16", kind: "vectors" }));
  assert.deepEqual(
    [0, 2].map((at) => bytesOf(negative).readUInt16LE(at)),
    [0xbe00, 0x8000],
  );
});

test("half precision says so with its size", () => {
  const saved = held(pageOf({ matrix: { data: new Float32Array(4096), shape: [64, 64] }, type: "float16" }));
  assert.deepEqual(saved.notes, ["The numbers are kept in half precision, which has 11 bits; they take 9 KB."]);
  assert.deepEqual(held(pageOf({ matrix: { data: [1], shape: [1, 1] } })).notes, []);
});

test("the description has the pattern with its share, and the largest weight of each row", () => {
  const data = square(4, (row, column) => (row === 0 ? Number(column === 0) : [0.1, 0.9][Number(column === row - 1)]));
  for (let row = 1; row < 4; row++)
    for (let column = 0; column < 4; column++) if (column > row) data[row * 4 + column] = 0;
  for (let row = 1; row < 4; row++) {
    const sum = data.slice(4 * row, 4 * row + 4).reduce((total, one) => total + one, 0);
    for (let column = 0; column < 4; column++) data[4 * row + column] /= sum;
  }
  const text = pageOf({ matrix: { data, shape: [4, 4] }, rowLabels: TOKENS, mask: causal(4) });
  const said = sentences(text);
  assert.equal(said[0], "4 rows, 4 columns.");
  const share = (data[4] + data[9] + data[14]) / 3;
  assert.equal(
    said[1],
    `Pattern “previous”: on average a token gives ${Math.round(100 * share)}\u00a0% to the token before it.`,
  );
  assert.equal(said[2], "“The” gives most, 100\u00a0%, to “The”.");
  assert.equal(said[3], "“animal” gives most, 90\u00a0%, to “The”.");
  assert.equal(said.length, 6);
});

test("a masked cell is never the largest, and a row without any gives nothing", () => {
  const [data, mask] = [
    [0.9, 0.1, 0.5, 0.5],
    [false, true, false, false],
  ];
  const said = sentences(pageOf({ matrix: { data, shape: [2, 2] }, mask, rowLabels: ["a", "b"] }));
  assert.deepEqual(said.slice(-2), ["“a” gives most, 10\u00a0%, to “b”.", "“b” gives nothing."]);
});

test("where a text has a token twice, the description says which of them it means", () => {
  const data = square(4, (row, column) => Number(column === (row + 2) % 4));
  const words = { largestWeight: "„{row}“ gibt {share} an „{column}“" };
  const rowLabels = ["it", "was", "it", "tired"];
  const said = (options) => sentences(pageOf({ matrix: { data, shape: [4, 4] }, rowLabels, ...options })).slice(-4);
  assert.equal(said({})[0], "“it” (1) gives most, 100\u00a0%, to “it” (3).");
  assert.equal(said({})[1], "“was” gives most, 100\u00a0%, to “tired”.");
  assert.equal(said({ kind: "scores" })[2], "“it” (3) is highest with 1.0000, at “it” (1).");
  assert.equal(said({ words })[2], "„it“ (3) gibt 100\u00a0% an „it“ (1)");
});

/** What a call hides, and what the page of its weights hides: a 1 for each cell that is shown, of all heads. */
function shownBy(options, { texts = 2, heads = 2, queries = 4, keys = 4 } = {}) {
  const rows = (count) => ({
    data: Float32Array.from({ length: texts * heads * count * 2 }, (_, at) => Math.sin(at)),
    shape: [texts, heads, count, 2],
  });
  const { weights, logits } = heed.attention(rows(queries), rows(keys), rows(keys), {
    ...options,
    keep: ["weights", "logits"],
  });
  const { mask } = held(pageOf({ matrix: weights, axes: ["text", "head"], mask: options }));
  const bytes = Array.from(Buffer.from(mask, "base64"));
  const each =
    bytes.length === logits.data.length ? bytes : Array.from(logits.data, (_, at) => bytes[at % bytes.length]);
  return [each, Array.from(logits.data, (logit) => (logit === -Infinity ? 0 : 1))];
}

const ODD = (length) => Uint8Array.from({ length }, (_, at) => ((at * at + at) % 3) % 2);

test("the options of a call hide in a page what they hide in the call", () => {
  const cases = [
    [{ causal: true }],
    [{ causal: { offset: [1, -2] } }],
    [{ window: { left: 1 } }],
    [{ window: { left: 0, right: 2, offset: [0, 1] } }],
    [{ causal: true, window: { left: 1, right: 3 } }],
    [{ causal: true, window: { left: 2, offset: 1 } }],
    [{ keyLengths: 3 }],
    [{ keyMask: [0, 1, 1, 0] }],
    [
      {
        keyMask: [
          [false, true, true, true],
          [true, true, false, false],
        ],
        causal: true,
      },
    ],
    [{ keyMask: { data: BigInt64Array.of(0n, 1n, 1n, 1n, 1n, 0n, 1n, 0n), shape: [2, 4] }, keyLengths: 3 }],
    [
      {
        keyMask: [
          [1, 1, 0, 1, 1, 0],
          [0, 0, 1, 1, 1, 1],
        ],
        mask: [[true], [true], [false], [true]],
      },
      { keys: 6 },
    ],
    [{ keyLengths: Int32Array.of(4, 1), causal: true }],
    [{ mask: [[[[true, true, false, true]]], [[[true, false, true, true]]]] }],
    [{ mask: [true, false, true, true], keyLengths: [2, 4] }],
    [{ mask: { data: ODD(16), shape: [2, 2, 4, 1] } }],
    [{ mask: { data: ODD(32), shape: [2, 1, 4, 4] }, window: { right: 1 } }],
    [{ causal: { offset: 2 }, mask: { data: ODD(6), shape: [1, 6] } }, { keys: 6 }],
    [{ causal: false, mask: [[true], [false], [true], [true]] }],
  ];
  for (const [options, sizes] of cases) assert.deepEqual(...shownBy(options, sizes), Object.keys(options).join());
});

test("where a token is a column, the options of a call count queries along the columns", () => {
  const matrix = { data: square(3, () => 0.5), shape: [3, 3] };
  const bits = (options) => Array.from(Buffer.from(held(pageOf({ matrix, ...options })).mask, "base64")).join("");
  assert.equal(bits({ mask: { causal: true } }), "100110111");
  assert.equal(bits({ mask: { causal: true }, along: "columns" }), "111011001");
  assert.equal(bits({ mask: { keyMask: [1, 0, 1] } }), "101101101");
  assert.equal(bits({ mask: { keyMask: [1, 0, 1] }, along: "columns" }), "111000111");
});

test("nothing in a token or a title can end its block or begin a tag", () => {
  const evil = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "%data%",
    "\u2028<!--",
    "$&",
    '"',
  ];
  const data = square(6, (row, column) => Number(row === column));
  const title = `</title><script>alert(2)</script>%words%`;
  const text = pageOf({ matrix: { data, shape: [6, 6] }, rowLabels: evil, title, about: evil[0] });
  const plain = pageOf({ matrix: { data, shape: [6, 6] } });
  const count = (where, tag) => where.split(tag).length;
  for (const tag of ["<script", "</script", "<img", "</title", "<!--"])
    assert.equal(count(text, tag), count(plain, tag), tag);
  const saved = held(text);
  assert.deepEqual(saved.rowLabels, evil);
  assert.deepEqual([saved.title, saved.about], [title, evil[0]]);
});

test("the policy lets nothing run but the file's own script", () => {
  const text = pageOf({ matrix: { data: [1], shape: [1, 1] } });
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)[1];
  assert.match(policy, /^default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+'; style-src 'sha256-\S+'; /);
  assert.doesNotMatch(policy, /unsafe|http|blob|\*/);
  assert.ok(text.length <= 80_000, `${text.length} characters without numbers`);
});

test("no message of pageOf sends what steers a terminal: it shows it", async () => {
  const matrix = { data: [0.5, 0.5], shape: [1, 2] };
  let refused = 0;
  for (const value of STEERING_VALUES)
    for (const options of [
      { matrix: value },
      ...["axes", "type", "kind", "along", "words", "rowLabels", "mask", "title", "language", "head"].map((name) => ({
        matrix,
        [name]: value,
      })),
      { matrix, words: { [STEERED]: "a" } },
      { matrix, [STEERED]: 1 },
    ]) {
      const message = await messageOf(() => pageOf(options));
      if (message === undefined) continue;
      refused++;
      assert.equal(steersIn(message), undefined, message);
    }
  assert.ok(refused > 100, `${refused} were refused`);
});

test("what does not fit is refused in a sentence", () => {
  const matrix = { data: [0.5, 0.5], shape: [1, 2] };
  const nestedInItself = [];
  nestedInItself.push(nestedInItself);
  const cases = [
    [
      { matrix: { data: [0.5, 0.5], shape: [1, 2] }, words: new Map() },
      "words must be an object of strings by key; got object.",
    ],
    [undefined, "options must be an object with a matrix; got undefined."],
    [null, "options must be an object with a matrix; got null."],
    [
      { matrix, rowlabels: ["a"] },
      'there is no option named "rowlabels"; there are matrix, axes, rowLabels, columnLabels, mask, title, ' +
        "about, type, language, words, matrixWords, kind, view, along, domain, perRow, log, head.",
    ],
    [{ matrix: 3 }, "matrix must be { data, shape }, as heed returns it, or null; got 3."],
    [{ matrix: { data: [1], shape: [1, 2] } }, "a matrix of shape [1, 2] holds 2 numbers; its data holds 1."],
    [{ matrix, rowLabels: ["a", "b"] }, "rowLabels must be an array of 1 names; got 2."],
    [{ matrix, columnLabels: "ab" }, 'columnLabels must be an array of strings; got "ab".'],
    [{ matrix, type: "float64" }, 'type must be "float32" or "float16"; got "float64".'],
    [
      { matrix, domain: [-Infinity, Infinity] },
      "domain must be [low, high], two finite numbers, or undefined for the range of the numbers; " +
        "got [-Infinity, Infinity].",
    ],
    [{ matrix, language: 5 }, "language must be a string; got 5."],
    [{ matrix: { data: new BigInt64Array(2), shape: [1, 2] } }, "matrix.data must hold numbers; data[0] is bigint."],
    [{ matrix, words: "de" }, 'words must be an object of strings by key; got "de".'],
    [{ matrix, words: { text: 5 } }, "words.text must be a string; got 5."],
    [{ matrix, matrixWords: { point: "," } }, "matrixWords.between must be a string; got undefined."],
    [{ matrix, perRow: "no" }, 'perRow must be true or false; got "no".'],
    [
      { matrix, mask: nestedInItself },
      "mask must hold true or 1 for each cell that may be attended to, else false or 0: as an array, nested by " +
        "rows, or as { data, shape }. It may also be { causal, window, keyLengths, keyMask, mask } as a call takes " +
        "them, or null; got arrays nested more than 5 deep.",
    ],
    [{ matrix, head: 1 }, "head must be 0, as there is one matrix; got 1."],
    [
      { matrix, mask: [true, true, true] },
      "mask must have a value for each of the 2 cells, or a shape that can be broadcast to [1, 2]; " + "got 3 values.",
    ],
    [
      { matrix, mask: { causal: true } },
      "mask.causal must be given with an offset for 1 × 2 cells; got none. " +
        "offset: 1 lines up the last query with the last key.",
    ],
    [{ matrix, mask: { causal: 1 } }, "mask.causal must be true, false or { offset }; got 1."],
    [{ matrix, mask: { window: { left: -1 } } }, "mask.window.left must be an integer, 0 or greater; got -1."],
    [
      { matrix, mask: { window: { offset: 1 }, causal: { offset: 2 } } },
      "mask.window.offset must be the offset of mask.causal, [2]; got [1].",
    ],
    [
      { matrix, mask: { keyLengths: [1, 2] } },
      "mask's keyLengths must be one number, or one for each of 1 texts; got 2 numbers.",
    ],
    [{ matrix, mask: { keyLengths: 3 } }, "mask.keyLengths must be from 0 to 2; got 3."],
    [
      { matrix, mask: { keyMask: [1] } },
      "mask's keyMask must be one array of 2, or one for each of 1 texts; got 1 numbers.",
    ],
    [
      { matrix, mask: { keyMask: [1, 2] } },
      "mask.keyMask must hold true or 1 for each cell that may be attended to, else false or 0: as an array, " +
        "nested by rows, or as { data, shape }. It may also be { causal, window, keyLengths, keyMask, mask } as a " +
        "call takes them, or null; got an array with 2 in it.",
    ],
    [
      { matrix, mask: { documents: [1] } },
      'mask takes the options causal, window, keyLengths, keyMask, mask of a call; got "documents". Give ' +
        "any other mask as booleans.",
    ],
    [
      { matrix, axes: ["head"] },
      'axes must name each of the 0 axes before rows and columns: "text", "layer" or "head"; got ["head"].',
    ],
  ];
  for (const [options, message] of cases) {
    assert.throws(
      () => pageOf(options),
      (error) => {
        assert.equal(error.message, `heed/page.pageOf: ${message}`);
        assertCode(error);
        return true;
      },
    );
  }
  for (const words of [{ words: { lines: "x" } }, { matrixWords: { dot: "," } }])
    assert.throws(() => pageOf({ matrix, ...words }), /ords has no text named "(lines|dot)"; there are /);
  for (const mask of [nestedInItself, [[true, true], nestedInItself]])
    assert.throws(() => heed.attention([[1]], [[1]], [[1]], { mask }), /^(Range|Type)Error: heed\.attention: mask/);
});
