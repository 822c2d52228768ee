import { load } from "heed";
import { feedForward } from "heed/layers";

const heed = await load();
const y = feedForward(heed, [[1, 2]], {
  hidden: {
    weight: [[1, -1], [1, -1]],
    bias: [0, 1],
  },
  output: { weight: [[2], [2]] },
  activation: "relu",
});
console.log(y.shape, y.data[0]);
// [ 1, 1 ] 6
