import { load } from "heed";
import { layerNormSession } from "heed/layers";

const heed = await load();
const norm = layerNormSession(heed, { rows: 1, dim: 2, backward: true });
norm.run({ x: [1, 3] });
norm.dOutput.set([1, 0]);
norm.backward();
console.log(Array.from(norm.output, (one) => one.toFixed(3)).join(" "), norm.dBias.join(" "));
// -1.000 1.000 1 0
norm.dispose();
