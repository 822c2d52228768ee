import { svgOf } from "heed/draw";

// As heed returns the weights of a causal call: { data, shape }.
const weights = { data: [1, 0, 0, 0.25, 0.75, 0, 0.08, 0.62, 0.3], shape: [3, 3] };
const rowLabels = ["the", "animal", "it"];
const svg = svgOf(weights, { rowLabels, mask: { causal: true }, title: "What each word looks at" });
// In Node: writeFileSync("head.svg", svg). In a page: element.innerHTML = svg.
console.log(svg.match(/<title>.*?<\/title>/g).slice(0, 3).join("\n"));
// <title>What each word looks at</title>
// <title>the → the: 1</title>
// <title>the → animal: masked</title>
