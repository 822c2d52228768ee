import { load } from "heed";

const heed = await load();
const x = [
  [1, 0],
  [0.8, 0.6],
  [0.6, 0.8],
];
const { weights } = heed.selfAttention(x, { keep: ["weights"] });
console.log(Array.from(weights.data, (weight) => weight.toFixed(3)).join(" "));
// 0.402 0.329 0.269 0.295 0.360 0.346 0.255 0.365 0.380
