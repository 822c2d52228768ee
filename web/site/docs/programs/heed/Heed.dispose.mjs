import { load } from "heed";

const heed = await load();
heed.dispose(); // gives all memory back, for everybody who shares this heed
console.log(heed.disposed);
// true
try {
  heed.attention([[1]], [[1]], [[1]]);
} catch (error) {
  console.log(error instanceof Error);
  // true
}

const next = await load(); // a new one
console.log(next === heed, next.attention([[1]], [[1]], [[5]]).output.data[0]);
// false 5
