// What the tests of <attention-matrix> share: a page of somebody else's, with the entry heed/element alone, under a
// strict policy.
import path from "node:path";
import { expect, test as base } from "@playwright/test";
import { root, serve } from "./serve.mjs";
import { keepOpen, sharing } from "./shared-page.mjs";

const HEAD = `<title>element</title>`;
const BODY = `<main><attention-matrix label="Weights of layer 3"></attention-matrix></main>`;
const PAGE =
  `<!doctype html><html lang="en">${HEAD}${BODY}` + `<script type="module" src="/dist/element.js"></script></html>`;
const TABLE =
  `<!doctype html><html lang="en"><title>table</title><main><attention-matrix><table>` +
  `<tr><th>it</th><td>1</td></tr><tr><th>was</th><td>2</td></tr></table></attention-matrix></main>` +
  `<script type="module" src="/dist/element.js"></script></html>`;
/** Sets a property on the element while it is still unknown. */
const EARLY =
  `<!doctype html><html lang="en"><title>early</title><attention-matrix></attention-matrix><script ` +
  `src="/early.js"></script><script type="module" src="/dist/element.js"></script></html>`;
const EARLY_SCRIPT = `document.querySelector("attention-matrix").matrix = { data: [0.25, 0.75], shape: [1, 2] };`;
const POLICY = "default-src 'none'; script-src 'self'";

/** @type {import("@playwright/test").TestType<any, any>} */
const withSite = base.extend(
  /** @type {any} */ ({
    site: [
      async ({}, use) => {
        const server = await serve(
          { "/dist/": path.join(root, "dist") },
          {
            headers: { "content-security-policy": POLICY },
            texts: { "/": PAGE, "/table.html": TABLE, "/early.html": EARLY, "/early.js": EARLY_SCRIPT },
          },
        );
        await use(server);
        await server.close();
      },
      { scope: "worker" },
    ],
    /** The page that `sharedTest` shares. A worker runs only tests that have the same fixtures of the worker. */
    tab: [({ browser, site }, use) => keepOpen(browser, (page) => openElement(page, site), use), { scope: "worker" }],
  }),
);

async function openElement(page, site) {
  await page.goto(site.url);
  await page.waitForFunction(() => customElements.get("attention-matrix") !== undefined);
}

/** A test with a page of its own. */
export const test = withSite.extend(
  /** @type {any} */ ({
    page: async ({ page, site }, use) => {
      await openElement(page, site);
      await use(page);
    },
  }),
);

/** A test on a page that all tests of a worker share. Each finds a new element there, and nothing else. */
export const sharedTest = withSite.extend(
  /** @type {any} */ ({
    ...sharing((page) => page.evaluate(writeAgain, [HEAD, BODY])),
  }),
);

function writeAgain([head, body]) {
  globalThis.listening?.abort();
  const { documentElement } = document;
  for (const name of documentElement.getAttributeNames()) if (name !== "lang") documentElement.removeAttribute(name);
  document.adoptedStyleSheets = [];
  document.head.innerHTML = head;
  document.body.innerHTML = body;
  scrollTo(0, 0);
}

export { expect };

export const matrix = (page) => page.locator("attention-matrix");
export const cells = (page) => page.locator("attention-matrix td[data-row]");

/** Sets properties of the page's matrix. */
export async function show(page, given) {
  await matrix(page).evaluate((element, properties) => void Object.assign(element, properties), given);
}

/** Listens from now on; the function returned gives all [type, detail] so far. */
export async function told(page, types) {
  await matrix(page).evaluate((element, listened) => {
    element.told = [];
    globalThis.listening?.abort();
    globalThis.listening = new AbortController();
    for (const type of listened)
      document.addEventListener(type, (event) => element.told.push([type, event.detail]), globalThis.listening);
  }, types);
  return () => matrix(page).evaluate((element) => element.told);
}
