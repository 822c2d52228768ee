import { rotate } from "heed/rotary";

// Two rows at the positions 0 and 1: the first stays, the second is turned.
const { data } = rotate(
  [[1, 0], [1, 0]],
  { pairs: "halves" },
);
console.log(Array.from(data, (one) => one.toFixed(4)).join(" "));
// 1.0000 0.0000 0.5403 0.8415

const far = rotate([[1, 0]], { pairs: "halves" }, [100]);
console.log(Array.from(far.data, (one) => one.toFixed(4)).join(" "));
// 0.8623 -0.5064
