import { embedding } from "heed/layers";

const words = embedding({ vocab: 3, modelDim: 2 });
words.table.set([0, 0, 1, 2, 3, 4]);
const x = new Float32Array(4);
console.log(words.read([2, 1], x).join(" ")); // the rows of the tokens 2 and 1
// 3 4 1 2

words.backward([2, 2], Float32Array.of(1, 1, 10, 10)); // token 2 occurs twice, so its gradients add up
console.log(words.dTable.join(" "));
// 0 0 0 0 11 11
words.add([1], Float32Array.of(5, 5)); // adds to what is there
console.log(words.dTable.join(" "));
// 0 0 5 5 11 11
