import { createResource } from "solid-js";
import { render } from "solid-js/web";
import { load } from "heed";
import "heed/element";

const tokens = ["the", "animal", "it"];
const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];

function Weights() {
  const [weights] = createResource(async () => {
    const heed = await load();
    return heed.selfAttention(x, { keep: ["weights"] }).weights;
  });
  return <attention-matrix label="Weights" matrix={weights()} rowLabels={tokens} columnLabels={tokens} />;
}

render(() => <Weights />, document.getElementById("root"));
