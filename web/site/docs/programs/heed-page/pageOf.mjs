import { pageOf } from "heed/page";

// As heed returns the weights of a causal call: { data, shape }.
const weights = { data: [1, 0, 0, 0.25, 0.75, 0, 0.08, 0.62, 0.3], shape: [3, 3] };
const rowLabels = ["the", "animal", "it"];
const page = pageOf({ matrix: weights, rowLabels, mask: { causal: true }, title: "What “it” looks at" });
// In Node: writeFileSync("it.html", page). In a page: new Blob([page], { type: "text/html" }).
console.log(page.slice(0, 15)); // <!doctype html>
