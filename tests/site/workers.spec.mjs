// heed/workers in Chromium. WebKit and Firefox do the same deeds: see tests/engines/workers.mjs.
import path from "node:path";
import { expect, test } from "@playwright/test";
import { NESTED_WORKERS, WORKERS } from "../engines/workers.mjs";
import { root, serve } from "./serve.mjs";

for (const [sentence, deed] of Object.entries({ ...WORKERS, ...NESTED_WORKERS })) {
  test(sentence, async ({ page }, { annotations }) => {
    const run = (call, ...args) => page.evaluate(`(${call})(...${JSON.stringify(args)})`);
    const diagnostic = (description) => annotations.push({ type: "diagnostic", description });
    await deed({ goto: (address) => page.goto(address), run }, { diagnostic });
  });
}

/** Makes a number of calls on workers, ten at a time. They are cut although they are small. */
async function makeCalls(count) {
  const { openWorkers } = await import("/dist/workers.js");
  globalThis.pool ??= await openWorkers({ workers: 2, [Symbol.for("heed.workers.limits")]: { least: 0, chunk: 2e4 } });
  const tensor = { data: new Float32Array(2 * 26 * 8).fill(0.5), shape: [2, 26, 8] };
  const call = () => globalThis.pool.attention(tensor, tensor, tensor, { causal: true });
  for (let made = 0; made < count; made += 10) await Promise.all(Array.from({ length: 10 }, call));
  return globalThis.pool.workers;
}

test("ten thousand calls do not make the memory of the page grow", async ({ page }) => {
  const server = await serve({ "/dist/": path.join(root, "dist") }, { texts: { "/": "<!doctype html>" } });
  try {
    await page.goto(server.url);
    const session = await page.context().newCDPSession(page);
    const bytesAfter = async (count) => {
      await expect(page.evaluate(makeCalls, count)).resolves.toBe(2);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
      return usedSize + backingStorageSize;
    };
    const before = await bytesAfter(2000);
    await expect.poll(async () => (await bytesAfter(10_000)) - before).toBeLessThan(1e6);
  } finally {
    await server.close();
  }
});
