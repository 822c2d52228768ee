import { load } from "heed/external";

// The wasm is a file of its own, which is fetched or read. All else is as in heed.
const heed = await load();
const { output } = heed.attention(
  [[1, 0]],
  [[1, 0], [0, 1]],
  [[2], [4]],
);
console.log(output.data[0].toFixed(4));
// 2.6605
