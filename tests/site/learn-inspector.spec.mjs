// The inspector in the lessons: it follows the page. That every number opens, and is what its panel shows, is in
// lesson-tour.spec.mjs.
import { expectAxeFindsNothing } from "./axe.mjs";
import { expect, lessonUrl, ready, test } from "./learn-lab.mjs";
import { drawn, seenOfAll } from "./seen.mjs";
import { openWithEnter, openerOf, panel, readPanel } from "./tour/numbers.mjs";

test("right angles are exact, and scores are divided by the temperature that the page shows", async ({
  page,
  open,
}) => {
  for (const [angle, exact] of [
    [0, [0, 1]],
    [90, [1, 0]],
    [180, [0, -1]],
    [270, [-1, 0]],
  ]) {
    await open("look-up", { angle, temperature: 0.7 });
    const row = 1 + [0, 45, 90, 180, 270].indexOf(angle);
    await openWithEnter(page, openerOf(page, `#ledger tr:nth-child(${row}) td:nth-child(4) .opens`));
    const [{ products }] = (await readPanel(page)).sums;
    expect(products).toEqual(exact.map((part) => [part, part]));
    await expect(panel(page).locator(".line").first()).toHaveText("1.000000 ∕ 0.70 = 1.428571");
    await expect(panel(page).locator(".formula")).toBeVisible();
  }
});

test("the panel follows the page, marks the operands, speaks German, and axe finds nothing", async ({ page, open }) => {
  await page.setViewportSize({ width: 1300, height: 800 });
  await open("without-weights");
  await openWithEnter(page, openerOf(page, "#alpha 4 1"));
  const mark = (id) => page.locator(id).evaluate((matrix) => matrix.mark);
  await expect.poll(() => mark("#omega")).toEqual({ row: 4 });
  await expectAxeFindsNothing(page, "a lesson with the panel open");
  // Another cell of the page, while the panel stays open.
  await openerOf(page, "#z 1 0").focus();
  await expect(panel(page).locator("h2")).toContainText("animal");
  await expect.poll(() => mark("#alpha")).toEqual({ row: 1 });
  const before = await panel(page).locator(".returned").textContent();
  await page.getByRole("button", { name: "Scatter" }).click();
  await expect(panel(page).locator(".returned")).not.toHaveText(before);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(panel(page).locator(".location")).toContainText("Kontextvektor");
  await expect(panel(page)).toContainText("Produkte");
  await expect(panel(page)).not.toContainText("Products");
  await panel(page).getByRole("button", { name: "Schließen" }).click();
  await expect.poll(() => mark("#alpha")).toEqual({});
});

test("on a phone it opens by touch from below, and its formula ends inside the screen", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(lessonUrl("without-weights"));
  await ready(page);
  await drawn(page);
  const opener = openerOf(page, "#alpha 1 1");
  await opener.scrollIntoViewIfNeeded();
  await opener.tap();
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => panel(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  const ends = await seenOfAll(panel(page).locator(".formula mo, .formula mi, .formula mtext"), (all) =>
    all.map((one) => one.getBoundingClientRect().right),
  );
  expect(ends.length).toBeGreaterThan(5);
  expect(Math.max(...ends)).toBeLessThan(360);
  await panel(page).getByRole("button", { name: "Close" }).tap();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => opener.evaluate((one) => one.getRootNode().activeElement === one)).toBe(true);
  await context.close();
});

test("a figure that is open follows the page; a cell that is opened after it stays", async ({ page, open }) => {
  await page.setViewportSize({ width: 1300, height: 800 });
  await open("order-and-masks");
  await drawn(page);
  await page.locator('[data-opens="moved "]').click();
  const returned = panel(page).locator(".returned");
  const before = await returned.textContent();
  await page.locator("#shuffle").click();
  await expect(returned).not.toHaveText(before);
  await page.locator("#ordered td[data-row='0'][data-column='1']").press("Enter");
  const title = panel(page).locator("h2");
  await expect(title).toHaveText(/^Context vector of “the”/);
  const order = () => page.locator("#shuffled").evaluate(({ rowLabels }) => rowLabels.join());
  const shuffled = await order();
  await page.locator("#shuffle").click();
  await expect.poll(order).not.toBe(shuffled);
  await expect(title).toHaveText(/^Context vector of “the”/);
});
