// Every matrix between the tokens and the output, by name.
import { load } from "heed";

const heed = await load();
const x = [
  [1, 0, 1],
  [0, 2, 0],
  [1, 1, 0],
];
const weights = {
  queryWeight: [
    [1, 0],
    [0, 1],
    [1, 0],
  ], // x·W: three numbers in, two out
  keyWeight: [
    [0, 1],
    [1, 0],
    [0, 1],
  ],
  valueWeight: [
    [1, 2],
    [0, 3],
    [1, 0],
  ],
};

const kept = heed.selfAttention(x, { ...weights, keep: ["q", "k", "v", "raw", "scores", "weights"] });
const written = ({ data, shape: [, columns] }) =>
  Array.from(data, (number, at) => number.toFixed(2) + ((at + 1) % columns ? " " : at + 1 < data.length ? " | " : ""));

for (const name of ["q", "k", "v", "raw", "scores", "weights", "output"])
  console.log(`${name}: ${written(kept[name]).join("")}`);
// q: 2.00 0.00 | 0.00 2.00 | 1.00 1.00
// k: 0.00 2.00 | 2.00 0.00 | 1.00 1.00
// v: 2.00 2.00 | 0.00 6.00 | 1.00 5.00
// raw: 0.00 4.00 2.00 | 4.00 0.00 2.00 | 2.00 2.00 2.00
// scores: 0.00 2.83 1.41 | 2.83 0.00 1.41 | 1.41 1.41 1.41
// weights: 0.05 0.77 0.19 | 0.77 0.05 0.19 | 0.33 0.33 0.33
// output: 0.28 5.63 | 1.72 2.74 | 1.00 4.33
