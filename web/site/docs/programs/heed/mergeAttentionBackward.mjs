import { load, mergeAttentionBackward } from "heed";

const heed = await load();
const q = [[1, 0]];
const [k1, v1] = [
  [[1, 0], [0, 1]],
  [[1], [2]],
];
const [k2, v2] = [
  [[1, 1], [2, 0]],
  [[3], [4]],
];
const parts = [heed.attention(q, k1, v1, { keep: ["lse"] }), heed.attention(q, k2, v2, { keep: ["lse"] })];

// The gradient of the merged output, for each part: what its own attentionBackward takes.
const gradients = mergeAttentionBackward(parts, [[1]]);
const { dk } = heed.attentionBackward(q, k1, v1, gradients[0].dOutput, { dLse: gradients[0].dLse });

const whole = heed.attentionBackward(q, [...k1, ...k2], [...v1, ...v2], [[1]]);
const text = (data) => Array.from(data.subarray(0, 4), (one) => one.toFixed(4)).join(" ");
console.log(text(dk.data) === text(whole.dk.data), text(dk.data));
// true -0.2967 0.0000 -0.0692 0.0000
