// What the site must do: what a visitor does first, once each.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "../../scripts/serve.mjs";
import { LESSONS } from "../../scripts/site-pages.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { attention, headOf, npz } from "../site/model-page.mjs";
import { firstOf, KINDS, savedPages } from "../site/saved-pages.mjs";
import { until } from "./in-each-browser.mjs";

const SITE = path.join(root, "dist-site");
const onDisk = (file) => pathToFileURL(path.join(SITE, file)).href;

const numbersOf = (page, matrix) =>
  page.run((name) => Array.from(document.querySelector(`attention-matrix[data-matrix=${name}]`).matrix.data), matrix);

async function openPlayground(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
  await until(page, () => document.querySelector("#engine")?.textContent.includes("Computed in this tab"));
}

// ---- what each browser must do --------------------------------------------------------------------------------------

async function followsAnEdit(page) {
  await openPlayground(page, `${onDisk("play.html")}#v=1&preset=journey`);
  const before = await numbersOf(page, "weights");
  await page.run(() => {
    const input = document.querySelector("#edit-x input");
    input.focus();
    input.select();
  });
  await page.press("0.9");
  await until(page, (text) => document.querySelector("#edit-x input").value === text, "0.9");
  const after = await numbersOf(page, "weights");
  assert.notDeepEqual(after, before);
  for (let row = 0; row < 6; row++) {
    const sum = after.slice(6 * row, 6 * row + 6).reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(sum - 1) < 1e-6, `the weights of row ${row} add up to ${sum}`);
  }
}

async function opensTheInspector(page) {
  await openPlayground(page, `${onDisk("play.html")}#v=1&preset=journey`);
  // A matrix is drawn when its turn comes.
  await until(page, () => {
    const { shadowRoot } = document.querySelector("attention-matrix[data-matrix=weights]");
    const cell = shadowRoot.querySelector("td[data-row='1'][data-column='0']");
    cell?.focus();
    return cell !== null;
  });
  await page.press("Enter");
  const shown = await until(page, () => {
    const panel = document.querySelector("[role=dialog], dialog[open]");
    return (
      panel && {
        title: panel.querySelector("h2").textContent,
        returned: panel.querySelector(".returned").textContent,
        formula: panel.querySelector("math")?.getBoundingClientRect().width,
      }
    );
  });
  assert.equal(shown.title, "What “journey” gives to “Your”");
  assert.equal(Math.fround(Number(shown.returned)), (await numbersOf(page, "weights"))[6]);
  assert.ok(shown.formula > 40, "the formula is laid out");
}

async function exports(page) {
  await openPlayground(page, `${onDisk("play.html")}#v=1&preset=journey`);
  const [texts, status] = await page.run(async () => {
    const saved = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => (saved.push(blob), make.call(URL, blob));
    const host = document.querySelector("#export");
    host.querySelector("button[aria-expanded]").click();
    for (const name of ["JSON", "PNG, 2×"]) {
      const count = saved.length;
      Array.from(host.querySelectorAll("button"))
        .find((one) => one.textContent.startsWith(name))
        .click();
      for (let turn = 0; turn < 600 && saved.length <= count; turn++) await new Promise((next) => setTimeout(next, 50));
    }
    const bytes = new Uint8Array(await saved.find(({ type }) => type === "image/png").arrayBuffer());
    const json = await saved.find(({ type }) => type === "application/json").text();
    return [[json, String.fromCharCode(...bytes.subarray(1, 4))], host.querySelector("[role=status]").textContent];
  });
  assert.match(status, /^Saved as heed-.*\.png\./);
  assert.equal(texts[1], "PNG");
  const { data, shape } = JSON.parse(texts[0]);
  assert.deepEqual(shape, [6, 6]);
  const shown = await Promise.all(["weights", "scores"].map((name) => numbersOf(page, name)));
  assert.ok(shown.some((numbers) => numbers.every((number, i) => number === Math.fround(data.flat()[i]))));
}

