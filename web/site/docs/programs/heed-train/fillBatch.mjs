import { fillBatch, lettersOf, seededRandom } from "heed/train";

const { letters, encode, decode } = lettersOf("hello world");
console.log(letters.join("|"), decode(encode("low")));
//  |d|e|h|l|o|r|w low
const batch = { ids: new Int32Array(8), targets: new Int32Array(8), options: { tokens: 4 } };
fillBatch(batch, encode("hello world"), seededRandom(1)); // two pieces of four letters, and the letter after each
console.log(batch.ids.slice(1, 4).every((id, at) => id === batch.targets[at]));
// true
