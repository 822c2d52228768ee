// Calls of heed with valid arguments. Each is { where, args, check }: check throws where the results are wrong.
import { textbookLayer } from "../lib/oracle.mjs";
import { gradientName, transposed } from "../lib/support.mjs";
import { headsBehind, inSomeForm } from "./forms.mjs";
import { attend, chance, compare, drawOptions, drawSizes } from "./problem.mjs";

const MATRICES = ["raw", "scores", "logits", "weights"];

const someOf = (random, names) => names.filter(() => chance(random, 0.25));

function drawKeep(random, options, names) {
  return someOf(random, options.normalize === "none" ? names : [...names, "lse"]);
}

/** q, k and v of these sizes, as the textbook has them: four axes. */
function drawInputs(random, { batch, heads, kvHeads, queries, keys, dim, valueDim }) {
  return {
    q: random.tensorOf([batch, heads, queries, dim]),
    k: random.tensorOf([batch, kvHeads, keys, dim]),
    v: random.tensorOf([batch, kvHeads, keys, valueDim]),
  };
}

function drawRank(random, { batch, heads }) {
  const least = batch > 1 ? 4 : heads > 1 ? 3 : 2;
  return random.integer(least, 4);
}

const cut = (tensor, rank) => ({ data: tensor.data, shape: tensor.shape.slice(-rank) });

function drawCall(random) {
  const sizes = drawSizes(random);
  const rank = drawRank(random, sizes);
  const inputs = drawInputs(random, sizes);
  const options = drawOptions(random, sizes, rank);
  const axes = chance(random, 0.1) ? "rows-heads" : undefined;
  const given = (tensor) => {
    const seen = cut(tensor, rank);
    return axes ? headsBehind(seen) : seen;
  };
  return { sizes, rank, inputs, options, axes, given };
}

export function attention(random, heed) {
  const { sizes, rank, inputs, options, axes, given } = drawCall(random);
  const { batch, heads, queries, keys, valueDim } = sizes;
  const keep = drawKeep(random, options, MATRICES);
  const three = ["q", "k", "v"].map((name) => inSomeForm(random, given(inputs[name])));
  const args = [...three, { ...options, ...(axes && { axes }), keep }];
  return {
    where: "heed.attention",
    run: (...all) => heed.attention(...all),
    args,
    check(found) {
      const expected = attend(inputs, options, sizes);
      const output = given({ data: Float32Array.from(expected.output), shape: [batch, heads, queries, valueDim] });
      compare("output", found.output, output.shape, output.data);
      const pairs = [batch, heads, queries, keys].slice(-rank);
      for (const name of keep) compare(name, found[name], name === "lse" ? pairs.slice(0, -1) : pairs, expected[name]);
    },
  };
}

/** Σ a ∘ b, where a has a number. */
const dot = (a, b) => a.reduce((sum, x, at) => sum + (Number.isFinite(x) ? x * b[at] : 0), 0);

/** The gradients against the difference of two textbooks along one random direction. */
function checkAlong(random, found, inputs, loss) {
  const step = 1e-4;
  const directions = {};
  for (const name in inputs)
    directions[name] = Array.from(inputs[name].data, (x) => (Number.isFinite(x) ? random.normal() : 0));
  const moved = (by) => {
    const all = {};
    for (const name in inputs) {
      const data = Float64Array.from(inputs[name].data, (x, at) => x + by * directions[name][at]);
      all[name] = { data, shape: inputs[name].shape };
    }
    return loss(all);
  };
  const slope = (moved(step) - moved(-step)) / (2 * step);
  let [sum, size] = [0, 1];
  for (const name in inputs) {
    const gradient = found[gradientName(name)];
    if (gradient?.data.length !== inputs[name].data.length)
      throw new Error(`${gradientName(name)}: no gradient, or another size`);
    const terms = Array.from(gradient.data, (x, at) => x * directions[name][at]);
    sum += terms.reduce((a, b) => a + b, 0);
    size += terms.reduce((a, b) => a + Math.abs(b), 0);
  }
  if (!(Math.abs(sum - slope) <= 3e-4 * size)) throw new Error(`gradients: ${sum} along a direction, not ${slope}`);
}

export function attentionBackward(random, heed) {
  const { sizes, rank, inputs, options, axes, given } = drawCall(random);
  const { batch, heads, queries, valueDim } = sizes;
  const dOutput = random.tensorOf([batch, heads, queries, valueDim]);
  const lse =
    options.normalize === "none" || chance(random, 0.7) ? undefined : random.tensorOf([batch, heads, queries]);
  const dLse = lse && { data: lse.data, shape: lse.shape.slice(4 - rank) };
  const three = ["q", "k", "v"].map((name) => inSomeForm(random, given(inputs[name])));
  const all = {
    ...options,
    ...(axes && { axes }),
    ...(dLse && { dLse }),
    keep: someOf(random, ["dWeights", "dScores"]),
  };
  return {
    where: "heed.attentionBackward",
    run: (...args) => heed.attentionBackward(...args),
    args: [...three, inSomeForm(random, given(dOutput)), all],
    check(found) {
      const plain = axes ? Object.fromEntries(Object.entries(found).map(restored)) : found;
      const learned = { ...inputs, ...(options.bias && { bias: options.bias }) };
      checkAlong(random, plain, learned, ({ bias, ...moved }) => {
        const { output, lse: sums } = attend(moved, { ...options, bias }, sizes);
        return dot(output, dOutput.data) + (lse ? dot(sums, lse.data) : 0);
      });
    },
  };
}

/** The gradients of q, k and v with heads before rows. */
const restored = ([name, tensor]) => [name, ["dq", "dk", "dv"].includes(name) ? headsBehind(tensor) : tensor];

