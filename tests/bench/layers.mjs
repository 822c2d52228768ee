// heed/layers in Node and in Chromium: a linear layer in percent of the engine's best loop, and a step of the net with
// two layers that learns to repeat. After the build:
//
//   node --experimental-wasm-relaxed-simd tests/bench/layers.mjs
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { launchOptions } from "../site/chromium.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const SIZE = 512;

/** Runs in any engine. `base` leads to the checkout. */
async function measure({ base, size }) {
  const [heedEntry, layers, train] = await Promise.all(
    ["heed", "layers", "train"].map((name) => import(`${base}/dist/${name}.js`)),
  );
  const { openPeak } = await import(`${base}/web/measure/peak.mjs`);
  const { median } = await import(`${base}/web/measure/statistics.mjs`);
  const { inductionNet } = await import(`${base}/tests/layers/induction-net.mjs`);
  const peak = openPeak();
  const lines = [];
  for (const flavour of heedEntry.flavours()) {
    const heed = await heedEntry.load({ flavour });
    const session = layers.linearSession(heed, { rows: size, inputs: size, outputs: size });
    for (const name of ["x", "weight"]) train.seededRandom(1).fillNormal(session[name]);
    const shares = [];
    for (let round = 0; round < 60; round++) {
      const best = peak.read(4);
      const start = performance.now();
      session.run();
      const gflops = (2 * size ** 3) / (performance.now() - start) / 1e6;
      // Both are slowed by other work. The first rounds are warm-up.
      if (round >= 20 && best > 0.9 * peak.highest()) shares.push(gflops / best);
    }
    const share = shares.length < 10 ? "disturbed" : `${Math.round(100 * median(shares))} % of the best loop`;
    session.dispose();
    const net = inductionNet({ heed, layers, train, tensor: heedEntry.tensor });
    const steps = [];
    for (let step = 0; step < 300; step++) {
      const start = performance.now();
      net.step();
      if (step >= 100) steps.push(performance.now() - start);
    }
    net.dispose();
    lines.push(`${flavour}: linear ${size}×${size}×${size} ${share}; a step ${median(steps).toFixed(2)} ms`);
  }
  return lines;
}

console.log(`Node ${process.versions.node}`);
for (const line of await measure({ base: ROOT, size: SIZE })) console.log(`  ${line}`);
const server = await serve({ "/": ROOT }, { texts: { "/empty": "<!doctype html><title>bench</title>" } });
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage();
await page.goto(`${server.url}/empty`);
console.log(`Chromium ${browser.version()}`);
for (const line of await page.evaluate(measure, { base: server.url, size: SIZE })) console.log(`  ${line}`);
await browser.close();
await server.close();
