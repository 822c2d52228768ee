// What <attention-matrix> must do alone on a page: its three layouts, and the keyboard.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { until } from "./in-each-browser.mjs";

const PAGE =
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>element</title>` +
  `<attention-matrix></attention-matrix><script type="module" src="/dist/element.js"></script>`;

const TOKENS = ["the", "animal", "was"];
const WEIGHTS = [1, 0, 0, 0.75, 0.25, 0, 0.5, 0.125, 0.375];
const THREE = { matrix: { data: WEIGHTS, shape: [3, 3] }, rowLabels: TOKENS, columnLabels: TOKENS };

let server;
before(async () => {
  server = await serve({ "/dist/": path.join(root, "dist") }, { texts: { "/": PAGE } });
});
after(() => server.close());

/** Opens the page and sets the element's properties. */
async function show(page, properties) {
  await page.goto(server.url);
  await until(page, () => customElements.get("attention-matrix") !== undefined);
  await page.run((given) => void Object.assign(document.querySelector("attention-matrix"), given), properties);
}

async function showsDigits(page) {
  await show(page, THREE);
  const shown = () => {
    const { shadowRoot } = document.querySelector("attention-matrix");
    const texts = (selector) => Array.from(shadowRoot.querySelectorAll(selector), (one) => one.textContent);
    const cells = texts("td[data-row]");
    return cells.length === 9 && { cells, heads: [texts("th[scope=row]"), texts("th[scope=col]")] };
  };
  const { cells, heads } = await until(page, shown);
  assert.deepEqual(cells.map(Number), WEIGHTS);
  assert.ok(
    cells.every((text) => /^\d\.\d{3}$/.test(text)),
    cells.join(),
  );
  assert.deepEqual(heads, [TOKENS, TOKENS]);
}

const focusedCell = () => {
  const cell = document.querySelector("attention-matrix").shadowRoot.activeElement;
  return [cell?.dataset.row, cell?.dataset.column, cell?.textContent].join(" ");
};

async function movesFocus(page) {
  await show(page, THREE);
  await until(page, () => document.querySelector("attention-matrix").shadowRoot.querySelector("td[data-row]") !== null);
  await page.run(() => document.querySelector("attention-matrix").shadowRoot.querySelector("td[data-row]").focus());
  const places = [];
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "End", "ArrowDown", "Home"]) {
    await page.press(key);
    places.push(await page.run(focusedCell));
  }
  assert.deepEqual(places, ["1 0 0.750", "1 1 0.250", "1 2 0.000", "1 2 0.000", "2 2 0.375", "2 0 0.500"]);
}

async function drawsArcs(page) {
  await show(page, { ...THREE, view: "arcs" });
  const arcs = await until(page, () => {
    const paths = Array.from(document.querySelector("attention-matrix").shadowRoot.querySelectorAll("svg path"));
    return (
      paths.length > 0 &&
      paths.map((one) => ({
        at: one.dataset.arc,
        width: Number(one.getAttribute("stroke-width")),
        length: one.getTotalLength(),
        colour: getComputedStyle(one).stroke,
      }))
    );
  });
  arcs.sort((a, b) => a.width - b.width);
  assert.deepEqual(
    arcs.map(({ at }) => at),
    ["2,1", "1,1", "2,2", "2,0", "1,0", "0,0"],
    "one arc for each weight above 0, thicker where it is larger",
  );
  arcs.forEach(({ width }, at) => assert.ok(width > (arcs[at - 1]?.width ?? 0), `${width} is not wider`));
  for (const { length, colour } of arcs) assert.ok(length > 10 && colour !== "none");
}

/** Fills a matrix of 100 × 100 in the page, so that the numbers need not be sent there. */
async function showLarge(page) {
  await show(page, {});
  await page.run(() => {
    const data = Float32Array.from({ length: 100 * 100 }, (_, at) => ((at * 37) % 101) / 100);
    document.querySelector("attention-matrix").matrix = { data, shape: [100, 100] };
  });
}

async function drawsAMap(page) {
  await showLarge(page);
  const colours = await until(page, () => {
    const canvas = document.querySelector("attention-matrix").shadowRoot.querySelector(".field canvas");
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set(new Uint32Array(data.buffer)).size;
    return found > 1 && found;
  });
  assert.ok(colours > 50, `the map has ${colours} colours`);
  await page.run(() => document.querySelector("attention-matrix").shadowRoot.querySelector(".controls input").focus());
  await page.press("50, 40");
  await page.press("Enter");
  await until(page, () => document.querySelector("attention-matrix").shadowRoot.activeElement?.dataset.row === "49");
  assert.equal(await page.run(focusedCell), `49 39 ${((((49 * 100 + 39) * 37) % 101) / 100).toFixed(4)}`);
}

export const ELEMENT = {
  "a matrix is a table of digits with labels": showsDigits,
  "the arrow keys, Home and End move the focus from cell to cell": movesFocus,
  "arcs are drawn, one for each weight above 0": drawsArcs,
  "a large matrix is a painted map, and a cell of it is found by its row and column": drawsAMap,
};
