// Formulas are drawn in a face made for them. That each page carries its own faces and no more is a step of its tour;
// their bytes and their licence are in built-pages.test.mjs.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { seen } from "./seen.mjs";
import { root } from "./serve.mjs";

test("a formula is drawn by the math face: scripts keep near their letter, a root takes the room of its sign", async ({
  page,
}) => {
  await page.goto(pathToFileURL(path.join(root, "dist-site/learn/why-root-dk.html")).href);
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
