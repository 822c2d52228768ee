import { load } from "heed";
import { embeddingSession } from "heed/layers";

const heed = await load();
const words = embeddingSession(heed, { rows: 4, vocab: 3, modelDim: 2, positions: 2, backward: true });
const positions = [[0, 0], [10, 10]]; // rows 0 and 2 have position 0, the others position 1
words.run({ table: [[1, 2], [3, 4], [5, 6]], positions, ids: [2, 0, 1, 1] });
console.log(words.output.join(" "));
// 5 6 11 12 3 4 13 14
words.dOutput.set([1, 1, 1, 1, 1, 1, 1, 1]);
words.backward();
console.log(words.dTable.join(" ")); // token 1 was read twice
// 1 1 2 2 1 1
words.dispose();
