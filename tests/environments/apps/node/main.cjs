const { load } = require("heed");

const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];
load().then((heed) => {
  const { weights } = heed.selfAttention(x, { keep: ["weights"] });
  console.log(Array.from(weights.data, (weight) => weight.toFixed(3)).join(" "));
});
