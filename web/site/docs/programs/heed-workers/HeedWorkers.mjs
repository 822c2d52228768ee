import { openWorkers } from "heed/workers";

const heed = await openWorkers({ workers: 2 });
const tensor = (...shape) => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(at)),
  shape,
});
const x = tensor(4, 256, 64);
let parts = 0;
const { output } = await heed.attention(x, x, x, { onProgress: (done) => (parts = done) });
console.log(output.shape, parts > 0);
// [ 4, 256, 64 ] true

const { dq } = await heed.attentionBackward(x, x, x, tensor(4, 256, 64));
console.log(dq.shape);
// [ 4, 256, 64 ]
const rows = tensor(8, 16);
const layer = await heed.selfAttention(rows);
const { dx } = await heed.selfAttentionBackward(rows, layer.output);
console.log(layer.output.shape, dx.shape);
// [ 8, 16 ] [ 8, 16 ]
await heed.dispose();