/** A layer's arguments, its tensors in the layout of the textbook, and its output. */
function drawLayer(random) {
  const sizes = drawSizes(random);
  const { batch, heads, kvHeads, queries, dim, valueDim } = sizes;
  const crossed = chance(random, 0.3);
  if (!crossed) sizes.keys = queries;
  const options = drawOptions(random, sizes, 4);
  const [modelDim, contextDim, outputDim] = [1, 2, 3].map(() => random.integer(1, 6));
  const keyed = crossed ? contextDim : modelDim;
  const weight = (rows, columns) => random.tensorOf([rows, columns], () => random.normal() / Math.sqrt(rows));
  const tensors = {
    x: random.tensorOf([batch, queries, modelDim]),
    queryWeight: weight(modelDim, heads * dim),
    keyWeight: weight(keyed, kvHeads * dim),
    valueWeight: weight(keyed, kvHeads * valueDim),
  };
  if (crossed) tensors.context = random.tensorOf([batch, sizes.keys, contextDim]);
  if (chance(random, 0.5)) tensors.outputWeight = weight(heads * valueDim, outputDim);
  for (const name of ["query", "key", "value", "output"])
    if (tensors[`${name}Weight`] && chance(random, 0.4))
      tensors[`${name}Bias`] = random.tensorOf([tensors[`${name}Weight`].shape[1]]);
  const isOut = chance(random, 0.5);
  const bare = batch === 1 && chance(random, 0.5);
  const seen = (name) => {
    const tensor = name.endsWith("Weight") && isOut ? transposed(tensors[name]) : tensors[name];
    return bare && ["x", "context"].includes(name) ? { data: tensor.data, shape: tensor.shape.slice(1) } : tensor;
  };
  const weights = { heads, kvHeads, ...(isOut && { layout: "out-in" }) };
  for (const name in tensors) {
    if (["x", "context"].includes(name)) continue;
    weights[name] = inSomeForm(random, seen(name));
  }
  const context = crossed ? { context: inSomeForm(random, seen("context")) } : {};
  const x = inSomeForm(random, seen("x"));
  return { sizes, options, tensors, weights, context, x, seen, isOut, bare };
}

const layerOf = (tensors, options, sizes) =>
  textbookLayer(tensors, sizes.heads, sizes.kvHeads, (heard) => attend(heard, options, sizes, tensors.x.shape[2]));

export function selfAttention(random, heed) {
  const { sizes, options, tensors, weights, context, x, bare } = drawLayer(random);
  const keep = drawKeep(random, options, [...MATRICES, "joined"]);
  return {
    where: "heed.selfAttention",
    run: (...args) => heed.selfAttention(...args),
    args: [x, { ...weights, ...options, ...context, keep }],
    check(found) {
      const expected = layerOf(tensors, options, sizes);
      const { batch, queries, heads } = sizes;
      const rows = bare ? [queries] : [batch, queries];
      compare("output", found.output, [...rows, expected.output.length / batch / queries], expected.output);
      const axes = (shape) => (bare ? shape.slice(heads === 1 ? 2 : 1) : shape);
      for (const name of keep) {
        if (name === "joined")
          compare(name, found[name], [...rows, expected.joined.length / batch / queries], expected.joined);
        else {
          const pairs = [batch, heads, queries, ...(name === "lse" ? [] : [sizes.keys])];
          compare(name, found[name], axes(pairs), expected[name]);
        }
      }
    },
  };
}

export function selfAttentionBackward(random, heed) {
  const { sizes, options, tensors, weights, context, x, isOut, bare } = drawLayer(random);
  const { batch, queries } = sizes;
  const columns = tensors.outputWeight?.shape[1] ?? sizes.heads * sizes.valueDim;
  const dOutput = random.tensorOf([batch, queries, columns]);
  const shape = bare ? [queries, columns] : dOutput.shape;
  const { heads, kvHeads, keys, dim, valueDim } = sizes;
  const [ofQueries, ofKeys] = [batch * heads * queries, batch * kvHeads * keys];
  const counts = { q: ofQueries * dim, k: ofKeys * dim, v: ofKeys * valueDim, joined: ofQueries * valueDim };
  const kept = someOf(random, Object.keys(counts));
  const keep = [...someOf(random, ["dWeights", "dScores"]), ...kept.map(gradientName)];
  return {
    where: "heed.selfAttentionBackward",
    run: (...args) => heed.selfAttentionBackward(...args),
    args: [x, inSomeForm(random, { data: dOutput.data, shape }), { ...weights, ...options, ...context, keep }],
    check(found) {
      const named = {};
      for (const name in found) named[name] = name.endsWith("Weight") && isOut ? transposed(found[name]) : found[name];
      const learned = { ...tensors, ...(options.bias && { bias: options.bias }) };
      for (const name of kept) learned[name] = { data: new Float64Array(counts[name]) };
      checkAlong(random, named, learned, ({ bias, ...moved }) =>
        dot(layerOf(moved, { ...options, bias }, sizes).output, dOutput.data),
      );
    },
  };
}

/** The basic form: q = k = v = x, and the scale is 1. */
export function basicForm(random, heed) {
  const [tokens, dim] = [random.integer(1, 7), random.integer(1, 6)];
  const x = random.tensorOf([1, 1, tokens, dim]);
  const sizes = { batch: 1, heads: 1, kvHeads: 1, queries: tokens, keys: tokens, dim, valueDim: dim };
  return {
    where: "heed.selfAttention",
    run: (...args) => heed.selfAttention(...args),
    args: [inSomeForm(random, { data: x.data, shape: [tokens, dim] })],
    check: (found) =>
      compare("output", found.output, [tokens, dim], attend({ q: x, k: x, v: x }, {}, sizes, dim, "none").output),
  };
}
