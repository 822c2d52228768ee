// Change is seen: colours, arcs and drawings move from what is on the screen to what comes next. The tests let
// movements take very long and set their clocks, so no test depends on the machine's speed.
import { cells, matrix, show, test as elementTest } from "./element-page.mjs";
import { expect, openLab, test as labTest, WORKED_LAB } from "./lab.mjs";
import { test as lessonTest } from "./learn-lab.mjs";
import { boxOf, drawn, pixelsNow, seenNow, setMovements } from "./seen.mjs";

elementTest.use({ contextOptions: { reducedMotion: "no-preference" } });

const LONG = "1000s";
const LABELS = { rowLabels: ["it", "was"], columnLabels: ["the", "animal"] };
const weights = (...data) => ({ matrix: { data, shape: [2, 2] } });

/** Waits until all is drawn, and leaves what moves. */
async function waitForTurns(page) {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

async function letMovementsTakeLong(page) {
  await drawn(page);
  await page.evaluate((time) => document.documentElement.style.setProperty("--move", time), LONG);
}

async function change(page, given) {
  await show(page, given);
  await waitForTurns(page);
}

/** Shows it, and the frame after that: there the element reads how long movements take. */
async function settle(page, given) {
  await change(page, given);
  await drawn(page);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

async function begin(page, given) {
  await matrix(page).evaluate((element, time) => element.style.setProperty("--matrix-move", time), LONG);
  await settle(page, { ...LABELS, ...given });
}

const red = async (page) => (await pixelsNow(matrix(page))).colours.map(([channel]) => channel);

elementTest("colours of a matrix move from the screen to the new ones; digits are new at once", async ({ page }) => {
  await begin(page, weights(0, 1, 0.5, 0.5));
  const first = await red(page);
  await change(page, weights(1, 0, 0.5, 0.5));
  await setMovements(page, 0.5);
  const half = await red(page);
  await expect(cells(page)).toHaveText(["1.000", "0.000", "0.500", "0.500"]);
  expect(half[0]).toBeLessThan(first[0]);
  expect(half[0]).toBeGreaterThan(first[1]);
  expect(half[1]).toBeGreaterThan(first[1]);
  expect(half.slice(2)).toEqual(first.slice(2));

  await elementTest.step("an interrupted movement goes on from the screen", async () => {
    await change(page, weights(0, 1, 0, 1));
    await setMovements(page, 0);
    await expect.poll(() => red(page)).toEqual(half);
  });
  await elementTest.step("its end is exact", async () => {
    await setMovements(page, 1);
    await expect.poll(() => red(page)).toEqual([first[0], first[1], first[0], first[1]]);
  });
  await elementTest.step("other labels, and a hatched cell, change at once", async () => {
    await change(page, { ...weights(1, 1, 1, 1), rowLabels: ["she", "was"] });
    await expect.poll(() => red(page)).toEqual(Array(4).fill(first[1]));
    await settle(page, {});
    await change(page, { ...weights(1, 0, 1, 0), mask: [true, false, true, true] });
    await setMovements(page, 0);
    await expect
      .poll(async () => (await pixelsNow(matrix(page))).colours.map(([, , , alpha]) => alpha))
      .toEqual([255, 0, 255, 255]);
    await setMovements(page, 1);
  });
  await elementTest.step("what is printed is the end", async () => {
    await change(page, { ...weights(0, 0, 0, 0), mask: null });
    await expect(setMovements(page, 0)).resolves.toBe(1);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(() => red(page)).toEqual(Array(4).fill(first[0]));
    await settle(page, {});
  });
  await elementTest.step("nothing moves for readers who prefer that, nor where the page does not ask", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await change(page, weights(1, 1, 1, 1));
    expect([await setMovements(page, 1), await red(page)]).toEqual([0, Array(4).fill(first[1])]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await matrix(page).evaluate((element) => element.style.removeProperty("--matrix-move"));
    await settle(page, weights(0, 0, 0, 0));
    await change(page, weights(1, 1, 1, 1));
    expect([await setMovements(page, 1), await red(page)]).toEqual([0, Array(4).fill(first[1])]);
  });
});

elementTest("arcs move from their widths on the screen, and new ones fade in", async ({ page }) => {
  const widths = () =>
    page
      .locator("attention-matrix svg path")
      .evaluateAll((arcs) =>
        Object.fromEntries(
          arcs.map((arc) => [arc.dataset.arc, [Number(arc.getAttribute("stroke-width")), arc.getAttribute("opacity")]]),
        ),
      );
  await begin(page, { ...weights(1, 0, 0.5, 0.5), view: "arcs" });
  await expect.poll(widths).toEqual({
    "0,0": [6, null],
    "1,0": [expect.closeTo(3.5, 1), null],
    "1,1": [expect.closeTo(3.5, 1), null],
  });
  await change(page, weights(0.5, 0.5, 0.5, 0.5));
  await setMovements(page, 0.5);
  const half = await widths();
  expect(half["0,0"][0]).toBeGreaterThan(half["1,0"][0]);
  expect(half["0,0"][0]).toBeLessThan(6);
  expect(Number(half["0,1"][1])).toBeLessThan(1);
  await change(page, weights(1, 0.5, 0.5, 0.5));
  await setMovements(page, 0);
  await expect.poll(widths).toEqual(half);
  await setMovements(page, 1);
  await expect.poll(async () => (await widths())["0,0"]).toEqual([6, null]);
  await expect.poll(async () => (await widths())["0,1"][1]).toBeNull();
});

labTest("a setting of the playground is seen to move; a text that is typed is not", async ({ page }) => {
  // What is not on the screen does not move.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await openLab(page, WORKED_LAB);
  await letMovementsTakeLong(page);
  await page.locator("#text").press("End");
  await page.keyboard.press("a");
  await expect(page.locator("#overview-words")).toContainText("stepa");
  await waitForTurns(page);
  await expect(setMovements(page, 1)).resolves.toBe(0);

  const shown = page.locator("attention-matrix[data-matrix=weights]");
  const looks = async () => ({
    colour: (await pixelsNow(shown)).colours[6][0],
    arc: Number(await page.locator(".overview-arcs [data-arc='1,0']").getAttribute("stroke-width")),
    word: await page
      .locator("#overview-words > span")
      .nth(2)
      .evaluate((word) => getComputedStyle(word).backgroundColor),
  });
  const first = await looks();
  await page.locator("#causal").check();
  await waitForTurns(page);
  // Chromium has been seen to start a clock after the time of its first frames.
  await setMovements(page, -0.1);
  const { word, ...others } = await looks();
  expect(others).toEqual({ colour: first.colour, arc: first.arc });
  await setMovements(page, 0.5);
  const half = await looks();
  await drawn(page);
  const end = await looks();
  expect(half.colour).toBeLessThan(first.colour);
  expect(half.colour).toBeGreaterThan(end.colour);
  expect(half.arc).toBeGreaterThan(first.arc);
  expect(half.arc).toBeLessThan(end.arc);
  expect(new Set([word, half.word, end.word]).size).toBe(3);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--move")))
    .toMatch(/^0m?s$/);
});

lessonTest(
  "a lesson's drawing and the bars of its table move with a setting, and follow a drag at once",
  async ({ page, open }) => {
    await open("look-up", { angle: 205, temperature: 100 });
    await letMovementsTakeLong(page);
    const looks = () =>
      seenNow(page, () => ({
        wind: Number(document.querySelectorAll("#rose .wind")[3].getAttribute("stroke-width")),
        bar: document.querySelectorAll("#ledger .share")[3].getBoundingClientRect().width,
        needle: Number(document.querySelector("#rose .needle line").getAttribute("x2")),
      }));
    // Browsers round lengths to parts of a pixel.
    const expectLooks = async ({ wind, bar }) =>
      await expect.poll(looks).toMatchObject({ wind, bar: expect.closeTo(bar, 0) });
    const first = await looks();
    await page.locator("#cold").click();
    await setMovements(page, 0);
    await expectLooks(first);
    await setMovements(page, 0.5);
    const half = await looks();
    await page.locator("#on-key").click();
    await setMovements(page, 0);
    await expectLooks(half);
    await setMovements(page, 1);
    const end = await looks();
    for (const name of ["wind", "bar"]) {
      expect(half[name], name).toBeGreaterThan(first[name]);
      expect(half[name], name).toBeLessThan(end[name]);
    }
    const box = await boxOf(page.locator("#rose .rim"));
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await page.mouse.down();
    await expect.poll(async () => (await looks()).needle).toBeGreaterThan(90);
    await page.mouse.up();
  },
);
