import { load } from "heed";
import { chain, layerNormSession, linearSession } from "heed/layers";

const heed = await load();
const block = chain(
  [
    layerNormSession(heed, { rows: 2, dim: 2, backward: true }),
    linearSession(heed, { rows: 2, inputs: 2, outputs: 2, backward: true }),
  ],
  { residual: true },
);
block.layers[1].weight.set([1, 0, 0, 1]);
block.run({ x: [[1, 3], [5, 1]] });
console.log(Array.from(block.output, (one) => one.toFixed(2)).join(" "));
// 0.00 4.00 6.00 0.00
block.dOutput.fill(1);
block.backward();
console.log(block.parameters.map(({ name }) => name).join(" "));
// 0.gain 0.bias 1.weight
block.dispose();
