// A decode loop, as a small language model has it: two layers with grouped heads, rotary and a sliding window. Each
// layer keeps the keys and values of the tokens so far in a cache, so a new token costs one row of each product.
// The weights are random, so the text means nothing; that it is right is checked at the end.
import { load } from "heed";
import { feedForward, layerNorm, linear } from "heed/layers";
import { seededRandom } from "heed/train";

const heed = await load();
const [vocabulary, modelDim, heads, kvHeads, dim] = [100, 64, 8, 2, 8];
const attention = { rotary: { pairs: "halves" }, window: { left: 15 } };

const draw = seededRandom(1);
const matrix = (rows, columns) => ({
  data: draw.fillNormal(new Float32Array(rows * columns), rows ** -0.5),
  shape: [rows, columns],
});
const embedding = { data: draw.fillNormal(new Float32Array(vocabulary * modelDim)), shape: [vocabulary, modelDim] };
const layers = Array.from({ length: 2 }, () => ({
  query: matrix(modelDim, heads * dim),
  key: matrix(modelDim, kvHeads * dim),
  value: matrix(modelDim, kvHeads * dim),
  output: matrix(heads * dim, modelDim),
  hidden: matrix(modelDim, 4 * modelDim),
  back: matrix(4 * modelDim, modelDim),
}));

/** [rows, heads · dim] → [heads, rows, dim], or back. */
function turned({ data }, [outer, inner], to) {
  const rows = new Float32Array(data.length);
  for (let o = 0; o < outer; o++)
    for (let i = 0; i < inner; i++)
      rows.set(data.subarray((o * inner + i) * dim, (o * inner + i + 1) * dim), (i * outer + o) * dim);
  return { data: rows, shape: to ?? [inner, outer, dim] };
}
const add = (x, y) => ({ data: x.data.map((number, at) => number + y.data[at]), shape: x.shape });

/** The model: tokens in, the most likely next token out. `attend` is given the number of the layer, q, k and v. */
function next(tokens, attend) {
  const rows = tokens.length;
  let x = { data: new Float32Array(rows * modelDim), shape: [rows, modelDim] };
  for (const [i, token] of tokens.entries())
    x.data.set(embedding.data.subarray(token * modelDim, (token + 1) * modelDim), i * modelDim);
  for (const [n, layer] of layers.entries()) {
    const normed = layerNorm(heed, x);
    const project = (weight, count) => turned(linear(heed, normed, { weight }), [rows, count]);
    const [q, k, v] = [project(layer.query, heads), project(layer.key, kvHeads), project(layer.value, kvHeads)];
    const joined = turned(attend(n, q, k, v).output, [heads, rows], [rows, heads * dim]);
    x = add(x, linear(heed, joined, { weight: layer.output }));
    const { hidden, back } = layer;
    const wide = { hidden: { weight: hidden }, output: { weight: back }, activation: "gelu" };
    x = add(x, feedForward(heed, layerNorm(heed, x), wide));
  }
  const last = { data: x.data.subarray((rows - 1) * modelDim), shape: [1, modelDim] };
  const { data: scores } = linear(heed, layerNorm(heed, last), { weight: embedding, layout: "out-in" });
  return scores.indexOf(Math.max(...scores));
}

// A ring holds the last 32 tokens, however long the text becomes. The prompt goes in at once, then each new token.
const caches = layers.map(() => heed.cache({ heads, kvHeads, dim, capacity: 32, ring: true, ...attention }));
const step = (n, q, k, v) => caches[n].step(q, k, v);
const prompt = [1, 7, 42, 3, 99];
const text = [...prompt, next(prompt, step)];
while (text.length < 60) text.push(next(text.slice(-1), step));
console.log(`${text.length - prompt.length} tokens; the caches have seen ${caches[0].lengths[0]}`);
// 55 tokens; the caches have seen 59

// The same without caches: every step computes all tokens anew.
const anew = [...prompt];
while (anew.length < 60) anew.push(next(anew, (_, q, k, v) => heed.attention(q, k, v, { causal: true, ...attention })));
console.log(`without caches: ${anew.join() === text.join() ? "the same text" : "another text"}`);
// without caches: the same text
for (const cache of caches) cache.dispose();
