import { fromTorch, load, tensor } from "heed";

const heed = await load();
const modelDim = 4;
// A layer of a state dict, as a file of weights holds it.
const state = {
  "layers.0.self_attn.in_proj_weight": tensor(new Float32Array(3 * modelDim * modelDim).fill(0.1), [12, 4]),
  "layers.0.self_attn.in_proj_bias": [...new Float32Array(3 * modelDim)],
  "layers.0.self_attn.out_proj.weight": tensor(new Float32Array(modelDim * modelDim).fill(0.5), [4, 4]),
  "layers.0.self_attn.out_proj.bias": [1, 2, 3, 4],
};
const weights = fromTorch(state, { heads: 2, prefix: "layers.0.self_attn." });
console.log(Object.keys(weights).join(" "));
// queryWeight queryBias keyWeight keyBias valueWeight valueBias outputWeight outputBias heads kvHeads layout
const { output } = heed.selfAttention([[1, 2, 3, 4]], weights);
console.log(Array.from(output.data, (one) => one.toFixed(2)).join(" "));
// 3.00 4.00 5.00 6.00
