import { fromTorch, load, tensor } from "heed";

const heed = await load();
// A state dict of nn.MultiheadAttention(embed_dim=2, num_heads=1, bias=False). The rows are out × in.
const state = {
  in_proj_weight: tensor([[1, 0], [0, 1], [1, 0], [0, 1], [0, 1], [1, 0]]),
  "out_proj.weight": tensor([[1, 1], [0, 1]]),
};
const weights = fromTorch(state, { heads: 1 });
console.log(weights.layout, weights.valueWeight.shape);
// out-in [ 2, 2 ]
const { output } = heed.selfAttention([[1, 0], [0, 1]], weights);
console.log(Array.from(output.data, (number) => number.toFixed(4)).join(" "));
// 1.0000 0.6698 1.0000 0.3302
