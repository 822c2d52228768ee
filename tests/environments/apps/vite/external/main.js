import { load } from "heed/external";
import "heed/element";

const tokens = ["the", "animal", "it"];
const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];
const heed = await load();
const { weights } = heed.selfAttention(x, { keep: ["weights"] });
const element = document.querySelector("attention-matrix");
Object.assign(element, { matrix: weights, rowLabels: tokens, columnLabels: tokens });
