import { load } from "heed";
import { crossEntropySession } from "heed/layers";

const heed = await load();
const graded = crossEntropySession(heed, { rows: 2, classes: 3, backward: true });
const x = [[0, 0, 0], [1, 2, 3]]; // logits, a row for each question
graded.run({ x, targets: [1, -1] }); // the second row has no answer
graded.backward();
console.log(graded.loss.toFixed(4), Array.from(graded.dx, (one) => one.toFixed(2)).join(" "));
// 1.0986 0.33 -0.67 0.33 0.00 0.00 0.00
graded.dispose();
