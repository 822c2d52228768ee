import { load } from "heed/forward";

// attention and selfAttention take the options of heed and give its bits. The rest of heed is not in this entry.
const heed = await load();
const { output, weights } = heed.attention(
  [[1, 0], [0, 1]],
  [[1, 0], [0, 1]],
  [[2], [4]],
  { causal: true, keep: ["weights"] },
);
console.log(output.data[1].toFixed(4), weights.shape);
// 3.3395 [ 2, 2 ]
