import { load } from "heed";

const heed = await load();
const [q, k, v] = [
  [[1, 0]],
  [[1, 0], [0, 1]],
  [[2], [4]],
];

// The gradients of Σ output · dOutput. No graph is kept: the call takes the inputs of the forward call.
const { dq, dk, dv } = heed.attentionBackward(q, k, v, [[1]]);
const text = ({ data }) => Array.from(data, (one) => one.toFixed(4)).join(" ");
console.log("dq", text(dq));
// dq -0.3128 0.3128
console.log("dk", text(dk));
// dk -0.3128 0.0000 0.3128 0.0000
console.log("dv", text(dv));
// dv 0.6698 0.3302

// One of them, by a small step in q.
const step = 1e-2;
const [more, less] = [1 + step, 1 - step].map((first) => heed.attention([[first, 0]], k, v).output.data[0]);
console.log(((more - less) / (2 * step)).toFixed(3));
// -0.313
