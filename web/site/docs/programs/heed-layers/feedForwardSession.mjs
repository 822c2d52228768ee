import { load } from "heed";
import { feedForwardSession } from "heed/layers";

const heed = await load();
const block = feedForwardSession(heed, { rows: 1, inputs: 2, hidden: 4, activation: "gelu" });
const [first, second] = block.layers;
first.weight.fill(0.5);
second.weight.fill(0.5);
block.run({ x: [1, 1] });
console.log(Array.from(block.output, (one) => one.toFixed(4)).join(" "));
// 1.6827 1.6827
block.dispose();
