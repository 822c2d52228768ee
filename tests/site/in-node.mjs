// A model of the tests of pages, opened by heed/model in Node: what a page shows is compared with its numbers.
import { readFileSync } from "node:fs";
import { safetensors } from "../model/files.mjs";
import { dist, load, openModel } from "../model/support.mjs";

/** @param {any} model with its config and tensors @param use is given the open model */
export async function inNode({ config, tensors }, use) {
  const heed = await load({ wasm: readFileSync(new URL("simd.wasm", dist)) });
  const model = await openModel(heed, { config, weights: safetensors(tensors) });
  const found = await use(model);
  model.dispose();
  return found;
}
