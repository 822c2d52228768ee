import { load } from "heed";
import { parametersOf } from "heed/train";

const heed = await load();
const layer = heed.selfAttentionSession({ tokens: 4, modelDim: 8, output: true, backward: true });
console.log(
// queryWeight keyWeight valueWeight outputWeight
  parametersOf(layer)
    .map(({ name }) => name)
    .join(" "),
);
console.log(
// first.queryWeight: 64
  parametersOf(layer, ["queryWeight"], "first.")
    .map(({ name, value }) => `${name}: ${value.length}`)
    .join(),
);
layer.dispose();
