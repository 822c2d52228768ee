// The whole Transformer: two machines, each number is what the core gives, and each part leads to its lesson.
import { LESSONS } from "../../scripts/site-pages.mjs";
import { expect, expectOpenToAll, numbersIn, test } from "./learn-lab.mjs";
import { drawn, seen } from "./seen.mjs";

const shareOf = (page, host) => page.locator(`#${host} .share.first`).getAttribute("aria-label");
const said = (page, host) => page.locator(`#${host} .said`);

test("the machine says what “it” means, another end of the sentence turns it, and without a look it changes", async ({
  page,
  open,
}) => {
  await open("whole");
  await expect.poll(() => shareOf(page, "machine")).toMatch(/^“animal”: \d+/);
  await page.locator("#sentences button", { hasText: "wide" }).click();
  await expect.poll(() => shareOf(page, "machine")).toMatch(/^“street”: \d+/);
  await expect(page).toHaveURL(/ends=what/);
  await expect(page.locator("#moved tr")).toHaveCount(11);
  const whole = await shareOf(page, "machine");
  await page.locator("#machine [data-part='head 1 0']").click();
  await expect.poll(() => shareOf(page, "machine")).not.toBe(whole);
});

test("in German the German sentence is read, and the English one is one press away", async ({ page, open }) => {
  await open("whole", { lang: "de" });
  await expect.poll(() => shareOf(page, "machine")).toMatch(/^„Katze“: \d+/);
  await page.getByRole("button", { name: "Der englische Satz" }).click();
  await expect.poll(() => shareOf(page, "machine")).toMatch(/^„animal“: \d+/);
  await page.getByRole("button", { name: "Der deutsche Satz" }).click();
  await expect.poll(() => shareOf(page, "machine")).toMatch(/^„Katze“: \d+/);
});

test("a number of either machine opens in the inspector, and closed it gives focus back", async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open("whole");
  for (const part of [
    "#machine [data-part^='curve 1 0']",
    "#both [data-part^='curve 2 1']",
    "#machine [data-part='net 0'][role]",
  ]) {
    const opener = page.locator(part).last();
    await drawn(page);
    await opener.focus();
    await opener.press("Enter");
    const panel = page.locator(".inspector");
    await expect(panel.locator("h2")).toBeFocused();
    const shown = numbersIn((await opener.getAttribute("aria-label")).replace(/“[^”]*” \(word\s\d+\)/g, ""));
    const value = Number(await panel.locator(".returned").textContent());
    expect(shown.some((one) => Math.abs(one - 100 * value) <= 0.51)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  }
});

test("a link leads to a step, to a head that is open, and to the heads between the two sentences", async ({
  page,
  open,
}) => {
  await open("whole", { part: "look-1" });
  const current = (host) => page.locator(`#${host} [aria-current=step]`);
  await expect(current("machine")).toHaveText("the second look");
  await expect(said(page, "machine")).toContainText("“it” looks back");
  await open("whole", { part: "head-1" });
  await expect(page.locator("#machine .head h3")).toBeFocused();
  await expect(page.locator("#machine .head h3")).toHaveText("The second look, opened for “it”");
  await open("whole", { part: "across" });
  await expect(current("both")).toHaveText("the look across");
  await expect(page.locator("#both")).toBeInViewport();
  await page.locator("#start-over").click();
  await expect(current("both")).toHaveCount(0);
});

test("the decoder looks back, then across, and gives shares of the next word; a seed gives other weights", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open("whole");
  const ends = (layer) =>
    page
      .locator(`#both .picture [data-part^='curve ${layer} ']`)
      .evaluateAll((all) => all.map(({ dataset }) => Number(dataset.part.split(" ")[3])));
  await expect.poll(async () => (await ends(1)).every((line) => line >= 7)).toBe(true);
  await expect.poll(async () => (await ends(2)).every((line) => line < 7)).toBe(true);
  const first = await shareOf(page, "both");
  const [, word, share] = /“(.+)”: (\d+)/.exec(first);
  await expect(page.locator("#guess")).toContainText(`“${word}”: ${share}`);
  await page.locator("#seed").fill("2");
  await expect.poll(() => shareOf(page, "both")).not.toBe(first);
});

test("whole and with a head open it serves everybody, on a phone too", async ({ page, open }) => {
  await open("whole", { part: "head-1" });
  await expectOpenToAll(page);
});

test("in German the shares of the machine, and the table of an open head, stay within the machine @layout", async ({
  page,
  open,
}) => {
  await open("whole", { part: "head-1", lang: "de" });
  for (const [width, parts] of [
    [768, "#machine .shares text"],
    [360, "#machine .head-numbers"],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("#machine .head-numbers")).toBeVisible();
    const over = await seen(
      page.locator("#machine"),
      (machine, shown) => {
        const rights = Array.from(document.querySelectorAll(shown), (one) => one.getBoundingClientRect().right);
        return Math.max(...rights) - machine.getBoundingClientRect().right;
      },
      parts,
    );
    expect(over, `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test("each part leads to a lesson that explains it", async ({ page, open }) => {
  await open("whole");
  const linked = await page.locator(".parts a").evaluateAll((all) => all.map((link) => link.dataset.page));
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
