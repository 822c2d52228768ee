// The trained encoder without a browser: its pieces, its weights as the page carries them, and what its heads see.
import assert from "node:assert/strict";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { load } from "../../dist/heed.js";
import { asciiOf, scriptsOf, trainedWeights, weightsText, WEIGHTS_FILES } from "../../scripts/encoder-weights.mjs";
import { cosine, forward } from "./encoder-oracle.mjs";
import { siteModule } from "./runs.mjs";

const { ACCURACY } = await siteModule("pages/encoder/accuracy.ts");
const { changesOf } = await siteModule("pages/encoder/changes/changes-of-layers.ts");
const { CLAIMS, judge } = await siteModule("pages/encoder/claims/claims.ts");
const { Reader, rowOf } = await siteModule("pages/encoder/sentence/reader.ts");
const { readAtOnePlace, vectorOf } = await siteModule("pages/encoder/words/vectors.ts");
const { TEXTS } = await siteModule("pages/encoder/long/texts.ts");
const { fillLongWeights, longQueriesAndKeys } = await siteModule("pages/encoder/long/long-weights.ts");
const { trace } = await siteModule("rooms/inspector/trace.ts");
const { Encoder } = await siteModule("rooms/trained/encoder.ts");
const { Tokeniser } = await siteModule("rooms/trained/tokenise.ts");
const { layersOf, readWeights } = await siteModule("rooms/trained/weights.ts");
const { bytesOf } = await siteModule("rooms/trained/weights-text.ts");

const CAT = "The cat sat because it was tired.";
const SENTENCES = [
  CAT,
  "The bank is steep, so it's dangerous to stand near it.",
  "The animal didn't cross the street because it was too tired.",
  "My mother called the doctor because she was sick.",
  "The dog chased the cat because it was angry.",
];

const trained = trainedWeights();
const text = weightsText(trained);
const weights = await readWeights(text);
const tokeniser = new Tokeniser(weights.pieces, weights.scores);
const heed = await load();
const encoder = new Encoder(heed, weights);
const pieces = (sentence) => tokeniser.encode(sentence).map((id) => tokeniser.piece(id));

/** Of each head the largest difference of a weight, the mean one, and how many rows have another top token. */
function compare(sentence) {
  const ids = tokeniser.encode(sentence);
  const [page, exact] = [encoder.encode(ids), forward(trained, ids)];
  const [errors, tops] = [[], []];
  exact.maps.forEach((map, at) => {
    const { data } = page.layers[at >> 2].kept.weights;
    map.forEach((row, query) => {
      const start = ((at % 4) * ids.length + query) * ids.length;
      const shown = Array.from(data.subarray(start, start + ids.length));
      errors.push(...row.map((weight, key) => Math.abs(weight - shown[key])));
      tops.push(shown.indexOf(Math.max(...shown)) === row.indexOf(Math.max(...row)));
    });
  });
  return { ids, page, exact, errors, tops };
}

test("the tokeniser cuts text into the model's pieces, and unknown characters into one piece", () => {
  assert.deepEqual(pieces(CAT), ["▁The", "▁cat", "▁sat", "▁because", "▁it", "▁was", "▁tired", "."]);
  assert.deepEqual(pieces("steep, didn't"), ["▁ste", "ep", ",", "▁didn", "'", "t"]);
  assert.deepEqual(pieces("  the\n cat "), ["▁the", "▁cat"]);
  assert.deepEqual(tokeniser.encode("cat 漢字").slice(-1), [0]);
  assert.deepEqual(tokeniser.encode(" \n"), []);
});

test("no way to cut a text has a higher sum of scores than the tokeniser's", () => {
  const known = new Map(weights.pieces.map((piece, at) => [piece, at]));
  const best = (rest) =>
    rest === ""
      ? 0
      : Math.max(
          ...Array.from({ length: rest.length }, (_, at) => rest.slice(0, at + 1))
            .filter((piece) => known.get(piece) >= 6)
            .map((piece) => weights.scores[known.get(piece)] + best(rest.slice(piece.length))),
        );
  for (const word of ["unhappily", "attention", "tokeniser", "river bank"]) {
    const found = tokeniser.encode(word).reduce((sum, id) => sum + weights.scores[id], 0);
    assert.ok(Math.abs(found - best(`▁${word.replaceAll(" ", "▁")}`)) < 1e-9, word);
  }
});

