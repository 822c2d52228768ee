// Hosts in pages: each has a page of its own.
import { serve } from "../../../scripts/serve.mjs";
import { pagePeers } from "../peers/entries.mjs";

// An isolated page has a fine clock, and its threads may share memory.
export const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const EMPTY_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>heed bench</title>";

// Runs in the page. The answer goes as text: Firefox's protocol leaves out an object that comes twice.
const callHost = async (name, given) => JSON.stringify((await globalThis.host[name](given ?? undefined)) ?? null);

async function startHost(browser, url) {
  const page = await browser.openPage();
  await page.goto(url);
  await page.run(async () => {
    const { createHost } = await import("/web/measure/host.mjs");
    globalThis.host = createHost((address) => import(address));
  });
  return {
    call: async (method, argument = null) => JSON.parse(await page.run(callHost, method, argument)),
    stop: () => page.close(),
  };
}

/** The place of a browser. Its pages come from a server, where each folder has its name: /tests/bench/, /package/. */
export async function openPages(browser, folders) {
  const served = Object.fromEntries(Object.entries(folders).map(([name, folder]) => [`/${name}/`, folder]));
  const server = await serve(served, { headers: ISOLATED, texts: { "/": EMPTY_PAGE } });
  const locate = (folder, file) => `/${folder}/${file}`;
  const start = () => startHost(browser, server.url);
  return {
    version: browser.version,
    lacks: [],
    locate,
    peers: () => pagePeers(folders.peers, locate),
    startHost: start,
    startPlainHost: start,
    stop: async () => {
      await browser.close();
      await server.close();
    },
  };
}
