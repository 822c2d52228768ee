// Browsers that open pages for hosts: { version, openPage, close }. A page has goto, run and close.
import { chromium } from "@playwright/test";
import { launchOptions } from "../../site/chromium.mjs";

// Every host is a page, and only one of them is in front. The others must run at full speed as well.
const FLAGS = [
  "--disable-renderer-backgrounding",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
];

/** Chromium: one browser for all pages. */
export async function openChromium() {
  const { executablePath, args } = launchOptions;
  const browser = await chromium.launch({ executablePath, args: [...args, ...FLAGS] });
  const openPage = async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(0); // a measurement takes the time it takes
    return {
      goto: (address) => page.goto(address),
      run: (call, ...given) => page.evaluate(`(${call})(...${JSON.stringify(given)})`),
      close: () => page.close(),
    };
  };
  return { version: browser.version(), openPage, close: () => browser.close() };
}

/** Browsers with one page each, as the tests of tests/engines open them. */
export async function openEach(openPage) {
  const first = await openPage();
  await first.close();
  return { version: first.browserVersion, openPage, close: async () => {} };
}
