// Lesson "look-up": a dictionary, the nearest key and a blend, with one temperature.
import { boxInView, cellsOf, expect, lessonUrl, numbersIn, slide, test } from "./learn-lab.mjs";

const answer = async (page, name) => numbersIn(await page.locator(`#answer-${name}`).innerText());
const CONTENTS = [
  [3, 55],
  [1, 40],
  [9, 35],
  [24, 60],
  [14, 85],
];
const mean = [0, 1].map((part) => CONTENTS.reduce((sum, content) => sum + content[part], 0) / CONTENTS.length);

test("a sharp blend is the content of the nearest key; a soft blend is the mean of all", async ({ page, open }) => {
  await open("look-up", { angle: 205 });
  await page.getByRole("button", { name: "Sharp" }).click();
  await expect.poll(() => answer(page, "blend")).toEqual([24, 60]);
  await expect.poll(() => answer(page, "nearest")).toEqual([24, 60]);
  await page.getByRole("button", { name: "Soft", exact: true }).click();
  for (const [part, value] of (await answer(page, "blend")).entries())
    expect(Math.abs(value - mean[part])).toBeLessThan(0.5);
});

test("the dictionary answers only at an entry, and there the sharp blend is the same", async ({ page, open }) => {
  await open("look-up", { angle: 205, temperature: 0.01 });
  await expect(page.locator("#answer-dictionary")).toHaveText("no entry");
  await page.getByRole("button", { name: "Point exactly south" }).click();
  await expect.poll(() => answer(page, "dictionary")).toEqual([24, 60]);
  await expect.poll(() => answer(page, "blend")).toEqual([24, 60]);
});

test("halfway between two winds the nearest key is a tie, and the blend is their mean", async ({ page, open }) => {
  await open("look-up", { angle: 135, temperature: 0.01 });
  await expect(page.locator("#answer-nearest")).toHaveText("east, south: a tie");
  const [warmth, damp] = await answer(page, "blend");
  expect([warmth, damp]).toEqual([16.5, 47.5]);
});

test("scores, weights and blend are those of the core", async ({ page, open, core }) => {
  await open("look-up", { angle: 300, temperature: 0.5 });
  const wanted = await core((heed, contents) => {
    const arrow = (degrees) => [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const kept = heed.attention([arrow(300)], [0, 45, 90, 180, 270].map(arrow), contents, {
      scale: 2,
      keep: ["raw", "weights"],
    });
    return Object.fromEntries(Object.entries(kept).map(([name, { data }]) => [name, Array.from(data)]));
  }, CONTENTS);
  const rows = await cellsOf(page.locator("#ledger"));
  expect(rows.map((row) => numbersIn(row[1])[0])).toEqual(wanted.raw.map((score) => Number(score.toFixed(3))));
  expect(rows.map((row) => numbersIn(row[2])[0])).toEqual(wanted.weights.map((weight) => Number(weight.toFixed(3))));
  await expect.poll(() => answer(page, "blend")).toEqual(wanted.output.map((part) => Number(part.toFixed(2))));
});

test("the needle can be dragged and turned by keys, and the link holds it", async ({ page, open }) => {
  await open("look-up");
  const box = await boxInView(page.locator("#rose"));
  await page.mouse.move(box.x + box.width / 2 + 50, box.y + box.height / 2);
  await page.mouse.down();
  await expect(page.locator("output[for=angle]")).toHaveText("90°");
  await page.mouse.up();
  await page.locator("#angle").press("ArrowRight");
  await expect(page.locator("output[for=angle]")).toHaveText("91°");
  await expect(page).toHaveURL(/angle=91/);
  await page.reload();
  await expect(page.locator("output[for=angle]")).toHaveText("91°");
});

test("a number from a link is kept in range, and a text that cannot be read is named", async ({ page, open }) => {
  await open("look-up", { angle: 9999, temperature: "hot" });
  await expect(page.locator("output[for=angle]")).toHaveText("359°");
  await expect(page.locator("#link-problem")).toContainText("(temperature)");
  await page.goto(lessonUrl("look-up", { angle: 10 }));
  await expect(page.locator("#link-problem")).toBeHidden();
  await slide(page, "temperature", -1);
  await expect(page.locator("output[for=temperature]")).toHaveText("0.10");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator("output[for=angle]")).toHaveText("205°");
});

test("in the table of winds a part lights its column", async ({ page, open }) => {
  await open("look-up");
  await page.locator(".whole [data-part=softmax]").hover();
  const lit = await page.locator("#ledger .part-lit").allInnerTexts();
  expect(lit).toHaveLength(6);
  expect(lit[0]).toBe("weight");
});
