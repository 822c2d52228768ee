// Tours: what the frame of the lessons owes before anything is done on the page.
import { expect, ready } from "../learn-lab.mjs";
import { serveSite } from "../serve.mjs";

/**
 * Opens a page over http, with a link that the page cannot read, and then cuts the network.
 * @returns a check that the page has asked for itself and for nothing else
 */
export async function openOverHttp(page, name, requests) {
  const server = await serveSite("/sub/");
  const url = `${server.url}/sub/learn/${name}.html`;
  await page.goto(`${url}#v=9&lang=constructor`);
  await ready(page);
  // Its script must not be on its way when the network goes.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await server.close();
  return () =>
    // the page makes its worker from a blob
    expect(requests.filter((asked) => !asked.startsWith("blob:"))).toEqual([url]);
}

/** The page names the part of the link that it cannot read, and shows itself all the same. */
export async function expectBrokenLinkIsExplained(page) {
  await expect(page.locator("#link-problem")).toContainText("(v)");
  await expect(page.locator("h1")).toBeVisible();
}

/** For readers who prefer no motion. */
export const expectNothingMoves = (page) =>
  expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);

/** The first stop of the Tab key leads past the bar to the lesson. */
export async function expectSkipLinkWorks(page) {
  await page.keyboard.press("Tab");
  await expect(page.locator("#skip")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("main :focus").first()).toBeAttached();
}