test("the float weights give the numbers that the original graph was checked against", () => {
  const ids = tokeniser.encode(CAT);
  const { raws, maps } = forward(trained, ids);
  const rounded = (row) => row.map((value) => Number(value.toFixed(1)));
  assert.deepEqual(rounded(raws[5][4]), [31.1, 63.7, 32.0, 7.8, 21.8, 13.1, 27.2, 37.5]);
  assert.equal(maps[5][4][1].toFixed(2), "0.77");
});

test("the page's heads agree with the float forward pass as far as the whole numbers allow", () => {
  const compared = SENTENCES.map(compare);
  const errors = compared.flatMap((one) => one.errors);
  const tops = compared.flatMap((one) => one.tops);
  const [largest, mean] = [Math.max(...errors), errors.reduce((sum, error) => sum + error, 0) / errors.length];
  assert.ok(largest <= ACCURACY.largest && largest > 0.9 * ACCURACY.largest, `largest error ${largest}`);
  assert.ok(mean <= ACCURACY.mean && mean > 0.9 * ACCURACY.mean, `mean error ${mean}`);
  assert.ok(tops.filter((same) => !same).length < 0.03 * tops.length, "the strongest key of a row stays");
  for (const { page, exact, ids } of compared)
    exact.stages.forEach((rows, stage) =>
      rows.forEach((row, at) => {
        const width = row.length;
        const shown = Array.from(page.stages[stage].data.subarray(at * width, (at + 1) * width));
        assert.ok(cosine(row, shown) > 0.99, `stage ${stage}, piece ${at} of ${ids.length}: ${cosine(row, shown)}`);
      }),
    );
});

/** What trainedWeights() gives, as the encoder of the page takes it. */
function exactWeights(tensors) {
  const { embedding, frequencies } = tensors;
  const vector = (name) => tensors[name].data;
  const matrix = (name) => {
    const { data, columns } = tensors[name];
    return { data, shape: [data.length / columns, columns] };
  };
  return {
    // The encoder takes whole numbers with a scale for each row. Floats with scales of 1 do as well.
    embedding: {
      columns: embedding.columns,
      numbers: embedding.data,
      scales: new Float32Array(embedding.data.length / embedding.columns).fill(1),
    },
    frequencies: frequencies.data,
    layers: layersOf(vector, matrix),
  };
}

test("with float weights in place of whole numbers heed's forward pass is the textbook's to 1e-4", () => {
  const ids = tokeniser.encode(CAT);
  const exact = new Encoder(heed, exactWeights(trained.tensors)).encode(ids);
  const { maps, stages } = forward(trained, ids);
  maps.forEach((map, at) =>
    map.flat().forEach((weight, cell) => {
      const shown = exact.layers[at >> 2].kept.weights.data[(at % 4) * ids.length ** 2 + cell];
      assert.ok(Math.abs(weight - shown) < 1e-5, `head ${at}, cell ${cell}: ${shown} against ${weight}`);
    }),
  );
  stages[2].flat().forEach((value, at) => assert.ok(Math.abs(value - exact.stages[2].data[at]) < 1e-4));
});

