import { load } from "heed";

const heed = await load();
const cache = heed.cache({ batch: 2, dim: 2, capacity: 8 });
/** One head of each batch: the same number in all its columns. */
const rows = (...numbers) => {
  const tokens = numbers.length / 2;
  return { data: Float32Array.from(numbers.flatMap((one) => [one, one])), shape: [2, 1, tokens, 2] };
};

cache.append(rows(1, 2, 5, 6), rows(1, 2, 5, 6)); // two tokens of each batch, without queries
console.log(cache.attend(rows(0, 0)).output.data.join(" ")); // the newest token sees both, equally
// 1.5 1.5 5.5 5.5
const { output } = cache.step(rows(0, 0), rows(0, 0), rows(3, 7)); // one token more, and its attention
console.log(output.shape, cache.lengths);
// [ 2, 1, 1, 2 ] [ 3, 3 ]

cache.reorder([1, 1]); // both batches go on from the second one, as in a beam search
cache.truncate(2); // forgets the third token
console.log(cache.lengths, cache.attend(rows(0, 0)).output.data.join(" "));
// [ 2, 2 ] 5.5 5.5 5.5 5.5
cache.dispose();
