import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { load } from "heed";

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on("message", (weights) => {
    console.log(Array.from(weights.data, (weight) => weight.toFixed(3)).join(" "));
    worker.terminate();
  });
  worker.postMessage([
    [1, 0],
    [0.8, 0.6],
    [0.6, 0.8],
  ]);
} else {
  const heed = await load();
  parentPort.on("message", (x) => {
    const { weights } = heed.selfAttention(x, { keep: ["weights"] });
    parentPort.postMessage(weights, [weights.data.buffer]);
  });
}
