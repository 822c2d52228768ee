// The type that the pages carry: each its own faces and no more, nothing fetched, formulas in a face made for them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { numberOf } from "../../scripts/site-pages.mjs";
import { carried, drawnWith } from "./faces.mjs";
import { seen } from "./seen.mjs";
import { root } from "./serve.mjs";

const SITE = path.join(root, "dist-site");
const LIMIT = 95_000;
const FILES = readdirSync(SITE, { recursive: true })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => file.endsWith(".html"));
const read = (file) => readFileSync(path.join(SITE, file), "utf8");
const addressOf = (file) => pathToFileURL(path.join(SITE, file)).href;

/** The pages that carry their faces themselves. Those of the documentation share docs.css; docs.spec.mjs opens them. */
const WHOLE = FILES.filter((one) => !one.startsWith("docs/"));
const CARRIERS = [...WHOLE, "docs/docs.css"];

for (const file of WHOLE) {
  test(`${file} carries the faces that it draws with, and no other; none is fetched`, async ({ page }) => {
    const complaints = [];
    const asked = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("request", (request) => request.resourceType() === "font" && asked.push(request.url().slice(0, 20)));
    await page.goto(addressOf(file));
    // Formulas and letters of a page can wait behind a dialog: a glossary, an inspector.
    if (file === "play.html") await page.locator("attention-matrix[data-matrix=weights] td[data-row]").first().click();
    if (file === "encoder.html") {
      await page.locator("#head-matrix td[data-row]").first().focus();
      await page.keyboard.press("Enter");
    }
    if (file.startsWith("learn/"))
      await page.locator("#glossary").evaluate((glossary) => glossary.open || glossary.showModal());
    // An inspector that is not opened here writes letters in italics, as that of the playground does.
    const later = file === "train.html" || numberOf(path.basename(file, ".html")) > 0 ? ["Heed Text italic"] : [];
    const faces = async () => [...new Set([...(await drawnWith(page)), ...later])].sort();
    await expect.poll(faces).toEqual([...carried(read(file))].sort());
    expect(asked.filter((address) => !address.startsWith("data:font/woff2"))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test("type adds at most 95 KB gzipped to a page, and no math face to one without formulas", () => {
  for (const file of CARRIERS) {
    const html = read(file);
    const rules = html.match(/@font-face ?\{[^}]*\}/g).join("");
    expect(gzipSync(rules, { level: 9 }).length, file).toBeLessThanOrEqual(LIMIT);
    expect(carried(html).has("Heed Math"), file).toBe(/<math[ >]/.test(html));
  }
  expect(carried(read("bench.html"))).toEqual(new Set(["Heed Text", "Heed Sans"]));
});

test("the faces' licence stands in every file that carries them and beside these, with their copyright lines", () => {
  const licence = readFileSync(path.join(SITE, "font-licence.txt"), "utf8");
  for (const words of [
    "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007",
    "Copyright 2001-2021 The STIX Fonts Project Authors",
    "© 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’",
    "PERMISSION & CONDITIONS",
    "OTHER DEALINGS IN THE FONT SOFTWARE",
  ])
    expect(licence).toContain(words);
  expect(CARRIERS.filter((file) => !read(file).includes(licence))).toEqual([]);
});

test("a formula is drawn by the math face: scripts keep near their letter, a root takes the room of its sign", async ({
  page,
}) => {
  await page.goto(addressOf("learn/why-root-dk.html"));
  await page.evaluate(() => {
    const box = document.createElement("p");
    box.innerHTML = `<math id="script"><mrow><mi>K</mi><mo>=</mo><msup><mi>K</mi><mo>⊤</mo></msup></mrow></math>
      <math id="root"><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></math>`;
    box.style.fontSize = "100px";
    document.querySelector("main").prepend(box);
    return document.fonts.ready;
  });
  const found = await seen(page, () => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [letter, script] = [box("#script msup > :first-child"), box("#script msup > :last-child")];
    return {
      family: getComputedStyle(document.querySelector("#script")).fontFamily,
      has: document.fonts.check('16px "Heed Math"', "⊤√𝐾"),
      raised: letter.bottom - script.bottom,
      letter: letter.width,
      rest: box("#root msqrt").right - box("#root msub").right,
    };
  });
  expect(found.family).toMatch(/^"Heed Math"/);
  expect(found.has).toBe(true);
  // In hundredths of an em: without a MATH table a script is raised by 55 and more.
  expect(found.letter).toBeCloseTo(66, 0);
  expect(found.raised).toBeGreaterThan(30);
  expect(found.raised).toBeLessThan(48);
  expect(found.rest).toBeLessThan(5);
});
