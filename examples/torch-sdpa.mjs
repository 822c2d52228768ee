// Calls of PyTorch's F.scaled_dot_product_attention, and what they are in heed.
import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const draw = seededRandom(3);
const tensor = (...shape) => ({ data: draw.fillNormal(new Float32Array(shape.reduce((a, b) => a * b))), shape });
const [batch, heads, kvHeads, queries, keys, dim] = [2, 4, 2, 3, 5, 8];
const q = tensor(batch, heads, queries, dim);
const k = tensor(batch, kvHeads, keys, dim);
const v = tensor(batch, kvHeads, keys, dim);

// F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
// Fewer heads of keys and values need no flag: the shapes say it. The scale is 1/√dim in both.
const plain = heed.attention(q, k, v);
console.log(plain.output.shape.join(" × "));
// 2 × 4 × 3 × 8

// F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
// PyTorch lines up the first query with the first key. heed asks you to say so where their numbers differ.
const firstRows = heed.attention(q, k, v, { causal: { offset: 0 }, keep: ["weights"] });
console.log(Array.from(firstRows.weights.data.subarray(0, keys)).join(" "));
// 1 0 0 0 0

// With a cache the last query belongs to the last key. PyTorch needs a mask for that; here it is another offset.
const lastRows = heed.attention(q, k, v, { causal: { offset: keys - queries }, keep: ["weights"] });
console.log(lastRows.weights.data.subarray(0, keys).filter((weight) => weight > 0).length);
// 3

// F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=0.5, enable_gqa=True)
// A boolean attn_mask means the same in both: true may be attended to. (In nn.MultiheadAttention it is the reverse.)
const mask = Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => (i + j) % 2 === 0));
const masked = heed.attention(q, k, v, { mask, scale: 0.5 });

// A float attn_mask is added to the scores: heed calls it bias.
const bias = mask.map((row) => row.map((seen) => (seen ? 0 : -Infinity)));
const biased = heed.attention(q, k, v, { bias, scale: 0.5 });
const same = biased.output.data.every((number, at) => Math.abs(number - masked.output.data[at]) < 1e-6);
console.log(`mask and bias agree: ${same}`);
// mask and bias agree: true

// A query that may attend to nothing: PyTorch has given NaN, heed gives 0.
const none = heed.attention(q, k, v, { mask: [false] });
console.log(none.output.data.every((number) => number === 0));
// true

// out.backward(dOutput): one call, without a graph.
const { dq, dk, dv } = heed.attentionBackward(q, k, v, tensor(batch, heads, queries, dim), { mask, scale: 0.5 });
console.log([dq, dk, dv].map(({ shape }) => shape.join("×")).join(" "));
// 2×4×3×8 2×2×5×8 2×2×5×8
