import { load } from "heed";

const heed = await load();
const layer = heed.selfAttentionSession({ tokens: 2, modelDim: 2, keep: ["weights"] });
const identity = [[1, 0], [0, 1]];
layer.run({ x: [[1, 0], [0, 1]], queryWeight: identity, keyWeight: identity, valueWeight: identity });
console.log(Array.from(layer.weights, (one) => one.toFixed(3)).join(" "));
// 0.670 0.330 0.330 0.670

layer.run({ x: [[0, 0], [0, 1]] }); // the weights stay as they are
console.log(Array.from(layer.weights, (one) => one.toFixed(3)).join(" "));
// 0.500 0.500 0.330 0.670
layer.dispose();
