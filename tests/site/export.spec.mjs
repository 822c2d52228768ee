// The menu that saves, in a browser: by pointer and by keyboard, its files opened and looked into.
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { exportPage } from "./export-page.mjs";
import { testOnPage } from "./own-page.mjs";
import { says } from "./says.mjs";
import { boxOf, seen } from "./seen.mjs";

const test = testOnPage(exportPage);

const menu = (page) => page.getByRole("group", { name: "Export" });
const item = (page, name) => menu(page).getByRole("button", { name });

/** Saves the at-th matrix and reads the file. */
async function save(page, at, name) {
  if (!(await menu(page).isVisible())) await page.getByRole("button", { name: "Export" }).click();
  await menu(page).getByRole("combobox").selectOption({ index: at });
  const [download] = await Promise.all([page.waitForEvent("download"), item(page, name).click()]);
  const bytes = await readFile(await download.path());
  await expect(menu(page).getByRole("status")).toContainText(`Saved as ${download.suggestedFilename()}.`);
  return { bytes, name: download.suggestedFilename(), status: await menu(page).getByRole("status").innerText() };
}

const given = (page, at) =>
  page.evaluate((index) => ({ ...matrices[index], data: Array.from(matrices[index].data) }), at);

/** Width and height, as the file's header has them. */
const sizeOf = (png) => {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

/** Reads a picture back: the colours at some places, in the picture's own pixels. */
const coloursAt = (page, bytes, type, places, scale = 1) =>
  seen(
    page,
    async ({ url, points, by }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {
        width: image.width * by,
        height: image.height * by,
      });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return points.map(([x, y]) =>
        Array.from(context.getImageData(Math.round(x * by), Math.round(y * by), 1, 1).data),
      );
    },
    { url: `data:${type};base64,${bytes.toString("base64")}`, points: places, by: scale },
  );

test("CSV, JSON and .npy hold the matrix that is chosen", async ({ page }) => {
  const { data, rowLabels } = await given(page, 0);
  const csv = await save(page, 0, "CSV");
  expect(csv.name).toBe("heed-weights-head2-11x11-the-animal-didn-t-cross.csv");
  const lines = csv.bytes
    .toString()
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(lines.slice(1).map(([label]) => label)).toEqual(rowLabels);
  expect(lines.slice(1).flatMap(([, ...numbers]) => numbers.map((text) => Math.fround(Number(text))))).toEqual(data);
  const json = JSON.parse((await save(page, 0, "JSON")).bytes.toString());
  expect(json.data.flat().map(Math.fround)).toEqual(data);
  expect(json).toMatchObject({
    shape: [11, 11],
    head: 2,
    options: { causal: true, scale: "sqrt-dk" },
    versions: { heed: "0.1.0 (simd)" },
  });
  const { bytes } = await save(page, 0, "NumPy");
  const begin = 10 + bytes.readUInt16LE(8);
  expect(data.map((_, at) => bytes.readFloatLE(begin + 4 * at))).toEqual(data);
  expect(bytes.length).toBe(begin + 4 * 121);
});

test("what is gone by now is not saved, and no other in its place: the menu says so and names what is there", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Export" }).click();
  await page.evaluate(() => matrices.shift());
  await item(page, "JSON").click();
  await expect(menu(page).getByRole("status")).toHaveText(says("export.gone"));
  await expect(menu(page).getByRole("option")).toHaveCount(4);
  const { name } = await save(page, 0, "JSON");
  expect(name).toMatch(/^heed-scores-/);
});

test("HTML is a page of its own that shows the matrix", async ({ page, context }) => {
  const { data, rowLabels, title } = await given(page, 0);
  const saved = await save(page, 0, "HTML");
  expect(saved.name).toBe("heed-weights-head2-11x11-the-animal-didn-t-cross.html");
  const opened = await context.newPage();
  await opened.setContent(saved.bytes.toString());
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(opened.locator("#words li").nth(1)).toContainText("Pattern");
  const shown = await seen(opened.locator("attention-matrix"), (element) => [
    Array.from(element.matrix.data),
    element.rowLabels,
  ]);
  expect(shown).toEqual([data, rowLabels]);
});

