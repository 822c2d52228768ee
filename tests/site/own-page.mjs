// A test whose page is one that the test made, served, without a complaint on its console.
import { expect, test as base } from "@playwright/test";
import { serve } from "./serve.mjs";

/**
 * `make` gives the page's text.
 * @returns {import("@playwright/test").TestType<any, any>}
 */
export function testOnPage(make) {
  let server;
  base.beforeAll(async () => (server = await serve({}, { texts: { "/": await make() } })));
  base.afterAll(() => server.close());
  return base.extend(
    /** @type {any} */ ({
      /** Where the page is, for a test that opens it in a context of its own. */
      address: async ({}, use) => use(server.url),
      page: async ({ page, address }, use) => {
        const complaints = [];
        page.on(
          "console",
          (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()),
        );
        page.on("pageerror", (error) => complaints.push(String(error)));
        await page.goto(address);
        await use(page);
        expect(complaints).toEqual([]);
      },
    }),
  );
}
