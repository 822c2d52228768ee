import { load } from "./node_modules/heed/dist/heed.js";

const starting = load();

onmessage = async ({ data: x }) => {
  const heed = await starting;
  const { weights } = heed.selfAttention(x, { keep: ["weights"] });
  postMessage(weights, [weights.data.buffer]);
};
