// One training step of the lookup task (d = 64, 32 bags of nine tokens): new bags, forward, loss, backward, Adam.
//
//   node tests/bench/train-step.mjs [--browser]     in Node, or in Chromium
//
// measureTrainStep runs wherever its host is; trainStepInNode and trainStepInBrowser bring it there.
import { BUDGET, timeOf } from "./measure/sample.mjs";

/**
 * `heed` and `train`: where the built entries are. Milliseconds of a whole step, and of its forward and backward alone.
 * @returns {Promise<{ flavour: string, step: object, forward: object, backward: object }>}
 */
export async function measureTrainStep({ heed, train, flavour, budget = "normal" }) {
  const [{ load }, { lookupTraining }] = await Promise.all([import(heed), import(train)]);
  const training = lookupTraining(await load({ flavour }));
  const { session } = training;
  const time = (call) => timeOf(call, BUDGET[budget]);
  const step = await time(() => training.step());
  const forward = await time(() => session.run());
  const backward = await time(() => session.backward());
  training.dispose();
  return { flavour, step, forward, backward };
}

const FLAVOURS = ["relaxed-simd", "simd"];

/** In this process; a flavour that this Node does not run is left out. `dist` is the folder of the built package. */
export async function trainStepInNode({ dist, flavours = FLAVOURS, budget }) {
  const { pathToFileURL } = await import("node:url");
  const entry = (name) => new URL(name, pathToFileURL(`${dist}/`)).href;
  const { flavours: runnable } = await import(entry("heed.js"));
  const rows = [];
  for (const flavour of flavours.filter((name) => runnable().includes(name))) {
    rows.push(await measureTrainStep({ heed: entry("heed.js"), train: entry("train.js"), flavour, budget }));
  }
  return { engine: `Node ${process.versions.node}`, rows };
}

/** In Chromium, in a page of its own for each flavour. */
export async function trainStepInBrowser({ dist, flavours = FLAVOURS, budget }) {
  const [{ startBrowser }, { serve }, { fileURLToPath }] = await Promise.all([import("./hosts/browser-host.mjs"), import("./hosts/static-server.mjs"), import("node:url")]);
  const server = await serve({ bench: fileURLToPath(new URL(".", import.meta.url)), package: dist });
  const browser = await startBrowser();
  try {
    const rows = [];
    for (const flavour of flavours) {
      const page = await browser.newPage();
      page.setDefaultTimeout(0); // a measurement takes the time it takes
      await page.goto(server.url);
      rows.push(await page.evaluate(measureInPage, { heed: "/package/heed.js", train: "/package/train.js", flavour, budget }));
      await page.close();
    }
    return { engine: `Chromium ${browser.version()}`, rows };
  } finally {
    await browser.close();
    server.stop();
  }
}

const measureInPage = async (what) => (await import("/bench/train-step.mjs")).measureTrainStep(what);

/** The figures as a table in Markdown. */
export function trainStepReport({ engine, rows }) {
  const cell = ({ ms, spread }) => `${ms.toFixed(2)} ms ± ${Math.round(50 * spread)} %`;
  return [
    `One training step of the lookup task (d = 64, batch 32, nine tokens; forward, backward, Adam), ${engine}:`,
    "",
    "| flavour | step | of it forward | of it backward |",
    "|---|---|---|---|",
    ...rows.map(({ flavour, step, forward, backward }) => `| ${flavour} | ${cell(step)} | ${cell(forward)} | ${cell(backward)} |`),
  ].join("\n");
}

// In a page there is no process.
if (globalThis.process?.argv[1] && import.meta.url === (await import("node:url")).pathToFileURL(process.argv[1]).href) {
  const v8 = await import("node:v8");
  v8.setFlagsFromString("--experimental-wasm-relaxed-simd"); // Node 20 and 22 keep it behind a flag
  const { fileURLToPath } = await import("node:url");
  const dist = fileURLToPath(new URL("../../dist", import.meta.url));
  const measure = process.argv.includes("--browser") ? trainStepInBrowser : trainStepInNode;
  console.log(trainStepReport(await measure({ dist })));
}
