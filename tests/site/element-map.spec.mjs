// <attention-matrix> of more than 64 rows, 64 columns or 2048 cells: a map that is zoomed and panned, over a window of
// cells.
import { cells, expect, matrix, sharedTest as test, show, told } from "./element-page.mjs";
import { boxOf, drawn, seen } from "./seen.mjs";

/** Gives the page's element n × n numbers made in the page: value(row, column) is a function's text. */
async function large(page, n, value, properties = {}) {
  await matrix(page).evaluate(
    (element, given) => {
      const data = new Float32Array(given.n * given.n);
      // A page takes texts and numbers from a test, so a function goes there as a text.
      // oxlint-disable-next-line typescript/no-implied-eval
      const valueAt = new Function("row", "column", "n", `return ${given.value}`);
      for (let at = 0; at < data.length; at++) data[at] = valueAt(Math.floor(at / given.n), at % given.n, given.n);
      Object.assign(element, { matrix: { data, shape: [given.n, given.n] } }, given.properties);
    },
    { n, value, properties },
  );
  await frames(page);
}
const frames = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
const button = (page, name) => page.getByRole("button", { name, exact: true });
const field = (page) => page.locator("attention-matrix .field");

/**
 * What is painted: how many cells lie in a pixel's side, the colours, and where the canvas is in the field, in CSS
 * pixels.
 */
async function painted(page) {
  const { reds, ...rest } = await seen(matrix(page), (host) => {
    const canvas = host.shadowRoot.querySelector(".field canvas");
    const [box, frame] = [
      canvas.getBoundingClientRect(),
      host.shadowRoot.querySelector(".field").getBoundingClientRect(),
    ];
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    // as a text, a sign a pixel: a hundred thousand numbers and more take Playwright a second to pass on
    const signs = Array.from({ length: canvas.width * canvas.height }, (_, at) => String.fromCharCode(data[4 * at]));
    return {
      side: Number(canvas.dataset.side),
      width: canvas.width,
      height: canvas.height,
      reds: signs.join(""),
      scale: box.width / canvas.width,
      left: box.left - frame.left,
      top: box.top - frame.top,
    };
  });
  return { ...rest, reds: Array.from(Buffer.from(reds, "latin1")) };
}

async function goTo(page, text) {
  const input = page.getByRole("textbox", { name: "Go to row, column" });
  await input.fill(text);
  await input.press("Enter");
  await frames(page);
}

test(
  "2048 × 2048: the overview is the maximum of the cells that share a pixel, so that one strong weight is " + "seen",
  async ({ page }) => {
    const strong = [
      [776, 100],
      [776, 301],
      [1001, 502],
      [777, 1501],
      [2047, 2047],
    ];
    await large(page, 2048, `${JSON.stringify(strong)}.some(([i, j]) => i === row && j === column) ? 1 : 0`);
    const { side, width, height, reds } = await painted(page);
    expect(side).toBe(4);
    expect([width, height]).toEqual([512, 512]);
    const dark = reds.map((red, at) => [red, at]).filter(([red]) => red < 100);
    expect(dark.map(([, at]) => [Math.floor(at / width), at % width]).sort()).toEqual(
      strong.map(([row, column]) => [Math.floor(row / 4), Math.floor(column / 4)]).sort(),
    );
  },
);

test("of signed numbers the overview shows the one farthest from zero, on whichever side", async ({ page }) => {
  await large(page, 2048, "row % 4 === 1 && column % 4 === 2 ? (row < 1024 ? -3 : 3) : (row < 1024 ? 1 : -1)", {
    kind: "scores",
  });
  const { reds } = await painted(page);
  const brown = reds[0];
  const green = reds.at(-1);
  expect(brown).toBeGreaterThan(green);
  expect(new Set(reds.slice(0, reds.length / 2))).toEqual(new Set([brown]));
  expect(new Set(reds.slice(reds.length / 2))).toEqual(new Set([green]));
});

