// The viewer's answers come in any order. The page shows what was opened, chosen or compared last.
import {
  asFile,
  attention,
  cell,
  give as giveFile,
  MODEL,
  N,
  npz,
  openHead,
  openModel,
  problem,
} from "./model-page.mjs";
import { npyNumbers, weightsOf, zipOf } from "./model-writers.mjs";
import { asFiles, give, gpt2, llama } from "./own-models.mjs";
import { answerHeld, asked, ended, held, hold, release } from "./watched-workers.mjs";
import { expect, test } from "./viewer-page.mjs";

const name = (page) => page.locator("#file-name");
const modelText = (page) => page.locator("#model-text");
const ids = async (page, method) => (await asked(page, method)).map(({ id }) => id);

/** Gives the page a model whose first text stays unread. */
async function beginModel(page) {
  await hold(page, "readText");
  await page.locator("#file").setInputFiles(asFiles(gpt2().files));
  await expect.poll(() => held(page)).toBe(1);
}

test("a file that comes while a model opens takes its place", async ({ page, complaints }) => {
  await beginModel(page);
  await page.locator("#file").setInputFiles(asFile("later.npz", npz(attention())));
  await expect(name(page)).toHaveText("later.npz");
  await expect.poll(() => ended(page)).toBe(1);
  await release(page);
  await openHead(page, 1, 2);
  await expect(name(page)).toHaveText("later.npz");
  await expect(modelText(page)).toBeHidden();
  await expect(page.locator("#plan")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("a link to a file that only the reader has ends what is opening", async ({ page }) => {
  await beginModel(page);
  await page.evaluate(() => (location.hash = "v=1&file=mine.npz&head=1.2"));
  await expect(page.locator("#wanted")).toContainText("mine.npz");
  await expect.poll(() => ended(page)).toBe(1);
  await expect(page.locator("#opened")).toBeHidden();
});

test("files that another page hands over late replace nothing that was opened since", async ({ page }) => {
  await openModel(page);
  const [handed] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((address) => {
      addEventListener("message", ({ source }) => (globalThis.other = source));
      window.open(address);
    }, `${MODEL}#v=1&file=trained-here`),
  ]);
  await expect(handed.locator("#wanted")).toContainText("trained-here");
  await page.waitForFunction(() => globalThis.other !== undefined);
  await giveFile(handed, "mine.npz", npz(attention()));
  const { files } = llama();
  const contents = Object.entries(files).map(([file, content]) => [file, Array.from(Buffer.from(content))]);
  await handed.evaluate(() => addEventListener("message", () => (globalThis.handed = true)));
  await page.evaluate(
    (all) =>
      globalThis.other.postMessage(Object.fromEntries(all.map(([file, bytes]) => [file, Uint8Array.from(bytes)])), "*"),
    contents,
  );
  await handed.waitForFunction(() => globalThis.handed === true);
  await expect(handed.locator("#plan")).toBeHidden();
  await openHead(handed, 1, 2);
  await expect(name(handed)).toHaveText("mine.npz");
  await handed.close();
});

/** Chooses a file to compare with, as the dialog of the browser would give it. */
async function compareWith(page, file) {
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#compare-file").click();
  await (await chooser).setFiles(asFile(file, npz(attention())));
}

test("of two files to compare with the one that was chosen last is shown", async ({ page }) => {
  await giveFile(page, "first.npz", npz(attention()));
  await openHead(page, 1, 1);
  await hold(page, "open");
  for (const file of ["second.npz", "third.npz"]) await compareWith(page, file);
  await expect.poll(() => held(page)).toBe(2);
  await page.evaluate(() => void globalThis.watched.held.reverse());
  const opened = await ids(page, "open");
  await answerHeld(page);
  await expect(page.locator("#head-title")).toContainText("third.npz");
  await answerHeld(page);
  await expect.poll(() => ids(page, "close")).toEqual([opened.at(-2)]);
  await expect(page.locator("#head-title")).toContainText("third.npz");
  await expect(problem(page)).toBeEmpty();
});

test("a file to compare with is nothing to heads that were opened since", async ({ page }) => {
  await giveFile(page, "first.npz", npz(attention()));
  await openHead(page, 1, 1);
  await hold(page, "open");
  await compareWith(page, "late.npz");
  await expect.poll(() => held(page)).toBe(1);
  const late = (await ids(page, "open")).at(-1);
  await give(page, llama());
  await release(page);
  await expect.poll(() => ids(page, "close")).toContain(late);
  await expect(page).not.toHaveURL(/late\.npz/);
  await expect(page.locator("#comparison")).toBeHidden();
});

test("a file that comes after a model was chosen to compare with is no longer one to compare with", async ({
  page,
}) => {
  await giveFile(page, "first.npz", npz(attention()));
  await openHead(page, 1, 1);
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#compare-file").click();
  await (await chooser).setFiles(asFiles(llama().files));
  await expect(page.locator("#model-text")).toBeVisible();
  await openHead(page, 0, 1);
  await giveFile(page, "other.npz", npz(attention()));
  await expect(page.locator("#model-text")).toBeHidden();
  await expect(name(page)).toHaveText("other.npz");
});

/** Two layers of three texts of three heads. */
const batch = zipOf({ "attention.npy": npyNumbers(weightsOf(2, 3, 3, N, N), [2, 3, 3, N, N]) });

async function chooseTexts(page) {
  await giveFile(page, "batch.npz", batch);
  await hold(page, "describe");
  for (const text of ["1", "2"]) await page.locator("#text").selectOption({ label: `text ${text}` });
  await expect.poll(() => held(page)).toBe(2);
}

test("a text that cannot be read says so, and the choice goes back; one that is not wanted says nothing", async ({
  page,
}) => {
  await chooseTexts(page);
  await answerHeld(page, "This text is not wanted any more.");
  await expect(problem(page)).toBeEmpty();
  await answerHeld(page, "This text cannot be read.");
  await expect(problem(page)).toHaveText("This text cannot be read.");
  await expect(page.locator("#text")).toHaveValue("0");
  await expect(cell(page, 0, 0)).toBeVisible();
});

test("a file whose first text cannot be read is closed, and so is one to compare with", async ({ page }) => {
  await giveFile(page, "first.npz", npz(attention()));
  await openHead(page, 1, 2);
  const chooseFile = () => page.locator("#file").setInputFiles(asFile("mine.npz", npz(attention())));
  for (const choose of [chooseFile, () => compareWith(page, "mine.npz")]) {
    await hold(page, "describe");
    await choose();
    await expect.poll(() => held(page)).toBe(1);
    await answerHeld(page, "This text cannot be read.");
    await expect(problem(page)).toHaveText("This text cannot be read.");
    await expect.poll(async () => (await ids(page, "close")).at(-1) === (await ids(page, "open")).at(-1)).toBe(true);
  }
});

test("a text of a file that is no longer open is not shown", async ({ page, complaints }) => {
  await chooseTexts(page);
  await give(page, llama());
  await release(page);
  await openHead(page, 1, 1);
  await expect(name(page)).toHaveText("llama");
  await expect(modelText(page)).toBeVisible();
  await expect(problem(page)).toBeEmpty();
  expect(complaints).toEqual([]);
});
