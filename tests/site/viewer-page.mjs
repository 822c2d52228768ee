// The viewer, one page for all tests of a worker. It has no file until a test gives it one, and its workers can be
// asked what they were asked. What must come before the page's own code needs a page of its own, `test` of lab.mjs.
import { test as lab } from "./lab.mjs";
import { MODEL } from "./model-page.mjs";
import { keepOpen, sharing } from "./shared-page.mjs";
import { openViews } from "./views.mjs";
import { watchWorkers } from "./watched-workers.mjs";

/** A link to a file that nobody has: the page closes what is open, and shows nothing until a file is given. */
const WANTED = "v=1&lang=en&file=a-file-of-no-test";
/** What the page showed at first, and how often it was led back to that. */
let first = "";
let turns = 0;

export { expect } from "./lab.mjs";

/** @type {import("@playwright/test").TestType<any, any>} */
export const test = lab.extend(
  /** @type {any} */ ({
    tab: [({ browser }, use) => keepOpen(browser, openFirst, use), { scope: "worker" }],
    ...sharing(async (page) => {
      if (!page.url().startsWith(MODEL)) return load(page);
      await page.evaluate(leadBack, `${WANTED}&n=${turns++}`);
      if ((await shownBy(page)) !== first) await load(page);
    }),
  }),
);

async function openFirst(page) {
  await watchWorkers(page);
  await openViews(page);
  await load(page);
  first = await shownBy(page);
}

async function load(page) {
  await page.goto("about:blank");
  await page.goto(`${MODEL}#${WANTED}`);
  if (await page.evaluate(() => localStorage.length > 0)) {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
  }
  await page.evaluate(keepTexts);
}

const shownBy = async (page) => JSON.stringify(await page.evaluate(shown));

/** Runs in the page. */
function keepTexts() {
  const leaves = Array.from(document.querySelectorAll("[id]:not(select, textarea)")).filter(
    ({ childElementCount: count }) => count === 0,
  );
  globalThis.firstTexts = leaves.map((one) => [one, one.textContent]);
}

/** Runs in the page. What it keeps for the next file is as at first, and nothing is left to read of the last one. */
async function leadBack(hash) {
  const followed = new Promise((heard) => addEventListener("hashchange", heard, { once: true }));
  location.hash = hash;
  await followed;
  localStorage.clear();
  performance.clearMarks();
  Object.assign(globalThis.watched, { asked: [], held: [], holds: {}, ended: 0 });
  // A test that has loaded the page again has none.
  for (const [one, text] of globalThis.firstTexts ?? []) if (one.childElementCount === 0) one.textContent = text;
  const opened = document.getElementById("opened");
  for (const part of opened.querySelectorAll("details")) part.open = part.classList.contains("view");
  for (const matrix of opened.querySelectorAll("attention-matrix")) matrix.matrix = null;
  for (const field of opened.querySelectorAll("input, textarea")) {
    field.value = field.defaultValue;
    field.checked = field.defaultChecked;
  }
  document.activeElement.blur();
  scrollTo(0, 0);
}

/** Runs in the page: what is to be seen and chosen, what tests have put into it, and what it keeps unseen. */
function shown() {
  const attributes = (element) => Array.from(element.attributes, ({ name, value }) => `${name}=${value}`).sort();
  const isMade = (one) => typeof one === "function" && !String(one).includes("[native code]");
  const controls = Array.from(document.querySelectorAll("input, select, textarea, details, dialog"));
  return [
    [document.title, document.body.innerText, attributes(document.documentElement), attributes(document.body)],
    controls.filter((one) => one.checkVisibility()).map(({ value, checked, open }) => [value, checked, open]),
    [Object.keys(globalThis).sort(), Object.values(globalThis).filter(isMade).length],
    Object.getOwnPropertyNames(document),
    [document.querySelectorAll(".strips [aria-pressed=true]").length, document.querySelector("#why-query").length],
  ];
}

/** Opens the page's example, where a test needs that. */
export async function openExample(page) {
  await page.evaluate(() => performance.clearMarks());
  await page.locator("#open-example").click();
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
}
