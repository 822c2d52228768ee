import { load } from "heed";

const heed = await load();
const layer = heed.selfAttentionSession({ tokens: 2, modelDim: 2, backward: true });
const identity = [[1, 0], [0, 1]];
layer.run({ x: [[1, 0], [0, 1]], queryWeight: identity, keyWeight: identity, valueWeight: identity });
layer.dOutput.set([1, 0, 0, 0]); // the gradient with respect to output: write it
layer.backward();
console.log(Array.from(layer.dValueWeight, (one) => one.toFixed(3)).join(" "));
// 0.670 0.000 0.330 0.000
layer.dispose();
