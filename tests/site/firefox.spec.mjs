// The main path in Firefox.
import { expect } from "@playwright/test";
import { testInFirefox } from "./firefox.mjs";
import { FILE, WORKED } from "./lab.mjs";

testInFirefox("the page opens from disk, shows the worked example, and follows a change by keyboard", async (page) => {
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(FILE);
  await page.waitForFunction(() => document.querySelector("#engine").textContent.includes("Computed in this tab"));

  expect(await followed(page)).toEqual(WORKED.printed.weights_row1.map((weight) => weight.toFixed(4)));
  expect(await page.$eval("[data-follow=output]", (cell) => cell.textContent)).toBe("(0.3061, 0.8210)");
  const shown = await page.$eval("attention-matrix[data-matrix=context]", (host) => Array.from(host.shadowRoot.querySelectorAll("td[data-row]"), (cell) => cell.textContent));
  expect(shown).toEqual(WORKED.printed.output.flat().map((value) => value.toFixed(4)));

  await page.focus("#edit-x input");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("bad");
  expect(await page.$eval("#edit-x-problem", (line) => line.textContent)).toContain("“bad” is not a number.");
  await page.keyboard.press("Escape");
  await page.keyboard.type("0.9");
  expect(await followed(page)).not.toEqual(WORKED.printed.weights_row1.map((weight) => weight.toFixed(4)));
  if (process.env.HEED_SCREENSHOT) await page.screenshot({ path: process.env.HEED_SCREENSHOT, fullPage: true });
});

const followed = (page) => page.$$eval("#follow tbody tr", (rows) => rows.map((row) => row.cells[3].textContent));
