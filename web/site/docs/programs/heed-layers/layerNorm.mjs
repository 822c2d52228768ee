import { load } from "heed";
import { layerNorm } from "heed/layers";

const heed = await load();
const { data } = layerNorm(heed, [[1, 2, 3, 4]], { gain: [2, 2, 2, 2], epsilon: 1e-6 });
console.log(Array.from(data, (one) => one.toFixed(4)).join(" "));
// -2.6833 -0.8944 0.8944 2.6833
