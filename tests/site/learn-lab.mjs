// What the tests of the lessons share: opening a lesson, setting its dials, and asking the core for comparison.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expect, test as base } from "./lab.mjs";
import { expectFitsAnyWidth } from "./open-to-all.mjs";
import { siteText } from "./runs.mjs";
import { boxOf, drawn } from "./seen.mjs";
import { root, serveSite } from "./serve.mjs";
import { giveTrainings } from "./trained.mjs";

export { expect };

/** The address of a lesson on disk, with a state: { angle: 90 } or "v=1&angle=90". */
export function lessonUrl(name, state = {}) {
  const held = typeof state === "string" ? state : new URLSearchParams({ v: "1", ...state }).toString();
  return `${pathToFileURL(path.join(root, `dist-site/learn/${name}.html`)).href}#${held}`;
}

/** @type {import("@playwright/test").TestType<any, any>} */
export const test = base.extend(
  /** @type {any} */ ({
    /** Whether a run begins when it comes into view, as it does for most readers. A test says so itself. */
    beginsInView: [false, { option: true }],

    /** Whether every fold is open, as for a reader who asks for it in the list of lessons. */
    showsAll: [true, { option: true }],

    page: async ({ page, beginsInView, showsAll }, use) => {
      // Answered, not written: Chromium may lose the storage of a page from disk in which a script writes so early.
      if (showsAll)
        await page.addInitScript(() => {
          const { getItem } = Storage.prototype;
          Storage.prototype.getItem = function (key) {
            return getItem.call(this, key) ?? (key === "heed.learn.all" ? "1" : null);
          };
        });
      if (!beginsInView)
        await page.addInitScript(() =>
          Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
        );
      await use(page);
    },

    /** Opens a lesson from disk without a network. The page may not complain. */
    open: async ({ page, context, complaints, requests }, use) => {
      await context.setOffline(true);
      await use(async (name, state) => {
        await page.goto("about:blank");
        await page.goto(lessonUrl(name, state));
        await ready(page);
        return page;
      });
      expect(requests.filter((url) => !/^(file|blob):/.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    },

    /** Opens a lesson whose trainings are there already: each Run ends at once. */
    openTrained: ({ page, open }, use) =>
      use(async (name, state) => {
        await giveTrainings(page, name);
        return open(name, state);
      }),

    /**
     * The package in the same browser: core((heed, given) => …, given). A function of three gets the lookup task of the
     * lessons too: (heed, given, { lookupTraining }) => ….
     */
    core: ({ emptyPage }, use) =>
      use(async (call, given) => {
        const heed = `import("/dist/heed.js").then(({ load }) => load())`;
        const lookup = call.length > 2 ? `import(${JSON.stringify(await lookupAddress())})` : "undefined";
        const both = `Promise.all([${heed}, ${lookup}])`;
        return emptyPage.evaluate(
          `${both}.then(([heed, lookup]) => (${call})(heed, ${JSON.stringify(given ?? null)}, lookup))`,
        );
      }),
  }),
);

async function lookupAddress() {
  const text = await siteText("rooms/training/worker/lookup-training.ts");
  return `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
}

/** A training that is not kept yet is computed first, in this process, which does nothing else meanwhile. */
export async function ready(page) {
  await expect(page.locator("body[data-ready]")).toBeAttached({ timeout: 150_000 });
}

/** Types a number into a cell of a matrix that can be edited. */
export async function typeNumber(page, id, row, column, text) {
  await page.locator(`#${id} td[data-row='${row}'][data-column='${column}']`).pressSequentially(text);
  await page.keyboard.press("Enter");
}

/** Drags the mouse from one place of the window to another. */
export async function drag(page, from, to, button = undefined) {
  await page.mouse.move(...from);
  await page.mouse.down({ button });
  await page.mouse.move(...to);
  await page.mouse.up({ button });
}

/** A number of the page, by its id. */
export const numberOf = async (page, id) => numbersIn(await page.locator(`#${id}`).innerText())[0];

/** Moves a slider, as the arrow keys do. */
export async function slide(page, id, position) {
  await page.locator(`#${id}`).evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, String(position));
}

/** Moves the thumb of a progress bar to a step. */
export async function goBack(page, id, step) {
  await page.locator(`#${id} .thumb`).evaluate((thumb, value) => {
    thumb.value = value;
    thumb.dispatchEvent(new Event("input", { bubbles: true }));
  }, String(step));
}

/** Every number in a text. The text may have typeset minus signs. */
export function numbersIn(text) {
  return Array.from(text.replaceAll("−", "-").matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g), ([number]) => Number(number));
}

