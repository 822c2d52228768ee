import { load } from "heed";

const heed = await load();
const q = [[1, 0], [0, 1]]; // two queries
const k = [[1, 0], [0, 1], [1, 1]]; // three keys
const v = [[10, 0], [0, 10], [5, 5]];

const { output, weights } = heed.attention(q, k, v, { keep: ["weights"] });
console.log(output.shape, Array.from(output.data, (one) => one.toFixed(2)).join(" "));
// [ 2, 2 ] 6.02 3.98 3.98 6.02
console.log(weights.shape, Array.from(weights.data, (one) => one.toFixed(2)).join(" "));
// [ 2, 3 ] 0.40 0.20 0.40 0.20 0.40 0.40

// Who may attend to whom: true = may.
const mask = [[true, false, false], [true, true, false]];
const hidden = heed.attention(q, k, v, { mask });
console.log(Array.from(hidden.output.data, (one) => one.toFixed(2)).join(" "));
// 10.00 0.00 3.30 6.70
