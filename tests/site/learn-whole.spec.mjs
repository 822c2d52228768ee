// The whole Transformer: each part leads to its lesson, and each number is what the core gives.
import { LESSONS } from "../../scripts/site-pages.mjs";
import { expect, numbersIn, test } from "./learn-lab.mjs";

test("every part of the machine is there, for both sides, and leads to the lesson that explains it", async ({
  page,
  open,
}) => {
  await open("whole");
  const parts = (side) => page.locator(`#${side} > li`).evaluateAll((all) => all.map((one) => one.classList[1]));
  const layer = (across) => [...(across ? ["own-masked", "across"] : ["own"]), "add", "net", "hidden"];
  await expect.poll(() => parts("encoder")).toEqual(["embed", "hidden", ...layer(false), ...layer(false)]);
  await expect.poll(() => parts("decoder")).toEqual(["embed", "hidden", ...layer(true), ...layer(true), "last"]);
  const linked = await page.locator(".machine a").evaluateAll((all) => all.map((link) => link.dataset.page));
  const lessons = LESSONS.map(({ name }) => name);
  for (const name of linked) expect(lessons).toContain(name);
  for (const name of [
    "look-up",
    "embedding",
    "projections",
    "one-query",
    "several-heads",
    "order-and-masks",
    "two-layers",
  ])
    expect(linked).toContain(name);
});

test("rows of weights sum to 1, nobody looks ahead, and the next words share 100 %", async ({ page, open }) => {
  await open("whole");
  const shares = async () => numbersIn((await page.locator("#next li span:last-child").allTextContents()).join(" "));
  const first = await shares();
  expect(first).toHaveLength(8);
  expect(Math.abs(first.reduce((sum, one) => sum + one, 0) - 100)).toBeLessThanOrEqual(4);
  expect(first).toEqual(first.toSorted((a, b) => b - a));
  await expect(page.locator("#guess")).toContainText(`${first[0]}\u00a0%`);
  // Three rows of two heads; the least strength of a cell is that of the weight 0.
  const ahead = await page
    .locator("#decoder .own-masked svg")
    .first()
    .evaluate((picture) => Array.from(picture.children, (cell) => Number(cell.getAttribute("fill-opacity"))));
  for (const head of [ahead.slice(0, 9), ahead.slice(9)])
    expect([head[1], head[2], head[5]], "above the diagonal").toEqual([0.07, 0.07, 0.07]);
  await page.locator("#seed").fill("2");
  await expect.poll(shares).not.toEqual(first);
});

test("the recap leads to a lesson in each line but the last, and onward to all that a reader can do now", async ({
  page,
  open,
}) => {
  await open("whole");
  const lines = page.locator("#recap li");
  const links = await lines.evaluateAll((all) => all.map((one) => one.querySelector("a")?.dataset.page));
  expect(links.slice(0, -1)).not.toContain(undefined);
  for (const name of ["play", "encoder", "train", "model"])
    await expect(page.locator(`main a[data-page=${name}]`)).toBeVisible();
  await expect(page.locator("nav.turn a[rel=next]")).toHaveAttribute("href", /under-the-hood\.html/);
});
