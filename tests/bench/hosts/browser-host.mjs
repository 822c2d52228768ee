// A host in a page of its own in Chromium.
import { chromium } from "@playwright/test";
import { launchOptions } from "../../site/chromium.mjs";

// Every host is a page, and only one of them is in front. The others must run at full speed as well.
const FLAGS = [
  "--disable-renderer-backgrounding",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
];

export async function startBrowser() {
  const { executablePath, args } = launchOptions;
  if (!executablePath)
    throw new Error("No Chromium was found; install it (apt install chromium), or name it in CHROMIUM.");
  return chromium.launch({ executablePath, args: [...args, ...FLAGS] });
}

/**
 * Starts a host in a new page of a server that serves tests/bench as /bench/. `call` runs one of the host's methods.
 */
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

/** The same in a page of tests/engines, which is all that there is of its browser. */
export async function startPageHost(page, url) {
  await page.goto(url);
  await page.run(async () => {
    const { createHost } = await import("/bench/measure/host.mjs");
    globalThis.host = createHost((address) => import(address));
  });
  return {
    call: (method, argument) =>
      page.run((name, given) => globalThis.host[name](given ?? undefined), method, argument ?? null),
    stop: () => page.close(),
  };
}
