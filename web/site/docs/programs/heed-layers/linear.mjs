import { load } from "heed";
import { linear } from "heed/layers";

const heed = await load();
const x = [[1, 2, 3]];
const weight = [[1, -1], [1, -1], [1, -1]]; // [inputs, outputs]
console.log(linear(heed, x, { weight, bias: [0.5, 0.5] }).data.join(" "));
// 6.5 -5.5
console.log(linear(heed, x, { weight, bias: [0.5, 0.5], activation: "relu" }).data.join(" "));
// 6.5 0
