// heed in workers of Chromium's pages, as contenders of `npm run bench -- --train`.
import { fileURLToPath } from "node:url";
import { chromium } from "../../../scripts/setup/browsers.mjs";
import { serve } from "../../../scripts/serve.mjs";
import { openChromium } from "../hosts/browsers.mjs";
import { ISOLATED } from "../hosts/page-host.mjs";

const EMPTY_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>heed bench</title>";

/** Runs in the page: asks its worker, which begins with the first question. */
const ask = (question) =>
  new Promise((resolve, reject) => {
    globalThis.worker ??= new Worker("/bench/training-worker.mjs", { type: "module" });
    globalThis.worker.onmessage = ({ data }) => (data.failed ? reject(new Error(data.failed)) : resolve(data.given));
    globalThis.worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
    globalThis.worker.postMessage(question);
  });

/**
 * Chromium, and servers of the package with and without what isolates a page; undefined where there is no Chromium.
 * `open` gives { name, steps, memory, close }. Only an isolated page has memory that workers share.
 */
export async function openPages(folder) {
  if (!chromium()) return undefined;
  const folders = { "/bench/": fileURLToPath(new URL(".", import.meta.url)), "/package/": folder };
  const texts = { "/": EMPTY_PAGE };
  const [isolated, plain] = [await serve(folders, { headers: ISOLATED, texts }), await serve(folders, { texts })];
  const browser = await openChromium();
  return {
    version: browser.version,
    async open(recipe, { flavour, workers, shares = true }) {
      const page = await browser.openPage();
      await page.goto((shares ? isolated : plain).url);
      const name = await page.run(ask, { recipe, where: { flavour, workers, folder: "/package" } });
      return {
        name: `${name}, in a page${shares ? "" : " that is not isolated"}`,
        steps: (steps) => page.run(ask, { steps }),
        memory: async () => undefined,
        close: () => page.close(),
      };
    },
    async close() {
      await browser.close();
      await Promise.all([isolated, plain].map((server) => server.close()));
    },
  };
}
