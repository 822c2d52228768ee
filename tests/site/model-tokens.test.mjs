// The tokens of the viewer: those of the text that is shown, or numbers and a note that says why.
import assert from "node:assert/strict";
import test from "node:test";
import { npyNumbers, npyOf, npyTexts, numberBytes, safetensorsOf, weightsOf, zipOf } from "./model-writers.mjs";
import { siteModule } from "./runs.mjs";

const { newBudget, openFile } = await siteModule("rooms/files/index.ts");

const A = ["a0", "a1", "a2", "a3"];
const B = ["b0", "b1", "b2", "b3"];
const C = ["c0", "c1"];
const square = (...outer) => npyNumbers(weightsOf(...outer, 4, 4), [...outer, 4, 4]);
const cross = (...outer) => npyNumbers(weightsOf(...outer, 4, 2), [...outer, 4, 2]);
const open = async (members) => (await openFile(new Blob([zipOf(members)]), "a.npz", newBudget())).parts;
const openJson = async (value) => (await openFile(new Blob([JSON.stringify(value)]), "a.json", newBudget())).parts;

/** A list of lists as NumPy writes it. */
function npyNested(lists) {
  const flat = npyTexts(lists.flat());
  const [begin] = [flat.indexOf("\n") + 1];
  return npyOf("'<U2'", [lists.length, lists[0].length], flat.subarray(begin));
}

const rowsOf = (part, text = 0) => part.tokens(text).rows;
const columnsOf = (part, text = 0) => part.tokens(text).columns;
const notesOf = (part, text = 0) => part.tokens(text).notes.join(" ");

/** Numbers stand on both sides, and a note says why. */
function expectNumbers(part, text, note) {
  const tokens = part.tokens(text);
  assert.deepEqual([tokens.rows, tokens.columns], [[], []]);
  assert.match(tokens.notes.join(" "), note);
}

test("each text of a batch has its own list", async () => {
  const [part] = await open({ "attention.npy": square(1, 2, 3), "tokens.npy": npyNested([A, B]) });
  assert.deepEqual([rowsOf(part, 0), rowsOf(part, 1)], [A, B]);
  assert.equal(notesOf(part, 1), "");
});

test("one list for a batch is that of its first text; the second has numbers and a note", async () => {
  for (const tokens of [npyTexts(A), npyNested([A])]) {
    const [part] = await open({ "attention.npy": square(1, 2, 3), "tokens.npy": tokens });
    assert.deepEqual(rowsOf(part, 0), A);
    assert.match(notesOf(part, 0), /“tokens” is one list for 2 texts.*counts for the first text/);
    expectNumbers(part, 1, /one list for 2 texts.*This text has numbers/);
  }
});

test("lists of more or fewer texts than the batch has belong to none of them", async () => {
  for (const lists of [
    [A, B, A],
    [A, B],
  ]) {
    const shape = lists.length === 3 ? [1, 2, 3] : [1, 3, 3];
    const [part] = await open({ "attention.npy": square(...shape), "tokens.npy": npyNested(lists) });
    for (let text = 0; text < shape[1]; text++) expectNumbers(part, text, /has tokens of \d texts, but .* of \d/);
  }
});

test("a list that is shorter or longer than the rows belongs to none: padding may stand on either side", async () => {
  for (const tokens of [A.slice(1), [...A, "more"]]) {
    const [part] = await open({ "attention.npy": square(2, 3), "tokens.npy": npyTexts(tokens) });
    expectNumbers(part, 0, /“tokens” has \d tokens, but there are 4 rows and columns/);
  }
});

test("encoder and decoder have each its own tokens, and cross-attention has both", async () => {
  const members = {
    "encoder_attention.npy": square(2, 3),
    "decoder_attention.npy": square(2, 3),
    "cross_attention.npy": square(2, 3),
    "encoder_tokens.npy": npyTexts(A),
    "decoder_tokens.npy": npyTexts(B),
  };
  const parts = await open(members);
  const tokens = Object.fromEntries(parts.map((part) => [part.stack.name, [rowsOf(part), columnsOf(part)]]));
  assert.deepEqual(tokens, {
    encoder_attention: [A, A],
    decoder_attention: [B, B],
    cross_attention: [B, A],
  });
  for (const [names, kinds] of [
    [
      ["encoder_attentions", "decoder_attentions", "cross_attentions"],
      ["src_tokens", "tgt_tokens"],
    ],
    [
      ["encoder.layers.0.self_attn", "decoder.layers.0.self_attn", "decoder.layers.0.encoder_attn"],
      ["source", "target"],
    ],
    [
      ["encoderAttention", "decoderAttention", "crossAttention"],
      ["encoderTokens", "decoderTokens"],
    ],
    [
      ["encoder.block.0.attn", "decoder.block.0.attn", "decoder.block.0.EncDecAttention"],
      ["encoder.tokens", "decoder.tokens"],
    ],
  ]) {
    const found = await open({
      ...Object.fromEntries(names.map((name) => [`${name}.npy`, square(3)])),
      [`${kinds[0]}.npy`]: npyTexts(A),
      [`${kinds[1]}.npy`]: npyTexts(B),
    });
    const each = names.map((name) => found.find(({ stack }) => stack.name === name));
    assert.deepEqual(
      each.map((part) => [rowsOf(part), columnsOf(part)]),
      [
        [A, A],
        [B, B],
        [B, A],
      ],
      names.join(),
    );
  }
});

