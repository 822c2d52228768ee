import { load } from "heed";

const starting = load();

onmessage = async ({ data: x }) => {
  const heed = await starting;
  const { weights } = heed.selfAttention(x, { keep: ["weights"] });
  postMessage(weights, [weights.data.buffer]);
};
