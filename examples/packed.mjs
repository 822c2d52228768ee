// Texts of different lengths in one call: their rows lie one after another, without padding and without a mask of all
// pairs. One call for each text checks the result.
import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const [heads, dim] = [2, 8];
const lengths = [5, 1, 9, 3];

// Cumulative lengths, as FlashAttention's cu_seqlens.
const starts = lengths.reduce((all, length) => [...all, all.at(-1) + length], [0]);
const total = starts.at(-1);
console.log(`texts begin at rows ${starts.slice(0, -1).join(", ")} of ${total}`);
// texts begin at rows 0, 5, 6, 15 of 18

const draw = seededRandom(3);
const packed = () => ({ data: draw.fillNormal(new Float32Array(heads * total * dim), 1), shape: [heads, total, dim] });
const [q, k, v, dOutput] = [packed(), packed(), packed(), packed()];

// causal and rotary count from the start of each text.
const options = { causal: true, rotary: { pairs: "halves" } };
const sequences = { queries: Int32Array.from(starts) };
const { output } = heed.attention(q, k, v, { ...options, sequences });
const { dk } = heed.attentionBackward(q, k, v, dOutput, { ...options, sequences });

/** The rows of one text, in every head. */
function rowsOf({ data }, text) {
  const [from, to] = [starts[text], starts[text + 1]];
  const rows = Array.from({ length: heads }, (_, h) =>
    Array.from(data.subarray((h * total + from) * dim, (h * total + to) * dim)),
  );
  return { data: Float32Array.from(rows.flat()), shape: [heads, to - from, dim] };
}

const near = (a, b) => a.data.every((number, at) => Math.abs(number - b.data[at]) < 1e-5);
const same = lengths.map((_, text) => {
  const [ownQ, ownK, ownV] = [q, k, v].map((tensor) => rowsOf(tensor, text));
  const alone = heed.attention(ownQ, ownK, ownV, options);
  const gradients = heed.attentionBackward(ownQ, ownK, ownV, rowsOf(dOutput, text), options);
  return near(rowsOf(output, text), alone.output) && near(rowsOf(dk, text), gradients.dk);
});
console.log(`as one call for each text: ${same.join(" ")}`);
// as one call for each text: true true true true

// The same by a number for each row. These may be scattered; positions run on, so rotary turns by other angles, but
// scores depend only on the distance of two rows.
const documents = Int32Array.from({ length: total }, (_, row) => starts.findLastIndex((start) => start <= row));
const byNumber = heed.attention(q, k, v, { ...options, documents });
console.log(`documents agree: ${near(byNumber.output, output)}`);
// documents agree: true
