import { load } from "heed";
import { pageOf } from "heed/page";

const heed = await load();
const x = [
  [1, 0],
  [0.8, 0.6],
  [0.6, 0.8],
];
const { weights } = heed.selfAttention(x, undefined, { keep: ["weights"] });
const page = pageOf({ matrix: weights, rowLabels: ["the", "animal", "it"], title: "What “it” looks at" });
// In Node: writeFileSync("it.html", page). In a page: new Blob([page], { type: "text/html" }).
console.log(page.slice(0, 15)); // <!doctype html>
