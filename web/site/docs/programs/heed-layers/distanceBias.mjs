import { load, tensor } from "heed";
import { distanceBias } from "heed/layers";

const heed = await load();
const tokens = 3;
const bias = tensor(new Float32Array(tokens * tokens), [tokens, tokens]);
const session = heed.selfAttentionSession({
  tokens,
  modelDim: 1,
  bias,
  causal: true,
  backward: true,
  keep: ["weights"],
});
const layer = distanceBias(session);
layer.distances[layer.place(-1)] = 5; // each token looks at the one before it
layer.run({ x: [1, 2, 3] });
console.log(Array.from(session.weights, (one) => one.toFixed(2)).join(" "));
// 1.00 0.00 0.00 0.99 0.01 0.00 0.01 0.99 0.01
session.valueWeight.fill(1);
layer.run();
layer.dOutput.fill(1);
layer.backward();
console.log(layer.dDistances.length);
// 5
layer.dispose();
