// The whole formula with its four steps, in the first lessons: a part lights the matrices that it means.
import { expect, test } from "./learn-lab.mjs";
import { LESSONS } from "./lessons.mjs";

/** The ids of what is lit, or the columns of a table. */
const litOnPage = (page) =>
  page
    .locator(".part-lit")
    .evaluateAll((all) => all.map((element) => element.id || element.querySelector("[id]")?.id || element.tagName));

for (const { name, formula: parts } of LESSONS.filter(({ formula }) => formula !== undefined))
  test(`${name}: the formula stands whole, and its parts light their matrices by pointer and by keyboard`, async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(name, "v=1&lang=en");
    const formula = page.locator(".whole-formula");
    await expect.poll(async () => (await formula.innerText()).replace(/\s/g, "")).toMatch(/^softmax\(.*⊤.*\).?V?/u);
    await expect(formula.getByRole("button")).toHaveCount(5);
    await expect(page.locator(".four-steps li")).toHaveCount(4);
    await expect.poll(() => litOnPage(page)).toEqual([]);
    for (const [part, ids] of Object.entries(parts)) {
      const piece = page.locator(`.whole [data-part=${part}]`);
      await piece.hover();
      await expect.poll(() => litOnPage(page), `${part}, pointer`).toEqual(ids);
      await expect(piece).toHaveClass(/lit/);
      await page.locator("h1").hover();
      await expect.poll(() => litOnPage(page)).toEqual([]);
      const button = (await piece.evaluate(({ tagName }) => tagName)) === "BUTTON" ? piece : piece.getByRole("button");
      await button.focus();
      await expect.poll(() => litOnPage(page), `${part}, keyboard`).toEqual(ids);
      const said = await page.locator("#part-said").innerText();
      expect(said.length).toBeGreaterThan(20);
      await page.keyboard.press("Enter");
      await expect(page.locator(`#${ids[0]}`)).toBeInViewport();
      await button.blur();
      await expect.poll(() => litOnPage(page)).toEqual([]);
    }
  });

test("in the table of winds a part lights its column", async ({ page, open }) => {
  await open("look-up");
  await page.locator(".whole [data-part=softmax]").hover();
  const lit = await page.locator("#ledger .part-lit").allInnerTexts();
  expect(lit).toHaveLength(6);
  expect(lit[0]).toBe("weight");
});