test("PNG comes at twice and at four times the size of the SVG, and looks the same", async ({ page }) => {
  const svg = await save(page, 1, "SVG");
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg.bytes.toString());
  const [double, quadruple] = [await save(page, 1, "PNG, 2×"), await save(page, 1, "PNG, 4×")];
  expect(sizeOf(double.bytes)).toEqual([2 * width, 2 * height]);
  expect(sizeOf(quadruple.bytes)).toEqual([4 * width, 4 * height]);
  const corners = [
    ...svg.bytes.toString().matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="46"[^>]* fill="#(\w+)"/g),
  ].map(([, x, y, fill]) => ({ place: [Number(x) + 3, Number(y) + 3], fill }));
  expect(corners).toHaveLength(121);
  const drawn = await coloursAt(
    page,
    double.bytes,
    "image/png",
    corners.map(({ place }) => place.map((part) => 2 * part)),
  );
  corners.forEach(({ fill }, at) =>
    expect(
      drawn[at]
        .slice(0, 3)
        .map((part) => part.toString(16).padStart(2, "0"))
        .join(""),
    ).toBe(fill),
  );
});

test("an SVG is well-formed, its labels, digits and bar are text", async ({ page }) => {
  const { bytes } = await save(page, 0, "SVG");
  const texts = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    return parsed.querySelector("parsererror")
      ? null
      : Array.from(parsed.querySelectorAll("text"), (text) => text.textContent);
  }, bytes.toString());
  expect(texts).not.toBeNull();
  expect(texts[0]).toBe("A = softmax(E), head 2");
  expect(texts.filter((text) => text === "animal")).toHaveLength(2);
  expect(texts).toContain("0.6667");
  expect(texts.slice(-3)).toEqual(["0", "0.5", "1"]);
});

test("a matrix of 600 tokens is saved with an embedded picture, and the menu says so", async ({ page }) => {
  const { bytes, status } = await save(page, 4, "SVG");
  expect(status).toContain("Beyond 128 × 128 its cells are an embedded picture; labels and bar are text.");
  expect(bytes.length).toBeLessThan(600_000);
  const [, x, y] = /<image x="([\d.]+)" y="([\d.]+)"/.exec(bytes.toString()).map(Number);
  const [first, above, below] = await coloursAt(page, bytes, "image/svg+xml", [
    [x + 1, y + 1],
    [x + 599, y + 1],
    [x + 1, y + 1199],
  ]);
  expect(first[0]).toBeLessThan(60);
  expect(above[0]).toBeGreaterThan(200);
  expect(below[0]).toBeLessThan(above[0]);
  sizeOf((await save(page, 4, "PNG, 2×")).bytes);
});

test("a figure takes the theme of the page", async ({ page }) => {
  const ground = async () =>
    (await coloursAt(page, (await save(page, 0, "PNG, 2×")).bytes, "image/png", [[2, 2]]))[0][0];
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).toBe(255);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).toBeLessThan(40);
});

test("by keyboard: open, choose, save, leave", async ({ page }) => {
  const button = page.getByRole("button", { name: "Export" });
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(menu(page).getByRole("combobox", { name: "Matrix" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  for (let at = 0; at < 5; at++) await page.keyboard.press("Tab");
  await expect(item(page, "CSV")).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toBe("heed-scores-11x11-the-animal-didn-t-cross.csv");
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("a press elsewhere, or focus that goes on, closes it", async ({ page }) => {
  const button = page.getByRole("button", { name: "Export" });
  await button.click();
  await page.getByRole("heading").click();
  await expect(menu(page)).toBeHidden();
  await button.click();
  await page.locator("#other").focus();
  await expect(menu(page)).toBeHidden();
});

test("the link is copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Export" }).click();
  await item(page, "Copy link").click();
  await expect(menu(page).getByRole("status")).toHaveText(says("export.link-copied"));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("https://example.org/#state");
});

test("axe finds nothing in the open menu, light or dark, wide or narrow, and it stays inside the window", async ({
  page,
}) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await save(page, 0, "JSON");
    await expectAxeFindsNothingInEitherTheme(page, `${width} px`);
    const { x, width: wide } = await boxOf(menu(page));
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
  }
});