test("heads off, their means, cut edges and another sentence's outputs: the rows are the textbook's to 1e-4", () => {
  const [ids, others] = [CAT, "The dog ran because it was hungry."].map((sentence) => tokeniser.encode(sentence));
  assert.equal(others.length, ids.length);
  const exact = new Encoder(heed, exactWeights(trained.tensors));
  const second = exact.encode(others);
  const given = forward(trained, others).outputs;
  const mean = (rows) =>
    rows.map(() => rows[0].map((_, at) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length));
  const nothing = (rows) => rows.map((row) => row.map(() => 0));
  const only = (at, which, made) => ({
    output: (layer, head, rows) => (layer === at && which(head) ? made(rows) : rows),
  });
  const edge = (query, key) => query === 4 && key === 1;
  const cases = [
    [[{ kind: "off", layer: 0, head: 1 }], only(0, (head) => head === 1, nothing)],
    [[{ kind: "off", layer: 1, head: undefined }], only(1, () => true, nothing)],
    [[{ kind: "mean", layer: 1, head: 2 }], only(1, (head) => head === 2, mean)],
    [
      [{ kind: "other", layer: 0, head: 3 }],
      only(
        0,
        (head) => head === 3,
        () => given[3],
      ),
    ],
    [
      [
        { kind: "cut", layer: 0, head: 3, query: 4, key: 1 },
        { kind: "cut", layer: 1, head: undefined, query: 4, key: 1 },
      ],
      { isCut: (layer, head, query, key) => edge(query, key) && (layer === 1 || head === 3) },
    ],
  ];
  const plain = exact.encode(ids).stages[2].data;
  for (const [changes, changed] of cases) {
    const shown = exact.encode(ids, 0, changesOf(changes, ids.length, second));
    const { maps, stages } = forward(trained, ids, changed);
    const told = JSON.stringify(changes);
    stages[2].flat().forEach((value, at) => assert.ok(Math.abs(value - shown.stages[2].data[at]) < 1e-4, told));
    maps.forEach((map, at) =>
      map.flat().forEach((weight, cell) => {
        const own = shown.layers[at >> 2].kept.weights.data[(at % 4) * ids.length ** 2 + cell];
        assert.ok(Math.abs(weight - own) < 1e-5, `${told}, head ${at}`);
      }),
    );
    assert.ok(
      plain.some((value, at) => Math.abs(value - shown.stages[2].data[at]) > 0.01),
      `${told} changes rows`,
    );
  }
});

