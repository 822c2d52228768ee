import { openWorkers } from "heed/workers";

const heed = await openWorkers({ workers: 2 });
const eye = [[1, 0], [0, 1]];
const layer = heed.layer({ queryWeight: eye, keyWeight: eye, valueWeight: eye, layout: "in-out" });
const x = [[1, 0], [0, 1]];
const { output } = await layer.run(x, { causal: true });
const { dx, dValueWeight } = await layer.backward(x, output, { causal: true });
console.log(output.shape, dx.shape, dValueWeight.shape);
// [ 2, 2 ] [ 2, 2 ] [ 2, 2 ]
layer.dispose();
await heed.dispose();
