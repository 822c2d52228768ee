import { load } from "heed";

const heed = await load();
const x = [[1, 0], [0, 1], [1, 1]];
const weights = {
  query: [[1, 0], [0, 1]],
  key: [[0, 1], [1, 0]],
  value: [[1, 2], [3, 4]],
  layout: "in-out",
};
const dOutput = [[1, 0], [1, 0], [1, 0]];

const gradients = heed.selfAttentionBackward(x, weights, dOutput);
console.log(Object.keys(gradients).join(" "));
// dx dquery dkey dvalue
console.log(gradients.dx.shape, Array.from(gradients.dvalue.data, (one) => one.toFixed(3)).join(" "));
// [ 3, 2 ] 2.153 0.000 2.153 0.000
