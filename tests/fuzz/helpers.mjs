// Calls of the other entries with valid arguments: layers, rotary, merging, training.
import { textbookRotation } from "../lib/oracle.mjs";
import { inSomeForm } from "./forms.mjs";
import { attend, chance, compare, pick } from "./problem.mjs";

export function linear(random, heed, { layers }) {
  const [rows, inputs, outputs] = [1, 2, 3].map(() => random.integer(1, 6));
  const [x, weight, bias] = [[rows, inputs], [inputs, outputs], [outputs]].map((shape) => random.tensorOf(shape));
  const activation = pick(random, [undefined, "relu"]);
  return {
    where: "heed/layers.linear",
    run: (...args) => ({ result: layers.linear(heed, ...args) }),
    args: [inSomeForm(random, x), { weight: inSomeForm(random, weight), bias, activation }],
    check(found) {
      const expected = Array.from({ length: rows * outputs }, (_, at) => {
        const [i, o] = [Math.floor(at / outputs), at % outputs];
        let sum = bias.data[o];
        for (let c = 0; c < inputs; c++) sum += x.data[i * inputs + c] * weight.data[c * outputs + o];
        return activation ? Math.max(0, sum) : sum;
      });
      compare("linear", found.result, [rows, outputs], expected);
    },
  };
}

export function layerNorm(random, heed, { layers }) {
  const [rows, dim] = [random.integer(1, 5), random.integer(2, 8)];
  const [x, gain, bias] = [random.tensorOf([rows, dim]), random.tensorOf([dim]), random.tensorOf([dim])];
  return {
    where: "heed/layers.layerNorm",
    run: (...args) => ({ result: layers.layerNorm(heed, ...args) }),
    args: [inSomeForm(random, x), { gain, bias }],
    check(found) {
      const expected = Array.from(x.data, (value, at) => {
        const row = x.data.subarray(at - (at % dim), at - (at % dim) + dim);
        const mean = row.reduce((a, b) => a + b, 0) / dim;
        const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / dim;
        return ((value - mean) / Math.sqrt(variance + 1e-5)) * gain.data[at % dim] + bias.data[at % dim];
      });
      compare("layerNorm", found.result, [rows, dim], expected);
    },
  };
}

export function rotate(random, heed, { rotary }) {
  const [heads, rows, dim] = [random.integer(1, 2), random.integer(1, 5), 2 * random.integer(1, 4)];
  const x = random.tensorOf([1, heads, rows, dim]);
  const turn = { pairs: pick(random, ["halves", "interleaved"]), base: 100 };
  const positions = Array.from({ length: rows }, () => random.integer(-9, 30));
  return {
    where: "heed/rotary.rotate",
    run: (...args) => ({ result: rotary.rotate(...args) }),
    args: [inSomeForm(random, x), turn, positions],
    check: (found) => compare("rotate", found.result, x.shape, textbookRotation(x, turn, (_, i) => positions[i]).data),
  };
}

/** Two parts of the keys are merged to all of them. */
export function mergeAttention(random, heed, { lib }) {
  const [queries, dim] = [random.integer(1, 4), random.integer(1, 5)];
  const counts = [random.integer(1, 4), random.integer(1, 4)];
  const keys = counts[0] + counts[1];
  const q = random.tensorOf([1, 1, queries, dim]);
  const [k, v] = [random.tensorOf([1, 1, keys, dim]), random.tensorOf([1, 1, keys, dim])];
  const plain = ({ data, shape }) => ({ data, shape: shape.slice(2) });
  const rows = ({ data }, from, to) => ({ data: data.slice(from * dim, to * dim), shape: [to - from, dim] });
  const parts = [
    [0, counts[0]],
    [counts[0], keys],
  ].map(([from, to]) => heed.attention(plain(q), rows(k, from, to), rows(v, from, to), { keep: ["lse"] }));
  if (chance(random, 0.5)) parts.reverse();
  return {
    where: "heed.mergeAttention",
    run: (...args) => lib.mergeAttention(...args),
    args: [parts],
    check(found) {
      const sizes = { batch: 1, heads: 1, kvHeads: 1, queries, keys, dim, valueDim: dim };
      const expected = attend({ q, k, v }, {}, sizes);
      compare("merged", found.output, [queries, dim], expected.output);
      compare("merged lse", found.lse, [queries], expected.lse);
    },
  };
}

/** A state dict of a random style. Its weights are taken as they are. */
export function fromTorch(random, heed, { lib }) {
  const [heads, dim, modelDim] = [random.integer(1, 3), random.integer(1, 3), random.integer(1, 5)];
  const prefix = pick(random, ["", "a.b."]);
  const outputs = heads * dim;
  const [q, k, v] = [1, 2, 3].map(() => random.tensorOf([outputs, modelDim]));
  const isPacked = chance(random, 0.5);
  const all = Float32Array.from([q, k, v].flatMap(({ data }) => Array.from(data)));
  const state = isPacked
    ? { [`${prefix}in_proj_weight`]: { data: all, shape: [3 * outputs, modelDim] } }
    : { [`${prefix}q_proj.weight`]: q, [`${prefix}k_proj.weight`]: k, [`${prefix}v_proj.weight`]: v };
  const x = random.tensorOf([3, modelDim]);
  return {
    where: "heed.fromTorch",
    run: (...args) => heed.selfAttention(x, lib.fromTorch(...args)),
    args: [state, { heads, prefix }],
    check(found) {
      const weights = { queryWeight: q, keyWeight: k, valueWeight: v, heads, layout: "out-in" };
      const { output } = heed.selfAttention(x, weights);
      compare("fromTorch", found.output, output.shape, output.data);
    },
  };
}

export function tensor(random, heed, { lib }) {
  const shape = Array.from({ length: random.integer(1, 4) }, () => random.integer(1, 3));
  const given = random.tensorOf(shape);
  return {
    where: "heed.tensor",
    run: (...args) => ({ tensor: lib.tensor(...args) }),
    args: [given.data, shape],
    check: (found) => compare("tensor", found.tensor, shape, given.data),
  };
}

export function optimiser(random, heed, { train }) {
  const value = random.tensorOf([4]).data;
  return {
    where: "heed/train.adam",
    run(parameters, options) {
      const one = train[pick(random, ["adam", "sgd"])](parameters, options);
      one.step();
      return {};
    },
    args: [[train.parameter("w", value)], { learningRate: 0.1 }],
    check() {},
  };
}