/** The texts of a table's cells, row by row. It waits for the first row, because a worker computes the rows. */
export async function cellsOf(table) {
  const rows = table.locator("tbody tr");
  await expect(rows.first()).toBeAttached();
  return rows.evaluateAll((all) =>
    all.map((row) => Array.from(row.querySelectorAll("td"), (cell) => cell.textContent.trim())),
  );
}

/** The texts of a matrix element's cells, row by row, with plain minus signs, once it is drawn. */
export async function matrixOf(page, selector) {
  await drawn(page);
  const rows = await cellsOf(page.locator(selector));
  return rows.map((row) => row.map((text) => text.replaceAll("−", "-")));
}

/** Opens a lesson from "disk" or over "http" and then cuts the network, so that later requests fail. */
export async function openFrom(from, page, name, state) {
  const server = from === "http" ? await serveSite() : undefined;
  await page.goto(
    server ? `${server.url}/learn/${name}.html${new URL(lessonUrl(name, state)).hash}` : lessonUrl(name, state),
  );
  await ready(page);
  // Its script must not be on its way when the network goes.
  if (server) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await server?.close();
}

/** Presses Run at a progress bar, or "To the end" where it pauses before, and waits until all is done. */
export async function runAll(page, id) {
  const bar = page.locator(`#${id}`);
  const toEnd = bar.locator("[data-t='frame.to-end']");
  const run = bar.getByRole("button", { name: "Run" });
  await toEnd.or(run).last().click();
  await runEnds(page, id);
}

/** How long a whole training may take on a slow machine that has other work. */
export const TRAINING_MS = 120_000;

/** Waits until all steps of a progress bar are done. */
export async function runEnds(page, id) {
  const share = () => page.locator(`#${id} progress`).evaluate(({ value, max }) => value / max);
  await expect.poll(share, { timeout: TRAINING_MS, message: `the share of #${id} that is done` }).toBe(1);
}

/**
 * A run that was paused takes no step by itself: of all that its bar shows from here on, each press of "One step" is
 * one step, after a slice at most that was on its way.
 */
export async function expectPaused(page, id) {
  await page.locator(`#${id} progress`).evaluate((progress) => {
    progress.seen = [progress.value];
    new MutationObserver(() => progress.seen.push(progress.value)).observe(progress, { attributeFilter: ["value"] });
  });
  const step = page.locator(`#${id}`).getByRole("button", { name: "One step" });
  const value = () => page.locator(`#${id} progress`).evaluate((progress) => progress.value);
  for (let press = 0; press < 3; press++) {
    const before = await value();
    await step.click();
    await expect.poll(value).toBeGreaterThan(before);
  }
  const all = await page.locator(`#${id} progress`).evaluate(({ seen }) => seen);
  const rises = all
    .slice(1)
    .map((now, at) => now - all[at])
    .filter((rise) => rise !== 0);
  expect(rises.slice(-2), `the steps were ${all}`).toEqual([1, 1]);
  expect(rises.length, `the steps were ${all}`).toBeLessThanOrEqual(4);
}

/** Presses Run at a progress bar, and Pause as soon as more than `least` steps are done. */
export async function runPast(page, id, least) {
  await page.locator(`#${id}`).evaluate(
    (bar, past) =>
      new Promise((paused) => {
        const [run, progress] = [bar.querySelector("button"), bar.querySelector("progress")];
        new MutationObserver((_, observer) => {
          if (progress.value <= past) return;
          observer.disconnect();
          run.click();
          paused();
        }).observe(bar, { attributes: true, childList: true, subtree: true });
        run.click();
      }),
    least,
  );
}

/** For readers who prefer no motion: axe finds nothing, light or dark, the page fits any width, nothing moves. */
export async function expectOpenToAll(page) {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAxeFindsNothingInEitherTheme(page, `${width} px`);
  }
  await expectFitsAnyWidth(page);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

/** Where an element is, for the mouse, which reaches only what is in view. */
export async function boxInView(element) {
  await element.scrollIntoViewIfNeeded();
  return boxOf(element);
}

/** Where a place of a plane is in the window: `at(x, y)`. */
export async function placesIn(page, id) {
  const { x: left, y: top, width, height } = await boxInView(page.locator(`#${id}`));
  return (x, y) => [left + width * (0.5 + x / 6.6), top + height * (0.5 - y / 6.6)];
}
