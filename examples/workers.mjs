// A long call on all cores: it reports its progress, can be cancelled, and gives the bits of the plain call.
import { load } from "heed";
import { seededRandom } from "heed/train";
import { openWorkers } from "heed/workers";

const shape = [8, 512, 64];
const draw = seededRandom(5);
const [q, k, v] = [0, 1, 2].map(() => ({ data: draw.fillNormal(new Float32Array(8 * 512 * 64)), shape }));

const many = await openWorkers({ workers: 2 });
let last = [0, 1];
const { output } = await many.attention(q, k, v, { causal: true, onProgress: (...part) => (last = part) });
console.log(`parts done: ${last[0] === last[1] ? "all" : "some"}`);
// parts done: all

const one = await load();
const plain = one.attention(q, k, v, { causal: true });
console.log(`the same bits: ${plain.output.data.every((number, at) => Object.is(number, output.data[at]))}`);
// the same bits: true

const giveUp = new AbortController();
const call = many.attention(q, k, v, { signal: giveUp.signal });
giveUp.abort(new Error("the reader has left"));
await call.catch(({ message }) => console.log(message));
// the reader has left
await many.dispose();
