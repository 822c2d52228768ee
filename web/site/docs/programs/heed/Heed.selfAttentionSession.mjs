import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const layer = heed.selfAttentionSession({ tokens: 4, modelDim: 8, heads: 2, output: true, keep: ["weights"] });
const draw = seededRandom(1);
for (const name of ["queryWeight", "keyWeight", "valueWeight", "outputWeight"]) draw.fillXavier(layer[name], 8, 8);
draw.fillNormal(layer.x);
layer.run();
console.log(layer.output.length, layer.weights.length);
// 32 32
layer.dispose();
