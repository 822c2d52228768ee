// The weights of PyTorch's nn.MultiheadAttention, as a state dict holds them, in heed. They come as files such as
// safetensors; here they are drawn at random, and a textbook loop checks the result at the end.
import { fromTorch, load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const [tokens, modelDim, heads] = [5, 8, 2];

const draw = seededRandom(7);
const tensor = (...shape) => ({
  data: draw.fillNormal(new Float32Array(shape.reduce((a, b) => a * b)), 0.5),
  shape,
});
const state = {
  in_proj_weight: tensor(3 * modelDim, modelDim), // the rows of query, key and value, one below the other; out × in
  in_proj_bias: tensor(3 * modelDim),
  "out_proj.weight": tensor(modelDim, modelDim),
  "out_proj.bias": tensor(modelDim),
};

// PyTorch multiplies by the transpose, and square weights do not tell. fromTorch says it: layout: "out-in".
const weights = fromTorch(state, { heads });

// PyTorch's key_padding_mask and attn_mask say true for what is hidden; heed's masks say true for what may be seen.
const keyPadding = [false, false, false, false, true];
const x = tensor(tokens, modelDim);
const { output } = heed.selfAttention(x, { ...weights, keyMask: keyPadding.map((hidden) => !hidden), causal: true });
console.log(`output: ${output.shape.join(" × ")}`);
// output: 5 × 8

// The textbook, in double precision.
const dim = modelDim / heads;
const at = ({ data, shape }, row, column) => data[row * shape[1] + column];
const project = (row, weight, bias) =>
  Array.from({ length: modelDim }, (_, out) => {
    let sum = bias.data[out];
    for (let i = 0; i < modelDim; i++) sum += row(i) * at(weight, out, i);
    return sum;
  });
const rows = (name) =>
  Array.from({ length: tokens }, (_, t) =>
    project((i) => at(x, t, i), weights[`${name}Weight`], weights[`${name}Bias`]),
  );
const [q, k, v] = ["query", "key", "value"].map(rows);
let apart = 0;
for (let t = 0; t < tokens; t++) {
  const joined = [];
  for (let h = 0; h < heads; h++) {
    const columns = Array.from({ length: dim }, (_, d) => h * dim + d);
    const seen = Array.from({ length: t + 1 }, (_, j) => j).filter((j) => !keyPadding[j]);
    const powers = seen.map((j) => Math.exp(columns.reduce((s, c) => s + q[t][c] * k[j][c], 0) / Math.sqrt(dim)));
    const sum = powers.reduce((a, b) => a + b, 0);
    for (const c of columns) joined[c] = seen.reduce((s, j, n) => s + (powers[n] / sum) * v[j][c], 0);
  }
  const wanted = project((i) => joined[i], weights.outputWeight, weights.outputBias);
  for (let c = 0; c < modelDim; c++) apart = Math.max(apart, Math.abs(wanted[c] - at(output, t, c)));
}
console.log(`as the textbook: ${apart < 1e-6}`);
// as the textbook: true
