// The heads of a run are saved as one file. The viewer opens it with the same numbers and the same tokens.
import { readFile } from "node:fs/promises";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { execFileSync } from "node:child_process";
import { textbookModel } from "../model/oracle.mjs";
import { asFile, openHead, shownNumbers } from "./model-page.mjs";
import { give, idsOf, letterTokens, ofLetters, type } from "./own-models.mjs";
import { expect, test } from "./viewer-page.mjs";

/** Letters of two parts, from right to left, of markup, and the end of a line. */
const HOSTILE = "🦊ש\n<&é";
const LETTERS = Array.from(HOSTILE);

const saveHeads = async (page) => {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#save-heads").click()]);
  await expect(page.locator("#save-status")).toHaveText("Saved.");
  return { name: saved.suggestedFilename(), file: await saved.path() };
};

async function shownHead(page, place) {
  await openHead(page, ...place);
  const shown = await page.evaluate(() => document.querySelector("#head-matrix").rowLabels);
  const numbers = await shownNumbers(page);
  await page.keyboard.press("Escape");
  return { shown, numbers };
}

test("all heads of a run are saved as .npz, which the viewer and NumPy open with the same bits and tokens", async ({
  page,
  complaints,
}) => {
  const model = ofLetters(HOSTILE);
  await give(page, model);
  await type(page, HOSTILE, LETTERS.length);
  // 3 layers of 4 heads of 6 × 6 numbers of 4 bytes
  await expect(page.locator("#save-heads")).toHaveText("Save all heads (.npz, 1.73 KB)");
  const computed = [await shownHead(page, [0, 1]), await shownHead(page, [2, 3])];
  const { name, file } = await saveHeads(page);
  expect(name).toBe("heed-gpt2-heads.npz");

  await page.locator("#file").setInputFiles(asFile(name, await readFile(file)));
  await expect(page.locator("#file-name")).toHaveText(name);
  await expect(page.locator("#file-facts")).toContainText("3 layers × 4 heads");
  await expect(page.locator("#notes li")).toHaveCount(0);
  await expect(page.locator("#scan")).toBeHidden();
  await expect(page.locator("#save-heads")).toBeHidden();
  expect([await shownHead(page, [0, 1]), await shownHead(page, [2, 3])]).toEqual(computed);
  expect(complaints).toEqual([]);

  const { weights } = textbookModel(model.config, model.tensors, idsOf(letterTokens(HOSTILE), LETTERS));
  const wanted = weights[2][3].flat();
  for (const [at, weight] of wanted.entries()) expect(Math.abs(computed[1].numbers[at] - weight)).toBeLessThan(1e-4);
  const python = await pythonWith("numpy");
  // Set-up installs NumPy on Debian alone. Elsewhere `npm test` lists this test as not run, with this reason.
  test.skip(!python, "no NumPy on this machine");
  const program =
    "import json, sys, numpy as np; a = np.load(sys.argv[1]); w = a['attention']; " +
    "print(json.dumps([str(w.dtype), w.shape, w[2, 3].ravel().tolist(), a['tokens'].tolist()]))";
  const read = JSON.parse(execFileSync(python, ["-c", program, file], { encoding: "utf8" }));
  expect(read).toEqual(["float32", [3, 4, 6, 6], computed[1].numbers, LETTERS]);
});
