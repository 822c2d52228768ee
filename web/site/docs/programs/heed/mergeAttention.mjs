import { load, mergeAttention, tensor } from "heed";

const heed = await load();
const q = [[1, 0]];
const keys = [[1, 0], [0, 1], [1, 1], [2, 0]];
const values = [[1], [2], [3], [4]];

// Two calls, each over half of the keys, become one result over all of them.
const parts = [0, 2].map((from) =>
  heed.attention(q, keys.slice(from, from + 2), values.slice(from, from + 2), { keep: ["lse"] }),
);
const merged = mergeAttention(parts);
const whole = heed.attention(tensor(q), keys, values);
console.log(merged.output.data[0].toFixed(4), whole.output.data[0].toFixed(4));
// 2.8972 2.8972