test("the encoder has no tokens where the file has only the decoder's", async () => {
  const parts = await open({
    "encoder_attention.npy": square(2, 3),
    "decoder_attention.npy": square(2, 3),
    "decoder_tokens.npy": npyTexts(B),
  });
  expectNumbers(parts[0], 0, /no tokens for these rows and columns/);
  assert.deepEqual(rowsOf(parts[1]), B);
});

test("one list for several kinds of attention, or for both sides of cross-attention, may be anybody's", async () => {
  const several = await open({
    "encoder_attention.npy": square(2, 3),
    "decoder_attention.npy": square(2, 3),
    "tokens.npy": npyTexts(A),
  });
  for (const part of several) expectNumbers(part, 0, /names do not say which tokens.*“tokens”/);
  const [alone] = await open({ "cross_attention.npy": square(2, 3), "tokens.npy": npyTexts(A) });
  expectNumbers(alone, 0, /names do not say/);
});

test("one list beside a matrix that is not square belongs to the side that it fits", async () => {
  for (const [list, side] of [
    [A, "rows"],
    [C, "columns"],
  ]) {
    const [part] = await open({ "attention.npy": cross(2, 3), "tokens.npy": npyTexts(list) });
    const { rows, columns, notes } = part.tokens(0);
    assert.deepEqual([rows, columns], side === "rows" ? [A, []] : [[], C]);
    assert.match(notes.join(), new RegExp(`no tokens for these ${side === "rows" ? "columns" : "rows"}`));
  }
  const [neither] = await open({ "attention.npy": cross(2, 3), "tokens.npy": npyTexts(["x", "y", "z"]) });
  expectNumbers(neither, 0, /has 3 tokens, but there are 4 rows/);
});

test("lists with names for a side belong to that side, whatever the kind", async () => {
  for (const [rows, columns] of [
    ["query_tokens", "key_tokens"],
    ["left_text", "right_text"],
    ["row_labels", "col_labels"],
  ]) {
    const [part] = await open({
      "attention.npy": square(2, 3),
      [`${columns}.npy`]: npyTexts(B),
      [`${rows}.npy`]: npyTexts(A),
    });
    assert.deepEqual([rowsOf(part), columnsOf(part), notesOf(part)], [A, B, ""]);
  }
});

test("of several lists that fit, the one that is called tokens counts; of two, none", async () => {
  const others = { "attention.npy": square(2, 3), "pos_tags.npy": npyTexts(B), "model.npy": npyTexts(["bert"]) };
  const [one] = await open({ ...others, "tokens.npy": npyTexts(A) });
  assert.deepEqual([rowsOf(one), notesOf(one)], [A, ""]);
  const [two] = await open({ ...others, "tokens_a.npy": npyTexts(A), "tokens_b.npy": npyTexts(B) });
  expectNumbers(two, 0, /names do not say.*“tokens_a”, “tokens_b”/);
  const [same] = await open({ ...others, "tokens_a.npy": npyTexts(A), "tokens_b.npy": npyTexts(A) });
  assert.deepEqual(rowsOf(same), A);
});

const nested = (rows, columns) => Array.from({ length: rows }, () => Array(columns).fill(1 / columns));
const heads = (rows, columns) => [[nested(rows, columns), nested(rows, columns)]];

test("bertviz's model_view, whose name is null, has its tokens", async () => {
  const [part] = await openJson({
    attention: [{ name: null, attn: heads(4, 4), left_text: A, right_text: A }],
    default_filter: "0",
    include_layers: [0],
  });
  assert.deepEqual([rowsOf(part), columnsOf(part), notesOf(part)], [A, A, ""]);
  assert.deepEqual([part.stack.layers, part.stack.heads], [1, 2]);
});

test("attentions of bertviz stay apart, each with its tokens, also where names are missing", async () => {
  for (const names of [
    [null, null, null],
    ["All", "All", "All"],
    ["Sentence 1", "Sentence 2", "Sentence 3"],
    ["Encoder", "Decoder", "Cross"],
  ]) {
    const texts = [
      [A, A],
      [B, B],
      [B, A],
    ];
    const attention = texts.map(([left_text, right_text], at) => {
      return { name: names[at], attn: heads(4, 4), left_text, right_text };
    });
    const parts = await openJson({ attention });
    assert.deepEqual(
      parts.map((part) => [rowsOf(part), columnsOf(part)]),
      texts,
    );
    assert.deepEqual(
      parts.map(({ stack }) => [stack.layers, stack.heads]),
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    );
  }
});

