import { load } from "heed";
import module from "heed/simd.wasm";

const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];

export default {
  async fetch() {
    const heed = await load({ wasm: module });
    const { weights } = heed.selfAttention(x, { keep: ["weights"] });
    return new Response(Array.from(weights.data, (weight) => weight.toFixed(3)).join(" "));
  },
};
