import "heed/element";

const tokens = ["the", "animal", "it"];
const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];
const element = document.querySelector("attention-matrix");
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data: weights }) => {
  Object.assign(element, { matrix: weights, rowLabels: tokens, columnLabels: tokens });
};
worker.onerror = ({ message }) => console.error(message);
worker.postMessage(x);
