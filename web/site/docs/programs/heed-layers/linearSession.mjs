import { load } from "heed";
import { linearSession } from "heed/layers";

const heed = await load();
const layer = linearSession(heed, { rows: 1, inputs: 2, outputs: 1, biases: true, backward: true });
layer.x.set([1, 2]);
layer.weight.set([3, 4]);
layer.bias.set([5]);
layer.run();
layer.dOutput.set([1]);
layer.backward();
console.log(layer.output[0], layer.dWeight.join(" "), layer.dx.join(" "));
// 16 1 2 3 4
layer.dispose();
