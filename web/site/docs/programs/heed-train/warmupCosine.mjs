import { warmupCosine } from "heed/train";

const rate = warmupCosine({ peak: 0.01, end: 0.001, warmup: 4, steps: 100 });
console.log([0, 3, 4, 52, 100].map((step) => rate(step).toFixed(4)).join(" "));
// 0.0020 0.0080 0.0100 0.0055 0.0010
