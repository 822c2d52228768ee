import { load } from "heed";
import { transformerBlock } from "heed/layers";

const heed = await load();
const block = transformerBlock(heed, { tokens: 5, modelDim: 8, heads: 2, backward: true });
const [attends, feeds] = block.layers; // x + attention(norm(x)), then the same with a feed-forward
console.log(attends.layers.length, feeds.layers.length, block.parameters.length, block.output.length);
// 2 2 8 40
block.dispose();
