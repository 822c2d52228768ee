import { open } from "heed/workers";

const heed = await open({ workers: 2 });
const eye = [[1, 0], [0, 1]];
const layer = heed.layer({ query: eye, key: eye, value: eye, layout: "in-out" });
const x = [[1, 0], [0, 1]];
const { output } = await layer.run(x, { causal: true });
const { dx, dvalue } = await layer.backward(x, output, { causal: true });
console.log(output.shape, dx.shape, dvalue.shape);
// [ 2, 2 ] [ 2, 2 ] [ 2, 2 ]
layer.close();
await heed.close();
