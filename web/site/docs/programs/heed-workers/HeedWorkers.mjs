import { open } from "heed/workers";

const heed = await open({ workers: 2 });
const eye = [[1, 0], [0, 1]];
const layer = heed.layer({ query: eye, key: eye, value: eye, layout: "in-out" }); // its weights stay in the workers
const { output } = await layer.run([[1, 0], [0, 1]]);
console.log(output.shape);
// [ 2, 2 ]
await heed.close();
