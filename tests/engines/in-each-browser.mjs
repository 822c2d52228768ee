// The same tests in WebKit and in Firefox, each with one page of its own browser.
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { BROWSERS } from "./open.mjs";

/** Nothing here is a measurement, so a page has as long as a busy machine can need. */
const LONGEST_MS = 120_000;

/**
 * Makes a test of each { sentence: deed } of a subject; a deed gets the page, the
 * test's context and the browser's name. Where the browser is missing, npm test
 * lists the subject as not run, with the reason.
 */
export function inEachBrowser(subject, deeds) {
  for (const { name, found, lacks, open } of BROWSERS) {
    const browser = found();
    describe(`${name}: ${subject}`, { skip: browser ? false : lacks }, () => {
      let page;
      before(async () => void (page = await open(browser)));
      after(() => page?.close());
      for (const [sentence, deed] of Object.entries(deeds))
        test(`${name}: ${sentence}`, async (context) => {
          page.complaints?.splice(0);
          try {
            await deed(page, context, name);
          } catch (error) {
            if (await page.isAlive()) throw error;
            // A browser that crashed leaves this test one more try, and the others a page.
            context.diagnostic(`${name} crashed: ${error.message}`);
            await page.close();
            page = await open(browser);
            await deed(page, context, name);
          }
        });
    });
  }
}

/** Waits in the page until `condition` holds there, and gives what it gave. */
export async function until(page, condition, ...args) {
  for (const end = Date.now() + LONGEST_MS; ; await wait(50)) {
    const value = await page.run(condition, ...args);
    if (value) return value;
    if (Date.now() > end) throw new Error(`This never held in the page: ${condition}`);
  }
}