/**
 * The steps of a map's pixels, by way of the bar, whose colours are in their order (0: hatched); and where they differ
 * from a loop of the test's own.
 */
const pooled = (page, given) =>
  seen(
    matrix(page),
    (host, { rows, columns, side, own }) => {
      const pixels = (canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return Array.from(new Uint32Array(data.buffer));
      };
      const ramp = pixels(host.shadowRoot.querySelector(".bar canvas"));
      const shown = pixels(host.shadowRoot.querySelector(".field canvas")).map((colour) =>
        colour === 0 ? 0 : 1 + ramp.indexOf(colour),
      );
      const { data } = host.matrix;
      const largest = Array.from({ length: rows }, (_, row) =>
        data.subarray(row * columns, (row + 1) * columns).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      );
      const direct = [];
      for (let top = 0; top < rows; top += side) {
        for (let left = 0; left < columns; left += side) {
          let [sum, count] = [0, 0];
          for (let row = top; row < Math.min(rows, top + side); row++) {
            for (let column = left; column < Math.min(columns, left + side); column++) {
              if (host.mask !== null && !host.mask[row * columns + column]) continue;
              sum += data[row * columns + column] / (own ? largest[row] : 1);
              count++;
            }
          }
          const mean = sum / count;
          const place = own
            ? 0.5 + (Math.sign(mean) * Math.log1p(Math.abs(mean) / 1e-3)) / (2 * Math.log1p(1e3))
            : mean;
          // Steps that share a colour are one here.
          direct.push(count === 0 ? 0 : 1 + ramp.indexOf(ramp[Math.round(254 * place)]));
        }
      }
      const wrong = shown.flatMap((step, at) => (step === direct[at] ? [] : [[at, step, direct[at]]]));
      return { shown, wrong: wrong.slice(0, 8), pixels: direct.length };
    },
    given,
  );

test(
  "a reader may ask for the mean: each pixel is that of its cells, without those that are masked, also at " +
    "the ragged edge",
  async ({ page }) => {
    await large(page, 1503, "((row * 31 + column * 17) % 256) / 256", { pool: "mean" });
    const [rows, columns, side] = [1503, 1503, 4];
    await expect.poll(async () => (await painted(page)).side).toBe(side);
    const whole = await pooled(page, { rows, columns, side });
    expect([whole.wrong, whole.shown.length]).toEqual([[], whole.pixels]);
    await matrix(page).evaluate(
      (element) =>
        (element.mask = Uint8Array.from({ length: 1503 * 1503 }, (_, at) =>
          at % 1503 <= Math.floor(at / 1503) ? 1 : 0,
        )),
    );
    await frames(page);
    const causal = await pooled(page, { rows, columns, side });
    expect(causal.wrong).toEqual([]);
    expect([causal.shown[1], new Set(causal.shown).size > 20]).toEqual([0, true]);
  },
);

test(
  "where each row has a domain of its own, the mean is of shares of its largest, also signed and by powers " + "of ten",
  async ({ page }) => {
    await large(page, 1200, "(column === 0 ? 1 : ((row * 31 + column * 17) % 256 - 100) / 256) * 2 ** (row % 7)", {
      kind: "scores",
      perRow: true,
      log: true,
      pool: "mean",
    });
    const { shown, wrong } = await pooled(page, { rows: 1200, columns: 1200, side: 4, own: true });
    expect(wrong).toEqual([]);
    expect(Math.min(...shown)).toBeLessThan(128);
  },
);

