import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { load } from "heed";
import { setProperties } from "heed/element";

const tokens = ["the", "animal", "it"];
const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];

function Weights() {
  const [weights, setWeights] = useState(null);
  useEffect(() => {
    load().then((heed) => setWeights(heed.selfAttention(x, { keep: ["weights"] }).weights));
  }, []);
  const given = setProperties({ matrix: weights, rowLabels: tokens, columnLabels: tokens });
  return <attention-matrix label="Weights" ref={given} />;
}

createRoot(document.getElementById("root")).render(<Weights />);
