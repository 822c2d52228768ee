// With how many workers the page that measures tries a call.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { SPREAD, workerCounts } = await siteModule("pages/bench/plan.ts");

test("it tries 1, 2, and so on up to all cores; beyond eight in larger steps, and never more than 64", () => {
  assert.deepEqual(workerCounts(1), [1]);
  assert.deepEqual(workerCounts(2), [1, 2]);
  assert.deepEqual(workerCounts(8), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(workerCounts(10), [1, 2, 3, 4, 5, 6, 7, 8, 10]);
  assert.deepEqual(workerCounts(256).slice(-3), [32, 48, 64]);
  assert.deepEqual(workerCounts(0), [1], "a browser that hides its cores");
  assert.equal(SPREAD.name, "12×1024×64");
});
