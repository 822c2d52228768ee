import { load } from "heed";
import { rmsNorm } from "heed/layers";

const heed = await load();
const { data } = rmsNorm(heed, [[3, 4]], { gain: [1, 2], epsilon: 0 });
console.log(Array.from(data, (one) => one.toFixed(4)).join(" "));
// 0.8485 2.2627