test(
  "under a map whose pixels have several cells a reader chooses between the strongest and the mean; " +
    "under others there is nothing to choose",
  async ({ page }) => {
    await large(page, 1200, "row === 776 && column === 100 ? 1 : 0");
    const choice = page.getByRole("combobox", { name: "Cells in one pixel show" });
    await expect(choice).toHaveValue("max");
    const [strongest] = (await painted(page)).reds.toSorted((a, b) => a - b);
    await choice.selectOption("their mean");
    await frames(page);
    await expect(matrix(page)).toHaveAttribute("pool", "mean");
    const [mean] = (await painted(page)).reds.toSorted((a, b) => a - b);
    expect(mean).toBeGreaterThan(strongest);
    // Close up a pixel is a cell: the choice stays where it is, and the cell has its own colour.
    await goTo(page, "777, 101");
    await expect(choice).toHaveValue("mean");
    expect(Math.min(...(await painted(page)).reds)).toBe(strongest);
    await matrix(page).evaluate((element) => element.removeAttribute("pool"));
    await expect(choice).toHaveValue("max");
    await large(page, 100, "0");
    await expect(choice).toBeHidden();
  },
);

test("2048 × 2048: close up, pixels and cells are those of the numbers, in every corner", async ({ page }) => {
  await large(page, 2048, "((row * 31 + column * 17) % 256) / 255");
  const ramp = await seen(matrix(page), (host) => {
    const canvas = host.shadowRoot.querySelector(".bar canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 1);
    return Array.from({ length: canvas.width }, (_, at) => data[4 * at]);
  });
  for (const [row, column] of [
    [1, 1],
    [1, 2048],
    [2048, 1],
    [2048, 2048],
    [1000, 333],
  ]) {
    await goTo(page, `${row}, ${column}`);
    const { side, width, height, reds, scale, left, top } = await painted(page);
    expect(side).toBe(1);
    const place = { row: row - 1, column: column - 1 };
    // The cell that has focus says which of the painted cells are which.
    const cell = page.locator(`attention-matrix td[data-row="${place.row}"][data-column="${place.column}"]`);
    await expect(cell).toBeFocused();
    const box = await seen(cell, (td) => {
      const [own, frame] = [td.getBoundingClientRect(), td.closest(".field").getBoundingClientRect()];
      return { left: own.left - frame.left, top: own.top - frame.top };
    });
    const [firstRow, firstColumn] = [
      place.row - Math.round((box.top - top) / scale),
      place.column - Math.round((box.left - left) / scale),
    ];
    const value = (i, j) => ((i * 31 + j * 17) % 256) / 255;
    const expected = Array.from(
      { length: width * height },
      (_, at) =>
        ramp[Math.round(254 * Math.fround(value(firstRow + Math.floor(at / width), firstColumn + (at % width))))],
    );
    expect(reds).toEqual(expected);
    await expect(cell).toHaveText(value(place.row, place.column).toFixed(4));
    await expect(cell).toHaveAttribute("aria-colindex", String(column + 1));
    await expect(cell.locator("xpath=..")).toHaveAttribute("aria-rowindex", String(row + 1));
  }
});

test("the grid is a window of 16 × 16 cells round the one with focus, and says where they are", async ({ page }) => {
  await large(page, 200, "column / 1000", {
    rowLabels: Array.from({ length: 200 }, (_, at) => `q${at}`),
    columnLabels: Array.from({ length: 200 }, (_, at) => `k${at}`),
  });
  const grid = page.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", "201");
  await expect(grid).toHaveAttribute("aria-colcount", "201");
  await expect(cells(page)).toHaveCount(256);
  await cells(page).first().focus();
  const events = await told(page, ["matrix-focus", "matrix-open"]);
  for (const [key, row, column] of [
    ["PageDown", 10, 0],
    ["PageDown", 20, 0],
    ["End", 20, 199],
    ["ArrowRight", 20, 199],
    ["ArrowUp", 19, 199],
    ["Control+End", 199, 199],
    ["PageUp", 189, 199],
    ["Home", 189, 0],
    ["Control+Home", 0, 0],
    ["ArrowDown", 1, 0],
  ]) {
    await page.keyboard.press(key);
    const cell = page.locator(`attention-matrix td[data-row="${row}"][data-column="${column}"]`);
    await expect(cell).toBeFocused();
    await expect(cell).toHaveText((column / 1000).toFixed(4));
    await expect(cell).toHaveAttribute("aria-colindex", String(column + 2));
    await expect(page.getByRole("rowheader", { name: `q${row}`, exact: true })).toHaveCount(1);
    await expect(page.getByRole("columnheader", { name: `k${column}`, exact: true })).toHaveAttribute(
      "aria-colindex",
      String(column + 2),
    );
    await expect(page.locator("attention-matrix td[tabindex='0']")).toHaveCount(1);
    await expect(cells(page)).toHaveCount(256);
  }
  await page.keyboard.press("Enter");
  const said = await events();
  expect(
    said.filter(([type]) => type === "matrix-focus").map(([, place]) => place && [place.row, place.column]),
  ).toEqual([
    [10, 0],
    [20, 0],
    [20, 199],
    [19, 199],
    [199, 199],
    [189, 199],
    [189, 0],
    [0, 0],
    [1, 0],
  ]);
  expect(said.at(-1)).toEqual(["matrix-open", { row: 1, column: 0 }]);
});

test("the largest of the row are named, each a way to its cell", async ({ page }) => {
  await large(page, 100, "column === (row * 7 + 3) % 100 ? 0.5 : column === 5 ? 0.25 : 0.25 / 98", { top: 3 });
  const top = page.getByRole("list", { name: "The 3 largest of row “1”" });
  await expect(top.getByRole("button")).toHaveText([/^40\.5000$/, /^60\.2500$/, /^10\.0026$/]);
  await top.getByRole("button").first().click();
  await expect(page.locator("attention-matrix td[data-row='0'][data-column='3']")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("list", { name: "The 3 largest of row “2”" }).getByRole("button").first()).toHaveText(
    /^11/,
  );
});

test("buttons zoom, pan and fit; what cannot be done says so and keeps the focus", async ({ page }) => {
  await large(page, 256, "row / 256");
  const whole = await painted(page);
  await expect(button(page, "Zoom out")).toHaveAttribute("aria-disabled", "true");
  await expect(button(page, "Pan right")).toHaveAttribute("aria-disabled", "true");
  await button(page, "Zoom in").press("Enter");
  const twice = await painted(page);
  expect(twice.scale).toBeCloseTo(2 * whole.scale, 3);
  expect(twice.left).toBeLessThanOrEqual(0);
  await button(page, "Pan down").click();
  await expect.poll(async () => (await painted(page)).reds[0]).not.toBe(twice.reds[0]);
  for (let press = 0; press < 8; press++) await button(page, "Zoom in").press("Enter");
  await expect.poll(async () => (await painted(page)).scale).toBeCloseTo(64, 1);
  await expect(button(page, "Zoom in")).toHaveAttribute("aria-disabled", "true");
  await expect(button(page, "Zoom in")).toBeFocused();
  await button(page, "Fit all of it").click();
  await expect.poll(() => painted(page)).toEqual(whole);
});

test("keys zoom, pan and fit from the grid, and the cell with focus stays in sight", async ({ page }) => {
  await large(page, 256, "0");
  await cells(page).first().focus();
  const { scale } = await painted(page);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(async () => (await painted(page)).scale).toBeCloseTo(4 * scale, 3);
  await page.keyboard.press("Control+End");
  const ring = await boxOf(page.locator("attention-matrix .ring"));
  const frame = await boxOf(field(page));
  expect(ring.x + ring.width).toBeLessThanOrEqual(frame.x + frame.width + 16);
  expect(ring.x).toBeGreaterThan(frame.x + frame.width / 2);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(async () => (await boxOf(page.locator("attention-matrix .ring"))).x).toBeGreaterThan(ring.x);
  await page.keyboard.press("0");
  await expect.poll(async () => (await painted(page)).scale).toBeCloseTo(scale, 6);
  await page.keyboard.press("g");
  await expect(page.getByRole("textbox", { name: "Go to row, column" })).toBeFocused();
});

test("the wheel zooms with Ctrl or once the grid has focus, round the pointer; else the page scrolls", async ({
  page,
}) => {
  await page.evaluate(() => (document.body.style.blockSize = "5000px"));
  await large(page, 256, "0");
  const whole = await painted(page);
  const box = await boxOf(field(page));
  const events = await told(page, ["matrix-hover"]);
  await page.mouse.move(box.x + 100, box.y + 200);
  await page.mouse.wheel(0, -300);
  await expect.poll(async () => (await painted(page)).scale).toBeCloseTo(whole.scale, 6);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  const near = await painted(page);
  expect(near.scale).toBeGreaterThan(1.5 * whole.scale);
  await page.mouse.move(box.x + 100.2, box.y + 200);
  await expect.poll(events).toHaveLength(1); // the cell under the pointer is still under it
  await cells(page)
    .first()
    .evaluate((cell) => cell.focus({ preventScroll: true }));
  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await painted(page)).scale).toBeGreaterThan(near.scale);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("a drag pans and opens nothing; a click opens the cell under it", async ({ page }) => {
  await large(page, 128, "(row * 128 + column) / 16384");
  const events = await told(page, ["matrix-open", "matrix-hover"]);
  const box = await boxOf(field(page));
  await goTo(page, "60, 60");
  const before = await painted(page);
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 160, { steps: 5 });
  await page.mouse.up();
  const after = await painted(page);
  expect(after.reds).not.toEqual(before.reds);
  await expect.poll(async () => (await events()).filter(([type]) => type === "matrix-open")).toEqual([]);
  await button(page, "Fit all of it").click();
  await frames(page);
  await page.mouse.click(box.x + (10.5 / 128) * box.width, box.y + (100.5 / 128) * box.height);
  await expect.poll(async () => (await events()).at(-1)).toEqual(["matrix-open", { row: 100, column: 10 }]);
  await expect
    .poll(async () => (await events()).filter(([type]) => type === "matrix-hover").at(-1))
    .toEqual(["matrix-hover", { row: 100, column: 10 }]);
  await expect(matrix(page).locator("[part=readout]")).toHaveText("101 → 11: 0.781860");
});

