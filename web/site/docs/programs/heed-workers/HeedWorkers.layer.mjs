import { openWorkers } from "heed/workers";

const heed = await openWorkers({ workers: 2 });
const eye = [[1, 0], [0, 1]];
// The weights of a layer stay in the workers.
const layer = heed.layer({ queryWeight: eye, keyWeight: eye, valueWeight: eye, layout: "in-out" });
const { output } = await layer.run([[1, 0], [0, 1]]);
console.log(output.shape);
// [ 2, 2 ]
await heed.dispose();
