// The viewer in Firefox: a file opens, a head opens, heed computes it, and the inspector shows a product.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { testInFirefox } from "./firefox.mjs";
import { attention, headOf, MODEL, npz } from "./model-page.mjs";

const full = () => performance.getEntriesByName("heed-grid-full").length > 0;

testInFirefox("the example and a compressed file open from disk; a head opens down to its products", async (page) => {
  await page.goto(MODEL);
  await page.waitForFunction(full);
  await page.click("#grid td[data-layer='1'][data-head='1']");
  await page.waitForFunction(() => document.querySelector("#own-scores").textContent.includes("Each number opens"));
  await page.$eval("#head-matrix", (host) =>
    host.shadowRoot.querySelector("td[data-row='0'][data-column='0']").focus(),
  );
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("dialog.inspector[open]")?.textContent.includes("float64"));
  await page.keyboard.press("Escape");
  const values = attention();
  const folder = mkdtempSync(path.join(tmpdir(), "heed-model-"));
  writeFileSync(path.join(folder, "a.npz"), npz(values, { deflate: true }));
  await page.evaluate(() => performance.clearMarks());
  await (await page.$("#file")).uploadFile(path.join(folder, "a.npz"));
  await page.waitForFunction(full);
  await page.click("#grid td[data-layer='1'][data-head='3']");
  await page.waitForFunction(() => document.querySelector("#head-title").textContent === "Layer 1, head 3");
  expect(await page.$eval("#head-matrix", (host) => Array.from(host.matrix.data))).toEqual(headOf(values, 1, 3));
  rmSync(folder, { recursive: true });
});
