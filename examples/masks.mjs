// Who may attend to whom: padding, causal, a mask and a bias. Each line says where the weight of “animal” goes.
import { load, row } from "heed";

const heed = await load();
const words = ["the", "animal", "was", "tired", "(padding)"];
const x = [
  [0.1, 0.0, 0.2],
  [0.9, 0.1, 0.0],
  [0.0, 0.3, 0.1],
  [0.8, 0.7, 0.0],
  [0.0, 0.0, 0.0],
];

function animal(options) {
  const { weights } = heed.attention(x, x, x, { ...options, scale: 2, keep: ["weights"] });
  const looks = row(weights, 1);
  return words.map((word, at) => `${word} ${Math.round(100 * looks[at])}`).join(", ");
}

console.log(animal({}));
// the 9, animal 39, was 8, tired 37, (padding) 8

// The fifth row is not a word.
console.log(animal({ keyLengths: 4 }));
// the 10, animal 42, was 9, tired 40, (padding) 0

// Causal: no word sees a later one.
console.log(animal({ causal: true }));
// the 19, animal 81, was 0, tired 0, (padding) 0

// A mask says true for what may be seen: here, everything but itself, and no padding.
const others = words.map((_, query) => words.map((_, key) => query !== key));
console.log(animal({ keyLengths: 4, mask: others }));
// the 17, animal 0, was 15, tired 68, (padding) 0

// A bias is added to the scores: each step of distance takes one off.
const bias = words.map((_, query) => words.map((_, key) => -Math.abs(query - key)));
console.log(animal({ keyLengths: 4, bias }));
// the 7, animal 78, was 6, tired 10, (padding) 0
