// What the tests of the playground share: opening it, reading its digits, and asking the core for comparison.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test as base } from "@playwright/test";
import { drawn } from "./seen.mjs";
import { root, serve } from "./serve.mjs";
import { keepOpen, listenTo, sharing } from "./shared-page.mjs";

export const FILE = pathToFileURL(path.join(root, "dist-site/play.html")).href;
/** The playground with the worked example. */
export const WORKED_LAB = `${FILE}#v=1&preset=journey`;
export const WORKED = JSON.parse(readFileSync(path.join(root, "tests/conformance/worked/journey-v1.json"), "utf8"));
export const TOKENS = ["Your", "journey", "starts", "with", "one", "step"];

/** The weights of a link, as selfAttention has them. */
export const WEIGHTS = ({ query, key, value }) => ({ queryWeight: query, keyWeight: key, valueWeight: value });
/** The inputs of the worked example, named as in the link. */
export const numbers = () => structuredClone({ x: WORKED.X, query: WORKED.Wq, key: WORKED.Wk, value: WORKED.Wv });

/**
 * A test with a page of its own.
 * @type {import("@playwright/test").TestType<any, any>}
 */
export const test = base.extend(
  /** @type {any} */ ({
    /** Errors and warnings of the page. There should be none. */
    complaints: async ({ page }, use) => {
      const { complaints, stop } = listenTo(page);
      await use(complaints);
      stop();
    },

    /** Every address that the page asks for. */
    requests: async ({ page }, use) => {
      const requests = [];
      const onRequest = (request) => !request.url().startsWith("data:") && requests.push(request.url());
      page.on("request", onRequest);
      await use(requests);
      page.off("request", onRequest);
    },

    /** The playground from disk, with the first results of the worked example. */
    lab: async ({ page, complaints }, use) => {
      await openLab(page, WORKED_LAB);
      await use(page);
      expect(complaints).toEqual([]);
    },

    /** The page that `sharedTest` shares. A worker runs only tests that have the same fixtures of the worker. */
    tab: [({ browser }, use) => keepOpen(browser, (page) => openLab(page, WORKED_LAB), use), { scope: "worker" }],

    /** An empty page in the same browser, for direct calls. Its server has the package at /dist/. */
    emptyPage: [
      async ({ browser }, use) => {
        const server = await serve(
          { "/dist/": path.join(root, "dist") },
          { texts: { "/": "<!doctype html><title>direct calls</title>" } },
        );
        const page = await browser.newPage();
        await page.goto(server.url);
        await use(page);
        await page.close();
        await server.close();
      },
      { scope: "worker" },
    ],

    /** (x, weights, options, flavour) → every intermediate of a call made there, per head where there are heads. */
    call: ({ emptyPage }, use) => use((...given) => emptyPage.evaluate(callCore, given)),

    /** The same of the numbers of a link, without options. */
    direct: ({ call }, use) => use((given, flavour) => call(given.x, WEIGHTS(given), {}, flavour)),
  }),
);

/**
 * A test on the playground that all tests of a worker share. It has a link of its own, and an undo that goes back to
 * the tests before. A test of the page's opening, or of all that can be undone, has a page of its own.
 */
export const sharedTest = test.extend(
  /** @type {any} */ ({
    ...sharing(clearLab),

    /** The page complains of nothing, and asks for nothing once it is open. */
    quiet: [
      async ({ complaints, requests }, use) => {
        await use(undefined);
        expect([complaints, requests]).toEqual([[], []]);
      },
      { auto: true },
    ],
  }),
);

export { expect };

/** Takes back what no link holds: what is open, chosen, typed and kept, and the language. */
export async function clearLab(page) {
  await page.evaluate(() => {
    for (const open of document.querySelectorAll("dialog[open] .close, #settings[aria-expanded=true]"))
      /** @type {HTMLElement} */ (open).click();
    /** @type {HTMLElement} */ (document.activeElement).blur(); // a cell has focus again, or a field what was typed
    document.dispatchEvent(new PointerEvent("pointerdown")); // closes the menu that saves
    for (const fold of document.querySelectorAll("#maker, #known"))
      /** @type {HTMLDetailsElement} */ (fold).open = false;
    for (const field of document.querySelectorAll("#factor, #maker :is(input, textarea)")) {
      const input = /** @type {HTMLInputElement} */ (field);
      [input.value, input.checked] = [input.defaultValue, input.defaultChecked];
    }
    localStorage.clear();
    sessionStorage.clear();
    scrollTo(0, 0);
  });
  await follow(page, "#v=1&lang=");
}

