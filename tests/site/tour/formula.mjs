// Tours: the whole formula with its four steps, in the first lessons. A part lights the matrices that it means.
import { expect } from "../learn-lab.mjs";

/** The ids of what is lit, or the columns of a table. */
const litOnPage = (page) =>
  page
    .locator(".part-lit")
    .evaluateAll((all) => all.map((element) => element.id || element.querySelector("[id]")?.id || element.tagName));

/** By pointer and by keyboard. @param parts of tests/site/pages/NAME.mjs */
export async function expectFormulaLightsMatrices(page, parts) {
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
}
