import { fillBatch, lettersOf, seededRandom } from "heed/train";

const known = lettersOf("hello world");
console.log(known.letters.join("|"), known.decode(known.encode("low")));
//  |d|e|h|l|o|r|w low
const batch = { ids: new Int32Array(8), targets: new Int32Array(8), options: { tokens: 4 } };
fillBatch(batch, known.encode("hello world"), seededRandom(1)); // two pieces of four letters and what follows
console.log(batch.ids.slice(1, 4).every((id, at) => id === batch.targets[at]));
// true