/** Follows a link to another state on the open page. */
export const follow = (page, hash) =>
  page.evaluate(
    (link) =>
      new Promise((followed) => {
        addEventListener("hashchange", () => followed(), { once: true });
        history.replaceState(null, "", "#"); // no link is the one that it is followed from
        location.hash = link;
      }),
    hash,
  );

async function arriveAt(page, url) {
  const [file, link] = url.split("#");
  if (link !== undefined && page.url().split("#")[0] === file) await follow(page, `#${link}`);
  else await page.goto(url);
}

/** Opens the page, or follows the link where it is open; and its settings where the window has room for them. */
export async function openLab(page, url) {
  await arriveAt(page, url);
  await expect(page.locator("#engine")).toContainText("Computed in this tab");
  if (page.viewportSize().width >= 1200) await unfoldSettings(page);
}

/** A link may leave the settings out, or show them at once. Focus stays where it is. */
export async function unfoldSettings(page) {
  const button = page.locator("#settings[aria-expanded=false]");
  if (await button.isVisible()) await button.evaluate((one) => one.click());
}

/** The same in whichever language its link asks for; the settings stay as they are. */
export async function openIn(page, url) {
  await arriveAt(page, url);
  await expect(page.locator("#engine")).toContainText("SIMD");
}

export async function flavourOf(page) {
  return page.locator("#engine").getAttribute("data-flavour");
}

async function callCore([x, weights, options, flavour]) {
  const { load } = await import("/dist/heed.js");
  const heed = await load({ flavour });
  const kept = heed.selfAttention(x, {
    ...weights,
    ...options,
    keep: ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"],
  });
  return Object.fromEntries(
    Object.entries(kept).map(([name, { data, shape }]) => {
      const columns = shape.at(-1);
      const rows = Array.from({ length: data.length / columns }, (_, row) =>
        Array.from(data.slice(row * columns, (row + 1) * columns)),
      );
      return [name === "joined" ? "mixed" : name, rows];
    }),
  );
}

/** The page shows the mix of one head. With one head and no output projection this is the output. */
const onPage = (name) => (name === "output" ? "mixed" : name);

/** The texts of a matrix's cells, row by row, once it is drawn. */
export async function readMatrix(page, name) {
  await drawn(page);
  return page
    .locator(`attention-matrix[data-matrix=${onPage(name)}] tbody tr`)
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => cell.textContent)));
}

/** The texts of the table that follows one query: a row for each key. */
export async function readFollow(page) {
  await drawn(page);
  return page
    .locator("#follow-table tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll("td"), (cell) => cell.textContent)));
}

export const field = (page, name) => page.getByRole("textbox", { name, exact: true });

/** A number as the page should write it, not computed by the page's code.
 * It has the number of decimals of `like`, and no minus sign before a number that is 0. */
export function written(value, like) {
  return value
    .toFixed(like.split(".")[1]?.length ?? 0)
    .replace(/^-(?!0\.?0*$)/, "\u2212")
    .replace("-", "");
}

/** Every shown number is a number of the core, rounded. */
export function expectShown(shown, returned) {
  expect(shown).toEqual(returned.map((row, i) => row.map((value, j) => written(value, shown[i][j]))));
}

export async function expectLabShows(page, returned) {
  for (const name of ["q", "k", "v", "scores", "weights", "output"])
    expectShown(await readMatrix(page, name), returned[name]);
}

export const panel = (page) => page.getByRole("dialog");
/** A cell of the playground's matrix of that name. */
export const cellOf = (page, matrix, row, column) =>
  page.locator(`attention-matrix[data-matrix=${matrix}] td[data-row="${row}"][data-column="${column}"]`);
/** A text of a page as a number. */
export const number = (text) => Number(text.replaceAll("\u2212", "-"));

/** By keyboard. */
export async function openCell(page, matrix, row, column) {
  await cellOf(page, matrix, row, column).press("Enter");
}

export const focusedCell = (page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const { host } = /** @type {any} */ (active).getRootNode();
    return `${host?.dataset.matrix} ${active.dataset.row},${active.dataset.column}`;
  });
