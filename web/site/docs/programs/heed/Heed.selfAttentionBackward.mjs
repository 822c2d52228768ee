import { load } from "heed";

const heed = await load();
const x = [[1, 0], [0, 1], [1, 1]];
const weights = {
  queryWeight: [[1, 0], [0, 1]],
  keyWeight: [[0, 1], [1, 0]],
  valueWeight: [[1, 2], [3, 4]],
  layout: "in-out",
};
const dOutput = [[1, 0], [1, 0], [1, 0]];

const gradients = heed.selfAttentionBackward(x, dOutput, { ...weights, keep: ["dq"] });
console.log(Object.keys(gradients).join(" "));
// dx dQueryWeight dKeyWeight dValueWeight dq
console.log(gradients.dx.shape, Array.from(gradients.dValueWeight.data, (one) => one.toFixed(3)).join(" "));
// [ 3, 2 ] 2.153 0.000 2.153 0.000