async function trainsInALesson(page) {
  await page.goto("about:blank");
  await page.goto(onDisk("learn/learned.html"));
  await until(page, () => document.querySelector("body[data-ready]") !== null);
  // in a high window it has begun
  await page.run(() =>
    Array.from(document.querySelectorAll("#training button"))
      .find((one) => one.textContent.trim() === "Run")
      ?.click(),
  );
  const verdict = await until(page, () => {
    const { value, max } = document.querySelector("#training progress");
    const text = document.querySelector("#verdict").textContent;
    return value === max && text.includes("Examined on 1024 bags") && text;
  });
  const accuracy = Number(/(\d+(?:\.\d+)?)\s*%/.exec(verdict)[1]);
  assert.ok(accuracy >= 95, verdict);
}

/** Opens a page from disk, without a state of an earlier page. */
async function openOnDisk(page, file, hash = "") {
  await page.goto("about:blank");
  await page.goto(onDisk(file) + hash);
}

/** Presses the button with this name in the part of the page. */
const pressIn = (page, part, name) =>
  page.run(
    (host, text) =>
      Array.from(document.querySelectorAll(`${host} button`))
        .find((button) => button.textContent === text)
        .click(),
    part,
    name,
  );
const textOf = (page, selector) => page.run((found) => document.querySelector(found).textContent, selector);

async function showsTheFrontDoor(page) {
  await openOnDisk(page, "index.html");
  await until(page, () => /The 8 heads of this example/.test(document.querySelector("#proof").textContent));
  const said = await textOf(page, "#said");
  assert.match(said, /^“it” looks at “cat” with 78\u00a0%\.$/);
  await page.run(() => document.querySelector("#sentence button").click());
  await until(page, (before) => document.querySelector("#said").textContent !== before, said);
  assert.match(await textOf(page, "#said"), /^“The” looks at/);
  await page.run(() => document.querySelector("#again").click());
  await until(page, () => document.querySelector("#learned").textContent.startsWith("It has just learned this"));
  assert.match(await textOf(page, "#meaning"), /^The model says: “it” means “animal” \((100|9\d(\.\d)?)\u00a0%\)\./);
  assert.match(await textOf(page, "#tested-right output"), /^(100|99(\.\d)?)\u00a0%$/);
  await openOnDisk(page, "learn/index.html");
  await until(page, (count) => document.querySelectorAll("[data-lesson] svg").length === count, LESSONS.length);
}

const isMarked = (name) => performance.getEntriesByName(name).length > 0;

/** Opens a cell of the chosen head, and waits until the inspector's panel holds the text. */
async function openCellOfHead(page, row, column, text) {
  await until(
    page,
    (selector) => {
      const cell = document.querySelector("#head-matrix").shadowRoot.querySelector(selector);
      cell?.focus();
      return cell !== null;
    },
    `td[data-row='${row}'][data-column='${column}']`,
  );
  await page.press("Enter");
  await until(page, (told) => document.querySelector("dialog.inspector[open]")?.textContent.includes(told), text);
}

const numbersOfHead = (page) => page.run(() => Array.from(document.querySelector("#head-matrix").matrix.data));

async function readsASentence(page) {
  await openOnDisk(page, "encoder.html");
  await until(page, isMarked, "heed-encoder-full");
  // Eight pieces; "it" is the fifth, "cat" the second.
  assert.ok(Math.abs((await numbersOfHead(page))[4 * 8 + 1] - 0.77) < 0.02);
  await openCellOfHead(page, 4, 1, "128 products");
}

