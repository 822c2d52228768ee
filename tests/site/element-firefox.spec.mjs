// <attention-matrix> in Firefox: its views, its map, and editing.
import path from "node:path";
import { expect } from "@playwright/test";
import { testInFirefox } from "./firefox.mjs";
import { redsIn, seenIn } from "./seen.mjs";
import { root, serve } from "./serve.mjs";

const PAGE =
  `<!doctype html><html lang="en"><meta ` +
  `charset="utf-8"><title>element</title><attention-matrix></attention-matrix><script type="module" ` +
  `src="/dist/element.js"></script>`;

testInFirefox("a map goes to a cell, arcs are drawn, a cell is edited, and hatching is lines", async (page) => {
  const server = await serve({ "/dist/": path.join(root, "dist") }, { texts: { "/": PAGE } });
  try {
    await page.goto(server.url);
    await page.waitForFunction(() => customElements.get("attention-matrix") !== undefined);
    const inside = (work) => page.$eval("attention-matrix", work);

    await inside((host) => {
      const data = Float32Array.from({ length: 100 * 100 }, (_, at) => ((at * 37) % 101) / 100);
      Object.assign(host, {
        matrix: { data, shape: [100, 100] },
        mask: Array.from(data, (_, at) => at % 100 <= at / 100),
      });
    });
    await page.waitForFunction(() =>
      document.querySelector("attention-matrix").shadowRoot.querySelector(".controls input"),
    );
    await inside((host) => host.shadowRoot.querySelector(".controls input").focus());
    await page.keyboard.type("50, 40");
    await page.keyboard.press("Enter");
    const there = await seenIn(page, () => {
      const host = document.querySelector("attention-matrix");
      const cell = host.shadowRoot.activeElement;
      const [own, ring] = [
        cell.getBoundingClientRect(),
        host.shadowRoot.querySelector(".ring").getBoundingClientRect(),
      ];
      return [
        cell.dataset.row,
        cell.dataset.column,
        cell.textContent,
        Math.round(own.width),
        Math.round(own.left - ring.left),
      ];
    });
    expect(there).toEqual(["49", "39", ((((49 * 100 + 39) * 37) % 101) / 100).toFixed(4), 40, 0]);
    await expect.poll(() => shareOfInk(page)).toBeLessThan(0.5);

    await inside((host) =>
      Object.assign(host, {
        matrix: { data: Float32Array.of(0.25, 0.75, 0.5, 0.5), shape: [2, 2] },
        mask: null,
        view: "arcs",
      }),
    );
    await page.waitForFunction(
      () => document.querySelector("attention-matrix").shadowRoot.querySelectorAll("path").length === 4,
    );
    await inside((host) => Object.assign(host, { view: "heatmap", editable: true }));
    await page.waitForFunction(() => document.querySelector("attention-matrix").shadowRoot.querySelector(".home td"));
    await inside((host) => host.shadowRoot.querySelector("td[data-row]").focus());
    await page.keyboard.type("0.125");
    await page.keyboard.press("Enter");
    await expect.poll(() => inside((host) => Array.from(host.matrix.data))).toEqual([0.125, 0.75, 0.5, 0.5]);
  } finally {
    await server.close();
  }
});

/** How much of the hatched upper right corner of the map is darker than the ground. */
async function shareOfInk(page) {
  await page.evaluate(() =>
    document.querySelector("attention-matrix").shadowRoot.querySelector("[aria-label='Fit all of it']").click(),
  );
  const box = await seenIn(page, () =>
    document.querySelector("attention-matrix").shadowRoot.querySelector(".field").getBoundingClientRect().toJSON(),
  );
  const corner = { x: Math.round(box.right - 120), y: Math.round(box.top + 20), width: 60, height: 60 };
  const reds = await redsIn(page, corner);
  return reds.filter((red) => red < 200).length / reds.length;
}

testInFirefox("from right to left, numbers stand on their own colours, under their own names", async (page) => {
  const server = await serve(
    { "/dist/": path.join(root, "dist") },
    { texts: { "/": PAGE.replace("<html", '<html dir="rtl"') } },
  );
  try {
    await page.goto(server.url);
    await page.waitForFunction(() => customElements.get("attention-matrix") !== undefined);
    await page.$eval("attention-matrix", (host) =>
      Object.assign(host, {
        matrix: { data: Float32Array.of(0, 0.25, 0.5, 0.25), shape: [2, 2] },
        columnLabels: ["a", "b"],
      }),
    );
    const places = () =>
      seenIn(page, () => {
        const { shadowRoot } = document.querySelector("attention-matrix");
        const middles = (parts) =>
          Array.from(shadowRoot.querySelectorAll(parts), (part) => {
            const { left, right } = part.getBoundingClientRect();
            return Math.round((left + right) / 2);
          });
        const { left, width } = shadowRoot.querySelector(".plate canvas").getBoundingClientRect();
        return {
          cells: middles("td[data-row='0']"),
          names: middles("th[scope='col']"),
          colours: [0.25, 0.75].map((share) => Math.round(left + share * width)),
        };
      });
    await expect.poll(async () => (await places()).cells.length).toBe(2);
    const { cells, names, colours } = await places();
    expect([cells, names]).toEqual([colours, colours]);
    expect(cells[0]).toBeLessThan(cells[1]);
  } finally {
    await server.close();
  }
});
