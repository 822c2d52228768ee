// A test whose page is one that the test made, served, without a complaint on its console. The page is opened again for
// each test, in a tab that the tests of a worker share.
import { expect, test as base } from "@playwright/test";
import { serve } from "./serve.mjs";
import { keepOpen, listenTo, sharing } from "./shared-page.mjs";

/**
 * `make` gives the page's text.
 * @returns {import("@playwright/test").TestType<any, any>}
 */
export function testOnPage(make) {
  let server;
  base.beforeAll(async () => (server = await serve({}, { texts: { "/": await make() } })));
  base.afterAll(() => server.close());
  const onTab = base.extend(
    /** @type {any} */ ({
      /** Where the page is, for a test that opens it in a context of its own. */
      address: async ({}, use) => use(server.url),
      tab: [({ browser }, use) => keepOpen(browser, async () => {}, use), { scope: "worker" }],
      ...sharing(async () => {}),
    }),
  );
  return onTab.extend(
    /** @type {any} */ ({
      page: async ({ page, address }, use) => {
        const { complaints, stop } = listenTo(page);
        await page.goto(address);
        await use(page);
        expect(complaints).toEqual([]);
        stop();
      },
    }),
  );
}
