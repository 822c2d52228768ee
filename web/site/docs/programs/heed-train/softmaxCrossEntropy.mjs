import { softmaxCrossEntropy } from "heed/train";

const logits = Float32Array.of(2, 0, 0, 0, 1, 0); // two rows, three classes
const dLogits = new Float32Array(6);
const { loss, accuracy } = softmaxCrossEntropy(logits, [0, 2], dLogits);
console.log(loss.toFixed(4), accuracy);
// 0.8955 0.5
console.log(Array.from(dLogits, (one) => one.toFixed(3)).join(" "));
// -0.107 0.053 0.053 0.106 0.288 -0.394