test("objects for each layer, without texts of their own, are still layers", async () => {
  const layers = Array.from({ length: 70 }, () => ({ attention: heads(4, 4)[0] }));
  const [part] = await openJson({ tokens: A, layers });
  assert.deepEqual([part.stack.layers, part.stack.heads, rowsOf(part)], [70, 2, A]);
});

test("tokens of another object of a JSON file are not taken", async () => {
  const parts = await openJson({
    one: { attention: heads(4, 4), tokens: A },
    two: { attention: heads(4, 4), notes: { remark: ["nothing"] } },
    meta: { model: ["bert"] },
  });
  assert.deepEqual(rowsOf(parts[0]), A);
  expectNumbers(parts[1], 0, /“meta\.model”|“two\.notes\.remark”/);
  const [beside] = await openJson({ attention: heads(4, 4), meta: { tokens: A } });
  assert.deepEqual(rowsOf(beside), A);
});

test("vectors of the encoder are not taken for the decoder's heads", async () => {
  const vectors = npyNumbers(weightsOf(2, 3, 4, 5), [2, 3, 4, 5]);
  const attention = { "encoder_attention.npy": square(2, 3), "decoder_attention.npy": square(2, 3) };
  const parts = await open({ ...attention, "encoder_q.npy": vectors, "encoder_k.npy": vectors });
  assert.deepEqual(
    parts.map(({ hasVectors }) => hasVectors),
    [true, false],
  );
  const plain = await open({ ...attention, "q.npy": vectors, "k.npy": vectors });
  assert.deepEqual(
    plain.map(({ hasVectors }) => hasVectors),
    [false, false],
  );
});

test("safetensors: a list for each text of a batch", async () => {
  const attention = { dtype: "F32", shape: [1, 2, 1, 4, 4], bytes: numberBytes(weightsOf(1, 2, 1, 4, 4)) };
  const read = async (tokens) =>
    (await openFile(new Blob([safetensorsOf({ attention }, { tokens: JSON.stringify(tokens) })]), "a", newBudget()))
      .parts[0];
  assert.deepEqual(rowsOf(await read([A, B]), 1), B);
  expectNumbers(await read(A), 1, /one list for 2 texts/);
});

test("the mask of a file hides cells in every format, type and order, and in heads that are turned", async () => {
  const seen = [1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1];
  const whole = Buffer.from(seen.flatMap((one) => [0, one, 0, 0]));
  const turned = seen.map((_, at) => seen[(at % 4) * 4 + Math.floor(at / 4)]);
  const masks = [
    npyOf("'|b1'", [4, 4], Buffer.from(seen)),
    npyOf("'>i4'", [1, 1, 4, 4], whole),
    npyOf("'|u1'", [4, 4], Buffer.from(turned), { fortran: true }),
  ];
  const attention = square(2, 3);
  const parts = [];
  for (const mask of masks) parts.push(...(await open({ "attention.npy": attention, "mask.npy": mask })));
  const lists = Array.from({ length: 4 }, (_, row) => seen.slice(4 * row, 4 * row + 4));
  for (const mask of [lists, lists.map((row) => row.map(Boolean))])
    parts.push(...(await openJson({ attention: [[lists]], mask })));
  const tensors = {
    attention: { dtype: "F32", shape: [2, 3, 4, 4], bytes: numberBytes(weightsOf(2, 3, 4, 4)) },
    mask: { dtype: "BOOL", shape: [4, 4], bytes: Buffer.from(seen) },
  };
  const file = await openFile(new Blob([safetensorsOf(tensors, {})]), "a.safetensors", newBudget());
  parts.push(...file.parts);
  assert.equal(parts.length, 6);
  for (const part of parts) assert.deepEqual(Array.from(await part.mask({ layer: 0, head: 0, text: 0 })), seen);
  const other = await file.partAs(0, "turned").mask({ layer: 1, head: 2, text: 0 });
  assert.deepEqual(Array.from(other), turned);
});

test("a mask may differ by text, and one that does not fit hides nothing and is named", async () => {
  const mask = npyOf("'|b1'", [2, 1, 1, 4], Buffer.from([1, 1, 1, 0, 1, 0, 0, 0]));
  const [part] = await open({ "attention.npy": square(1, 2, 3), "mask.npy": mask });
  const rowOf = async (text) => Array.from((await part.mask({ layer: 0, head: 1, text })).subarray(4, 8));
  assert.deepEqual(
    [await rowOf(0), await rowOf(1)],
    [
      [1, 1, 1, 0],
      [1, 0, 0, 0],
    ],
  );
  const [unfit] = await open({ "attention.npy": square(3), "mask.npy": npyOf("'|b1'", [3], Buffer.of(1, 1, 0)) });
  assert.equal(await unfit.mask({ layer: 0, head: 0, text: 0 }), undefined);
  assert.match(
    unfit.notes.join(" "),
    /“mask” hides nothing: its shape \[3\] cannot be broadcast to \[1, 1, 3, 4, 4\]\./,
  );
});
