// Times the first paint of the front door, the playground and the lessons, and when they have their first numbers: each
// time in a Chromium that was just started, from disk and over http. The pages are those of dist-site, or of other
// builds, in turns. After the build:
//
//   node tests/bench/first-paint.mjs [--runs 5] [--pages index,learn/look-up] [FOLDER …]
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { LESSONS } from "../../scripts/site-pages.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { serve } from "../site/serve.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { values, positionals } = parseArgs({
  options: { runs: { type: "string", default: "5" }, pages: { type: "string" } },
  allowPositionals: true,
});
const SITES =
  positionals.length > 0 ? positionals.map((folder) => path.resolve(folder)) : [path.join(root, "dist-site")];
const ALL = ["index", "play", "learn/index", ...LESSONS.map(({ name }) => `learn/${name}`)];
const PAGES = (values.pages?.split(",") ?? ALL).map((page) => `${page}.html`);

/** When the page had its first numbers. */
function usable() {
  const mark = performance.getEntriesByName("heed-first-result")[0];
  return mark?.startTime ?? ("ready" in document.body.dataset && performance.now());
}

/** One start of a browser, one page: the milliseconds from navigation. */
async function timed(address) {
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address, { waitUntil: "commit" });
  const handle = await page.waitForFunction(usable, undefined, { polling: "raf", timeout: 60_000 });
  const ready = await handle.jsonValue();
  const paint = await page.evaluate(
    () =>
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ??
      new Promise((seen) =>
        new PerformanceObserver((list) => seen(list.getEntries()[0].startTime)).observe({ type: "paint" }),
      ),
  );
  await browser.close();
  return { paint, ready };
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const servers = await Promise.all(SITES.map((site) => serve({ "/": site })));
console.log(`page, from: median of ${values.runs} of the first paint, and of when it can be used, in ms`);
for (const page of PAGES)
  for (const from of ["disk", "http"]) {
    const runs = SITES.map(() => ({ paint: [], ready: [] }));
    for (let run = 0; run < Number(values.runs); run++)
      for (const [at, site] of SITES.entries()) {
        if (!existsSync(path.join(site, page))) continue;
        const address = from === "disk" ? pathToFileURL(path.join(site, page)).href : `${servers[at].url}/${page}`;
        const { paint, ready } = await timed(address);
        runs[at].paint.push(paint);
        runs[at].ready.push(ready);
      }
    const told = runs.map(({ paint, ready }) =>
      paint.length === 0 ? "–" : `${median(paint).toFixed(0)} / ${median(ready).toFixed(0)}`,
    );
    console.log(`${page}, ${from}: ${told.join("   ")}`);
  }
for (const server of servers) await server.close();