test("a press that ends beside the map is over: the pointer then moves over it and pans nothing", async ({ page }) => {
  await large(page, 128, "(row * 128 + column) / 16384");
  const box = await boxOf(field(page));
  await goTo(page, "60, 60");
  const before = await painted(page);
  await page.mouse.move(box.x + 1.5, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x - 1.5, box.y + 200);
  await page.mouse.up();
  await page.mouse.move(box.x + 150, box.y + 160, { steps: 5 });
  await expect(matrix(page).locator("[part=readout]")).toHaveText(/^\d+ → \d+: /);
  await expect.poll(() => painted(page)).toEqual(before);
});

test("two fingers zoom and pan", async ({ browser, site }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => customElements.get("attention-matrix") !== undefined);
  await large(page, 128, "0");
  const whole = await painted(page);
  const box = await boxOf(field(page));
  const client = await context.newCDPSession(page);
  const touch = (type, ...points) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
    });
  await touch("touchStart", [100, 100], [140, 100]);
  for (let spread = 5; spread <= 40; spread += 5) await touch("touchMove", [100 - spread, 100], [140 + spread, 100]);
  await touch("touchEnd");
  const { scale } = await painted(page);
  expect(scale / whole.scale).toBeGreaterThan(2.5);
  expect(scale / whole.scale).toBeLessThan(3.5);
  await context.close();
});

