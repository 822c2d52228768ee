// What the trained encoder's heads hold for a few sentences, small enough for any page: the tokens, and the queries,
// keys and values of each layer and head. A page computes the weights from them.
//
//   trainedWeights() ── web/site/rooms/trained, for Node, on dist/heed.js ── q, k, v ── packed: text in a page
//
// They come from the weights that encoder.html carries, so that a head gives the same shares on every page.
//
// A page imports "trained:animal"; web/site/kit/trained-heads.ts reads it. The sentences are in SENTENCES below.
// `node scripts/encoder-heads.mjs` prints how long the texts are, and where each head looks.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGES } from "./build-element.mjs";
import { weightsText } from "./encoder-weights.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * In the first, head L1 H1 leads "it" to the noun that is meant, in the second elsewhere. In the last two, head L1 H3
 * looks from "bank" to different words.
 */
export const SENTENCES = {
  cat: "The cat sat because it was tired.",
  animal: "The animal didn't cross the street because it was too tired.",
  river: "The boat reached the bank of the river.",
  money: "She took the money to the bank.",
};

/** A row of one head is kept as whole numbers up to this one, with a scale. A weight then errs by less than 0.0001. */
const STEPS = 32767;

/** The model of the page "encoder" with its weights, and the core that computes it. */
export async function startEncoder() {
  const { build } = await import("esbuild");
  const files = ["encoder", "tokenise", "weights"].map((name) => `export * from "./${name}.ts";`);
  const { outputFiles } = await build({
    stdin: { contents: files.join("\n"), resolveDir: path.join(root, "web/site/rooms/trained"), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    alias: PACKAGES,
    tsconfigRaw: {},
  });
  const model = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const { load } = await import(pathToFileURL(path.join(root, "dist/heed.js")).href);
  const weights = await model.readWeights(weightsText());
  return {
    tokeniser: new model.Tokeniser(weights.pieces, weights.scores),
    // One flavour, so that each machine builds the same bytes.
    encoder: new model.Encoder(await load({ flavour: "simd" }), weights),
  };
}

/** [heads, tokens, dim] as a scale for each row, then whole numbers, as base64. */
export function packed({ data, shape }) {
  const columns = shape.at(-1);
  const scales = new Float32Array(data.length / columns);
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / columns);
    scales[row] = Math.max(scales[row], Math.abs(data[at]) / STEPS);
  }
  const numbers = Int16Array.from(data, (value, at) => Math.round(value / (scales[Math.floor(at / columns)] || 1)));
  return { shape, numbers: Buffer.concat([scales, numbers].map((one) => Buffer.from(one.buffer))).toString("base64") };
}

function headsOf(text, { tokeniser, encoder }) {
  const ids = tokeniser.encode(text);
  const { layers } = encoder.encode(ids);
  return {
    text,
    tokens: ids.map((id) => tokeniser.piece(id)),
    layers: layers.map(({ kept: { q, k, v } }) => ({ q: packed(q), k: packed(k), v: packed(v) })),
  };
}

/** Only one head of one layer, from what trainedHeads() gives for a sentence. */
export function oneHead({ text, tokens, layers }, layer, head) {
  const { q, k, v } = layers[layer];
  return { text, tokens, layers: [{ q: headOf(q, head), k: headOf(k, head), v: headOf(v, head) }] };
}

/** One of the heads of a packed tensor. */
function headOf({ shape: [heads, tokens, dim], numbers }, head) {
  const bytes = Buffer.from(numbers, "base64");
  const part = (begin, bytesOfHead) => bytes.subarray(begin + head * bytesOfHead, begin + (head + 1) * bytesOfHead);
  const scales = part(0, 4 * tokens);
  const whole = part(4 * heads * tokens, 2 * tokens * dim);
  return { shape: [1, tokens, dim], numbers: Buffer.concat([scales, whole]).toString("base64") };
}

/** A share is kept as an integer: how many hundred-thousandths it is. */
const PARTS = 1e5;

let shares;
/** name of the sentence → what a page imports as "trained:NAME/shares": what each piece gives to each, in all heads */
export function trainedShares() {
  return (shares ??= startEncoder().then(({ tokeniser, encoder }) =>
    Object.fromEntries(
      Object.entries(SENTENCES).map(([name, text]) => {
        const ids = tokeniser.encode(text);
        const layers = encoder
          .encode(ids)
          .layers.map(({ kept }) => Array.from(kept.weights.data, (share) => Math.round(share * PARTS)));
        return [name, { text, tokens: ids.map((id) => tokeniser.piece(id)), parts: PARTS, layers }];
      }),
    ),
  ));
}

let made;
/** name of the sentence → what a page imports as "trained:NAME". It is computed once. */
export function trainedHeads() {
  return (made ??= startEncoder().then((model) =>
    Object.fromEntries(Object.entries(SENTENCES).map(([name, text]) => [name, headsOf(text, model)])),
  ));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const model = await startEncoder();
  for (const [name, text] of Object.entries(SENTENCES)) {
    const ids = model.tokeniser.encode(text);
    const tokens = ids.map((id) => model.tokeniser.piece(id));
    console.log(`${name}: ${JSON.stringify(headsOf(text, model)).length} characters`);
    for (const [layer, { kept }] of model.encoder.encode(ids).layers.entries())
      for (let head = 0; head < 4; head++)
        for (const row of tokens.keys())
          console.log(`  L${layer} H${head}, ${tokens[row]}: ${strongest(kept.weights, head, row)}`);
    function strongest({ data, shape: [, n] }, head, row) {
      const weights = Array.from(data.slice((head * n + row) * n, (head * n + row + 1) * n), (w, at) => [
        tokens[at],
        w,
      ]);
      const first = weights.sort(([, a], [, b]) => b - a).slice(0, 4);
      return first.map(([token, weight]) => `${token} ${weight.toFixed(2)}`).join(", ");
    }
  }
}
