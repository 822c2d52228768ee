import { load } from "heed";
import { linearSession } from "heed/layers";

const heed = await load();
const layer = linearSession(heed, { rows: 1, inputs: 2, outputs: 1, biases: true, backward: true });
layer.run({ x: [1, 2], weight: [3, 4], bias: [5] });
layer.dOutput.set([1]);
layer.backward();
console.log(layer.output[0], layer.dWeight.join(" "), layer.dx.join(" "));
// 16 1 2 3 4
layer.dispose();