test("a place that is not there is explained, and the numbers that are there are named", async ({ page }) => {
  await large(page, 100, "0");
  await goTo(page, "101, 3");
  await expect(page.getByRole("alert")).toHaveText(
    "There is no cell “101, 3”: type a row from 1 to 100 and a column from 1 to 100, such as 12, 40.",
  );
  await goTo(page, "100 1");
  await expect(page.getByRole("alert")).toHaveText("");
  await expect(page.locator("attention-matrix td[data-row='99'][data-column='0']")).toBeFocused();
});

test("what is masked is hatched at every size: nothing is painted over the hatching", async ({ page }) => {
  await page.evaluate(() => {
    const element = document.querySelector("attention-matrix");
    element.matrix = { data: new Float32Array(1024 * 1024), shape: [1024, 1024] };
    element.mask = Uint8Array.from({ length: 1024 * 1024 }, (_, at) => (at % 1024 <= Math.floor(at / 1024) ? 1 : 0));
  });
  await frames(page);
  const alphas = () =>
    seen(matrix(page), (host) => {
      const canvas = host.shadowRoot.querySelector(".field canvas");
      const alpha = (x, y) => canvas.getContext("2d").getImageData(x, y, 1, 1).data[3];
      return [alpha(canvas.width - 1, 0), alpha(0, canvas.height - 1)];
    });
  await expect.poll(alphas).toEqual([0, 255]);
  await expect
    .poll(() => field(page).evaluate((element) => getComputedStyle(element).backgroundImage))
    .toContain("linear-gradient(45deg");
  await goTo(page, "500, 500");
  await expect.poll(alphas).toEqual([0, 255]);
});

