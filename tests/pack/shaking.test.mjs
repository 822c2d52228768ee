// What bundlers leave out.
import assert from "node:assert/strict";
import test from "node:test";
import { build } from "esbuild";

const dist = new URL("../../dist/", import.meta.url);

test("a bundle of load() alone holds nothing of fromTorch", async () => {
  const text = async (contents) => {
    const stdin = { contents, resolveDir: new URL(".", dist).pathname };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", minify: true });
    return outputFiles[0].text;
  };
  assert.match(await text('export { fromTorch } from "./heed.js"'), /heed\.fromTorch/);
  assert.doesNotMatch(await text('export { load } from "./heed.js"'), /heed\.fromTorch/);
  assert.doesNotMatch(await text('export { fromTorch } from "./heed.js"'), /relaxed-simd/, "nor the other way round");
});