test("the scripts of the weights give their text again, and the first says whose they are and what was changed", () => {
  const backslashes = `${"\\".repeat(9)}x`.repeat(800);
  for (const given of [text, backslashes]) {
    const page = {};
    const scripts = scriptsOf(given);
    assert.equal(scripts.length, WEIGHTS_FILES.length);
    for (const script of scripts) runInNewContext(script, { self: page });
    assert.ok(page.heedWeights.join("") === given);
  }
  assert.doesNotMatch(text, /[\0\r`]|\$\{/);
  const [first] = scriptsOf(text);
  for (const part of [/Apache License\s+Version 2\.0/, /Universal Sentence Encoder lite by\s+Google/, /were changed/])
    assert.match(first, part);
});

test("bytes that a script may not hold are bytes again, also at the end", () => {
  const unsafe = [0, 13, 96, 36, 123, 92, 36, 92];
  const packed = asciiOf(sevenBits(unsafe));
  assert.doesNotMatch(packed, /[\0\r`]|\$\{|\\$/);
  assert.deepEqual(Array.from(bytesOf(packed)), Array.from(sevenBits(unsafe)));
});

/** Bytes whose bits, seven at a time, are these codes. */
function sevenBits(codes) {
  const bits = codes.map((code) => code.toString(2).padStart(7, "0").split("").toReversed().join("")).join("");
  const bytes = bits.match(/[01]{8}/g).map((byte) => parseInt(byte.split("").toReversed().join(""), 2));
  return Uint8Array.from(bytes);
}

test("what the page says of L1H1 is so: which sentences it gets right, and that wide for tired changes nothing", () => {
  const reader = new Reader(tokeniser, encoder);
  const judged = CLAIMS.map((claim) => judge(reader, claim));
  const wrong = judged.filter(({ right }) => !right).map(({ sentence, found }) => sentence.labels[found]);
  assert.deepEqual(wrong, ["cat", "street"]);
  for (const { sentence, row } of judged.slice(-2)) {
    const shares = rowOf(sentence, { layer: 1, head: 1 }, row);
    const [animal, street] = ["animal", "street"].map((label) => shares[sentence.labels.indexOf(label)]);
    assert.ok(street > animal + 0.05, `${sentence.text}: animal ${animal}, street ${street}`);
  }
});

test("a word in two sentences stands at one place: the layers begin with one vector", () => {
  const reader = new Reader(tokeniser, encoder);
  const inside = (sentence, label) => ({
    text: sentence,
    piece: reader.pieces(sentence).labels.lastIndexOf(label),
  });
  const [EIGHT, ALONE] = [inside(Array(8).fill("bank").join(" "), "bank"), inside("bank", "bank")];
  const [MONEY, LOAN] = [inside("She put her money in the bank.", "bank"), inside("The bank gave him a loan.", "bank")];
  for (const words of [
    [EIGHT, ALONE],
    [MONEY, LOAN],
  ]) {
    const read = readAtOnePlace(reader, words);
    const [a, b] = read.map(({ encoded }, at) => {
      const { data, shape } = encoded.layers[0].x;
      return Array.from(data.subarray(words[at].piece * shape[1], (words[at].piece + 1) * shape[1]));
    });
    assert.deepEqual(a, b, "what the first layer reads");
  }
  const [eight, alone] = readAtOnePlace(reader, [EIGHT, ALONE]);
  const apart = [1, 2].map((stage) => cosine(vectorOf(eight, stage, EIGHT.piece), vectorOf(alone, stage, ALONE.piece)));
  assert.ok(apart[0] > 0.99 && apart[1] > 0.97, `eight banks and one mean the same: ${apart}`);
});

test("head 0 of layer 0 looks at its neighbours before piece 128 and no more after it, as the page says", async () => {
  const ids = tokeniser.encode(TEXTS[0].text());
  const { x, weights: ofLayer, q, k } = await longQueriesAndKeys(encoder, ids, 0);
  const atOnce = encoder.queriesAndKeys(ids, 0);
  for (const [name, part] of Object.entries({ x, q, k })) assert.deepEqual(part, atOnce[name], `${name} in slices`);
  const into = new Float32Array(ids.length ** 2);
  assert.ok((await fillLongWeights(heed, { q, k, into })) > 0);
  const near = (from, to) => {
    let sum = 0;
    for (let row = from; row < to; row++)
      for (let key = Math.max(0, row - 8); key <= row + 8; key++) sum += into[row * ids.length + key];
    return sum / (to - from);
  };
  assert.ok(near(0, 100) > 0.6, `before: ${near(0, 100)}`);
  assert.ok(near(128, 400) < 0.1, `after: ${near(128, 400)}`);
  const values = { data: new Float32Array(ids.length), shape: [ids.length, 1] };
  const whole = heed.attention(q, k, values, { keep: ["weights"] }).weights.data;
  assert.deepEqual(into, whole, "slices have the bits of one call");
  const kept = { q, k, v: values, weights: { data: into, shape: [ids.length, ids.length] } };
  const run = { tokens: ids.map((id) => tokeniser.piece(id)), x, weights: ofLayer, options: {}, kept };
  for (const [row, column] of [
    [0, 0],
    [300, 130],
    [518, 517],
  ]) {
    const { returned, exact, steps } = trace(run, { matrix: "weights", head: 0, row, column });
    const told = `${row}, ${column}: ${exact} against ${returned}`;
    assert.equal(returned, into[row * ids.length + column]);
    assert.ok(Math.abs(exact - returned) <= 1e-6 + 1e-5 * returned, told);
    assert.deepEqual(
      steps.map((step) => step.terms?.length ?? step.row?.keys.length ?? step.kind),
      [64, "scale", ids.length],
    );
    const query = trace(run, { matrix: "q", head: 0, row, column: 5 });
    assert.ok(Math.abs(query.exact - query.returned) < 1e-4, "a query opens down to the rows that the head reads");
  }
});
