import { load } from "heed";
import { linear, storedWeights } from "heed/layers";

const heed = await load();
// two outputs, three inputs, as PyTorch keeps them, in bfloat16: the upper halves of 1, 2, 3 and −1, 0, 0.5
const bytes = Uint16Array.of(0x3f80, 0x4000, 0x4040, 0xbf80, 0, 0x3f00);
const weight = storedWeights(heed, { shape: [2, 3], type: "bfloat16", layout: "out-in" });
weight.write(bytes); // or piece by piece, from a file: weight.write(piece, at)

console.log(linear(heed, [[1, 1, 1]], { weight }).data.join(" "));
// 6 -0.5
console.log(linear(heed, [[1, 1, 1], [2, 0, 0]], { weight }).data.join(" ")); // any number of rows
// 6 -0.5 2 -2
console.log(weight.rows([1]).data.join(" "), weight.bytes);
// -1 0 0.5 12
weight.dispose();
