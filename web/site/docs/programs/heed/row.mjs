import { load, row } from "heed";

const heed = await load();
const x = [[[1, 0], [0, 1], [1, 1]], [[0, 2], [2, 0], [1, 1]]]; // two heads, three rows
const { weights } = heed.attention(x, x, x, { causal: true, keep: ["weights"] });
console.log(weights.shape, row(weights, 1).length);
// [ 2, 3, 3 ] 9
console.log(row(weights, 1, 0)); // what row 0 of head 1 attends to
// Float32Array(3) [ 1, 0, 0 ]
