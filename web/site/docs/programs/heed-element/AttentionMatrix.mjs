import "heed/element";
import { load } from "heed";

const heed = await load();
const tokens = ["the", "animal", "was", "tired"];
const x = [[1, 0, 0], [0, 1, 0.5], [0.5, 0, 0.5], [0, 1, 1]];

const element = document.createElement("attention-matrix");
element.label = "Weights";
element.rowLabels = element.columnLabels = tokens;
element.matrix = heed.selfAttention(x, { keep: ["weights"] }).weights;
element.addEventListener("matrix-open", ({ detail }) => console.log(tokens[detail.row], "→", tokens[detail.column]));
document.body.append(element);
