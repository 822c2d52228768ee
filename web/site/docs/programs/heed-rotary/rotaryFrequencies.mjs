import { load, tensor } from "heed";
import { rotaryFrequencies } from "heed/rotary";

const stretched = rotaryFrequencies({ dims: 8, base: 10000, scaling: { type: "linear", factor: 4 } });
console.log(stretched.frequencies.map((one) => one.toFixed(5)).join(" "));
// 0.25000 0.02500 0.00250 0.00025

const heed = await load();
const x = tensor(new Float32Array(3 * 8).fill(1), [3, 8]);
const { output } = heed.attention(x, x, x, { causal: true, rotary: { pairs: "halves", ...stretched } });
console.log(output.shape);
// [ 3, 8 ]
