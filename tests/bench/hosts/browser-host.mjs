// A host in a page of its own in Chromium.
import { existsSync } from "node:fs";

// Debian's Chromium, or the one that the caller names.
const CHROMIUM = [
  process.env.HEED_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
// As root there is no sandbox; the rest keeps the browser from doing other things while it is measured.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // every host is a page of its own, and only one of them is in front
  "--disable-renderer-backgrounding",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
];

export async function startBrowser() {
  const { chromium } = await import("playwright-core");
  const executablePath = CHROMIUM.find((path) => path && existsSync(path));
  if (!executablePath)
    throw new Error("No Chromium was found; install it (apt install chromium), or say where it is in HEED_CHROMIUM.");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Starts a host in a new page of a server that serves this folder as "bench"; `call` has it do something. */
export async function startBrowserHost(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0); // a measurement takes the time it takes
  await page.goto(url);
  await page.evaluate(async () => {
    const { createHost } = await import("/bench/measure/host.mjs");
    globalThis.host = createHost((address) => import(address));
  });
  return {
    call: (method, argument) => page.evaluate(([name, given]) => globalThis.host[name](given), [method, argument]),
    stop: () => page.close(),
  };
}
