import { load } from "heed";
import { rmsNormSession } from "heed/layers";

const heed = await load();
const norm = rmsNormSession(heed, { rows: 1, dim: 2, backward: true });
norm.run({ x: [3, 4] });
norm.dOutput.set([1, 0]);
norm.backward();
console.log(Array.from(norm.output, (one) => one.toFixed(3)).join(" "), norm.dGain[0].toFixed(3));
// 0.849 1.131 0.849
norm.dispose();