test("a cell of a map is edited in its place, with all its digits in sight", async ({ page }) => {
  await large(page, 100, "0.5", { editable: true });
  await goTo(page, "50, 50");
  const events = await told(page, ["matrix-edit"]);
  await page.keyboard.type("0.125");
  const input = page.getByRole("textbox", { name: "50, 50" });
  const [box, frame] = [await boxOf(input), await boxOf(field(page))];
  expect(box.x).toBeGreaterThanOrEqual(frame.x);
  expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width);
  expect(box.width).toBeGreaterThanOrEqual(36);
  await page.keyboard.press("Enter");
  await expect.poll(events).toEqual([["matrix-edit", { row: 49, column: 49, value: 0.125 }]]);
  await expect.poll(() => matrix(page).evaluate((element) => element.matrix.data[49 * 100 + 49])).toBe(0.125);
});

test("more than 2048 cells are a map", async ({ page }) => {
  await large(page, 46, "0");
  await expect(cells(page)).toHaveCount(256);
  await expect(field(page)).toHaveCount(1);
});

test("45 rows stand cell by cell; with the attribute zoom they are a map as well, and focus moves over", async ({
  page,
}) => {
  await large(page, 45, "0");
  await expect(cells(page)).toHaveCount(2025);
  await expect(field(page)).toHaveCount(0);
  await cells(page).nth(46).focus();
  await matrix(page).evaluate((element) => element.setAttribute("zoom", ""));
  await expect(field(page)).toHaveCount(1);
  await expect(page.locator("attention-matrix td[data-row='1'][data-column='1']")).toBeFocused();
  await matrix(page).evaluate((element) => element.removeAttribute("zoom"));
  await expect(field(page)).toHaveCount(0);
  await expect(page.locator("attention-matrix td[data-row='1'][data-column='1']")).toBeFocused();
});

test("what was a map stands cell by cell again, each number on its own colour", async ({ page }) => {
  const small = { matrix: { data: Array.from({ length: 16 }, (_, at) => at / 16), shape: [4, 4] }, zoom: false };
  const edges = () =>
    seen(matrix(page), ({ shadowRoot }) =>
      ["td[data-row]:nth-child(2)", "td[data-row]:last-child", ".plate canvas"].map((part) => {
        const { left, right } = shadowRoot.querySelector(part).getBoundingClientRect();
        return [left, right];
      }),
    );
  await show(page, small);
  const before = await edges();
  for (const map of [{ zoom: true }, { matrix: { data: Array(10_000).fill(0.5), shape: [100, 100] } }]) {
    await show(page, map);
    await expect(field(page)).toBeVisible();
    await drawn(page);
    await show(page, small);
    await expect(cells(page)).toHaveCount(16);
    await expect.poll(edges).toEqual(before);
  }
});