async function opensAFileOfAModel(page) {
  await openOnDisk(page, "model.html", "#lang=en");
  await until(page, isMarked, "heed-story-first");
  assert.equal(await textOf(page, "#likely .token"), "Ben");
  await openOnDisk(page, "model.html", "#file=example");
  await until(page, isMarked, "heed-grid-full");
  await page.run(() => document.querySelector("#grid td[data-layer='1'][data-head='1']").click());
  await until(page, () => document.querySelector("#own-scores").textContent.includes("Each number opens"));
  await openCellOfHead(page, 0, 0, "float64");
  const values = attention();
  await page.run(
    (bytes) => {
      performance.clearMarks();
      const given = new DataTransfer();
      given.items.add(new File([Uint8Array.from(bytes)], "a.npz"));
      const input = document.querySelector("#file");
      input.files = given.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    Array.from(npz(values, { deflate: true })),
  );
  await until(page, isMarked, "heed-grid-full");
  await page.run(() => document.querySelector("#grid td[data-layer='1'][data-head='3']").click());
  await until(page, () => document.querySelector("#head-title").textContent === "Layer 1, head 3");
  assert.deepEqual(await numbersOfHead(page), headOf(values, 1, 3));
}

/** How fast it is, is no matter here. */
async function measures(page) {
  await openOnDisk(page, "bench.html", "#one&lang=en");
  await page.run(() => document.querySelector("#start").click());
  // The published figures go when this browser's own come.
  await until(page, () => document.querySelector("#figures-published").textContent === "");
  await until(page, () => document.querySelector("#figures tbody th[scope=row]") !== null);
  assert.ok(Number.parseFloat(await textOf(page, "#peak")) > 0);
  await page.run(() => document.querySelector("#start").click());
  await until(page, () => document.querySelector("#status").textContent.startsWith("Stopped."));
}

/** Words are dragged in lesson 2; lesson 10 shuffles them, learns their places, and draws a mask. */
async function drawsInTheLessons(page) {
  await openOnDisk(page, "learn/without-weights.html");
  await until(page, () => document.querySelector("body[data-ready]") !== null);
  assert.match(await textOf(page, "#score-said"), /^“tired” meets “animal”/);
  await openOnDisk(page, "learn/order-and-masks.html", "#v=1&lang=en&places=learned");
  await until(page, () => document.querySelector("body[data-ready]") !== null);
  await page.run(() => document.querySelector("#shuffle").click());
  await until(page, () => document.querySelector("#order-verdict").textContent.includes("Now the rows depend"));
  await pressIn(page, "#training", "Skip to the end");
  await until(page, () =>
    /^After step 120, .* (9\d|8\d|100)/.test(document.querySelector("#learned-so-far").textContent),
  );
  await pressIn(page, "#presets", "an empty row");
  await until(page, () => document.querySelector("#blind").textContent.startsWith("“animal” may see nothing"));
}

/** Every page of learn/ gets ready, whatever it shows. */
async function opensEveryLesson(page) {
  const files = (await readdir(path.join(SITE, "learn"))).filter((name) => name.endsWith(".html"));
  assert.ok(files.length > 12, `${files}`);
  for (const file of files) {
    await openOnDisk(page, `learn/${file}`);
    await until(page, () => document.querySelector("body[data-ready]") !== null);
  }
}

async function learnsToCopy(page) {
  await openOnDisk(page, "learn/two-layers.html");
  await until(page, () => document.querySelectorAll("#tokens button").length === 20);
  await pressIn(page, "#training", "Skip to the end");
  const verdict = await until(page, () => {
    const { textContent } = document.querySelector("#verdict");
    return textContent.startsWith("Two layers get") && textContent;
  });
  const [two, one] = verdict.match(/\d+/g).map(Number);
  assert.ok(two >= 97 && one < 40, verdict);
  const guessed = () => document.querySelectorAll("#tokens .right").length;
  assert.ok((await until(page, guessed)) >= 8);
  await page.run(() => {
    const thumb = document.querySelector("#training .thumb");
    thumb.value = "0";
    thumb.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await until(page, () => document.querySelectorAll("#tokens .right").length < 3);
}

async function opensSavedPages(page) {
  const saved = savedPages();
  for (const [name, options] of Object.entries(KINDS)) {
    await page.goto("about:blank");
    await page.goto(saved[name]);
    await until(
      page,
      () => document.querySelector("#loading") === null && document.querySelector("#words li") !== null,
    );
    const shown = await page.run(() => Array.from(document.querySelector("attention-matrix").matrix.data));
    assert.deepEqual(shown, firstOf(options), name);
  }
}

/** A program of the documentation runs with the package from the file beside its page, and the search finds. */
async function readsTheDocumentation(page) {
  await openOnDisk(page, "docs/index.html");
  const printed = await until(page, () => {
    const box = document.querySelector(".program[data-program]");
    box.scrollIntoView();
    return box.matches("[data-done]") && box.querySelector(".printed").textContent;
  });
  assert.equal(printed, "[ 3, 3 ] 0.345 0.330 0.326");
  await page.run(() => {
    const field = document.querySelector("#search");
    field.value = "truncate";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.match(await textOf(page, "#found [role=option]"), /KeyValueCache\.truncate/);
  const missing = await page.run(() => getComputedStyle(document.querySelector(".without-files")).display);
  assert.equal(missing, "none", "the style has come");
  await openOnDisk(page, "docs/take-it-with-you.html");
  await until(page, () => Array.from(document.images).every(({ naturalWidth }) => naturalWidth > 0));
}

/** A small model learns to the end of its steps, its heads are drawn, and it writes. */
async function trainsALanguageModel(page) {
  await openOnDisk(page, "train.html", "#lang=en&steps=60&dim=16&heads=2&tokens=16&batch=4");
  await page.run(() => document.querySelector("#start").click());
  await until(page, () => document.querySelector("#status").textContent.includes("numbers learned"));
  await until(page, () => document.querySelector("#shown-step").textContent === "60");
  assert.equal(await page.run(() => document.querySelectorAll("#heads figure").length), 2);
  assert.ok((await textOf(page, "#sample")).length > 0);
}

async function needsNoNetworkTwice(page) {
  const server = await serve({ "/": SITE });
  try {
    await openPlayground(page, `${server.url}/play.html#v=1&preset=journey`);
    await page.run(() => navigator.serviceWorker.ready.then(() => true));
    await until(page, () => navigator.serviceWorker.controller !== null);
    await page.goto(`${server.url}/learn/look-up.html`);
    await openPlayground(page, `${server.url}/#v=1&preset=cat`);
    await until(page, () =>
      caches
        .keys()
        .then(([name]) => caches.open(name))
        .then((cache) => cache.keys())
        .then(({ length }) => length === 3),
    );
  } finally {
    await server.close();
  }
  await openPlayground(page, `${server.url}/#v=1&preset=cat`);
  await page.goto(`${server.url}/learn/look-up.html`);
  assert.ok(await until(page, () => document.querySelector("h1")?.textContent));
}

// ---- the tests ------------------------------------------------------------------------------------------------------

const DEEDS = {
  "the playground opens from disk and follows an edit": followsAnEdit,
  "a weight is opened and taken apart": opensTheInspector,
  "a matrix is saved as JSON and as a picture": exports,
  "a lesson trains in its worker, from disk, until it has learned": trainsInALesson,
  "the front door and the list of the lessons open from disk": showsTheFrontDoor,
  "the encoder reads a sentence, from disk, and a cell opens down to its products": readsASentence,
  "the viewer opens its example and a compressed file, from disk, down to a product": opensAFileOfAModel,
  "the page that measures has a first figure, from disk, and stops": measures,
  "every page of the lessons opens from disk and gets ready": opensEveryLesson,
  "the lessons draw, shuffle, learn and mask, from disk": drawsInTheLessons,
  "two layers learn to copy, and every step can be seen again": learnsToCopy,
  "a language model trains to its end, from disk, and writes": trainsALanguageModel,
  "the documentation runs its programs and searches, from disk, with the files beside its pages": readsTheDocumentation,
  "saved pages of each kind show the given numbers, from disk": opensSavedPages,
  "a second visit over http needs no network": needsNoNetworkTwice,
};

/** None of the pages may complain in the console; only Firefox tells. */
const withoutComplaint = (deed) => async (page) => {
  await deed(page);
  assert.deepEqual(page.complaints ?? [], [], "the page complains");
};

export const PAGES = Object.fromEntries(
  Object.entries(DEEDS).map(([sentence, deed]) => [sentence, withoutComplaint(deed)]),
);
