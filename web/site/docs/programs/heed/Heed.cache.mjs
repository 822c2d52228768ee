import { load } from "heed";

const heed = await load();
const cache = heed.cache({ heads: 2, dim: 4, capacity: 100 });
const rows = (tokens) => ({ data: new Float32Array(2 * tokens * 4).fill(1), shape: [2, tokens, 4] });
cache.step(rows(5), rows(5), rows(5)); // a prompt of five tokens
const { output } = cache.step(rows(1), rows(1), rows(1)); // one more
console.log(output.shape, cache.lengths);
// [ 2, 1, 4 ] [ 6 ]
cache.dispose();
