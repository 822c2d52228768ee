// Lesson "one-query": one query, step by step, with a prediction before each step.
import { TOKENS, WORKED } from "./lab.mjs";
import { boxInView, drag, expect, matrixOf, numbersIn, test, typeNumber } from "./learn-lab.mjs";
import { heed, siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { dot, times } from "./textbook.mjs";

const { frontSentence, runOf, storedModel } = await siteModule("rooms/pronouns/index.ts");

/** The six steps for one query, by textbook loops in double precision. */
function textbook(query) {
  const q = times(WORKED.X[query], WORKED.Wq);
  const [keys, values] = [WORKED.Wk, WORKED.Wv].map((weight) => WORKED.X.map((row) => times(row, weight)));
  const scores = keys.map((key) => dot(q, key));
  const scaled = scores.map((score) => score / Math.SQRT2);
  const shifted = scaled.map((score) => score - Math.max(...scaled));
  const exponentials = shifted.map(Math.exp);
  const weights = exponentials.map((part) => part / exponentials.reduce((sum, other) => sum + other, 0));
  const parts = values.map((value, key) => value.map((number) => number * weights[key]));
  return {
    scores,
    scaled,
    shifted,
    exponentials,
    weights,
    parts,
    z: [0, 1].map((column) => parts.reduce((sum, part) => sum + part[column], 0)),
  };
}

for (const query of [0, 1, 4]) {
  test(`every step of ${TOKENS[query]} has the textbook's numbers`, async ({ page, open }) => {
    await open("one-query", { printed: 1, query, seen: 6 });
    const wanted = textbook(query);
    for (const [id, values] of Object.entries(wanted)) {
      const shown = (await matrixOf(page, `#${id}`)).flat().map(Number);
      expect(shown.length, id).toBe(values.flat().length);
      for (const [at, value] of values.flat().entries())
        expect(Math.abs(shown[at] - value), `${id} ${at}`).toBeLessThan(6e-4);
    }
    expect(numbersIn(await page.locator("#end-core").innerText())[0]).toBeLessThan(1e-6);
  });
}

test("a result is shown only after a prediction or a press of Show me", async ({ page, open }) => {
  await open("one-query");
  await expect(page.locator("#walk > li:visible")).toHaveCount(1);
  await expect(page.locator("#scores")).toBeHidden();
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(page.locator("#scores")).toBeVisible();
  await expect(page.locator("#scaled")).toBeHidden();
  await expect(page.locator("#walk > li:visible")).toHaveCount(2);
});

test("the keyboard alone predicts, reveals every step, and goes on to the next token", async ({ page, open }) => {
  await open("one-query", { printed: 1, query: 1 });
  await page.locator("body").press("Tab"); // skip link
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab"); // a term of the text
  for (let tab = 0; tab < 40 && !(await page.evaluate(() => document.activeElement.matches("#queries input"))); tab++)
    await page.keyboard.press("Tab");
  await expect(page.locator("#queries input:checked")).toBeFocused();
  // Five right answers: journey's own score, shrinks, none above zero, between, below a quarter.
  // The last is wrong: “higher than all”.
  const answers = [1, 0, 2, 1, 0, 2];
  for (const [step, answer] of answers.entries()) {
    const radios = `input[name=guess-${step}]`;
    for (
      let tab = 0;
      tab < 40 && !(await page.evaluate((selector) => document.activeElement.matches(selector), radios));
      tab++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    for (let down = 0; down < answer; down++) await page.keyboard.press("ArrowDown");
    await expect(page.locator(`${radios}:checked`)).toHaveValue(String(answer));
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement.textContent)).toBe("Reveal");
    await page.keyboard.press("Enter");
    const said = await page.evaluate(() => document.activeElement.textContent);
    expect(said).toMatch(step < 5 ? /^You guessed right\./ : /^Not right\./);
  }
  await expect(page.locator("#end-score")).toContainText("You predicted 5 of 6");
  await expect(page).toHaveURL(/seen=6/);
  for (let tab = 0; tab < 40 && (await page.evaluate(() => document.activeElement.id)) !== "again"; tab++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("#queries input:checked")).toBeFocused();
  await expect(page.locator("#queries input:checked")).toHaveValue("2");
  await expect(page.locator("#scores")).toBeHidden();
});

test("a dragged query is the reader's own, and a longer one gives nearly all to one key", async ({ page, open }) => {
  await open("one-query", { printed: 1, query: 1, seen: 6 });
  const weights = async () => (await matrixOf(page, "#weights")).flat().map(Number);
  expect(Math.max(...(await weights()))).toBeLessThan(0.25);
  const box = await boxInView(page.locator("#query-plane"));
  const at = (x, y) => [box.x + (box.width * (x + 1.4)) / 3.6, box.y + (box.height * (2.4 - y)) / 3.6];
  await drag(page, at(0.4306, 1.4551), at(1.5, 0.5)); // the query of “journey”
  await expect(page.locator("#queries input:checked")).toHaveValue("6");
  const own = (await matrixOf(page, "#q"))[0].map(Number);
  expect(Math.abs(own[0] - 1.5)).toBeLessThan(0.05);
  expect(Math.abs(own[1] - 0.5)).toBeLessThan(0.05);
  await expect(page).toHaveURL(/own=/);
  // Another query begins again at the first step.
  await expect(page.locator("#walk > li:visible")).toHaveCount(1);
  // The reader's own query can be typed, too.
  await typeNumber(page, "q", 0, 1, "-0.75");
  await expect.poll(async () => (await matrixOf(page, "#q"))[0][1]).toBe("-0.7500");
  await page.getByRole("button", { name: "The printed example" }).click();
  await expect(page.locator("#queries input:checked")).toHaveValue("1");
  await open("one-query", { printed: 1, query: 1, seen: 6, times: 64 });
  expect(Math.max(...(await weights()))).toBeGreaterThan(0.8);
  const [keys, q] = [await matrixOf(page, "#k"), await matrixOf(page, "#q")];
  const scores = keys.map((key) => dot(q[0].map(Number), key.map(Number)));
  const shown = (await matrixOf(page, "#scores"))[0].map((text) => Number(text.replace("\u2212", "-")));
  for (const [key, score] of scores.entries()) expect(Math.abs(shown[key] - score)).toBeLessThan(0.05);
});

/** What the second look of the stored model gives to the words that its pronoun may see. */
function looked(language, whoIsMeant) {
  const model = storedModel(language);
  const { words, asks, meant } = frontSentence(model.table, whoIsMeant);
  const { kept } = runOf(heed, model, words).look(1);
  const row = (matrix) => matrix.data.subarray(asks * matrix.shape[1], asks * matrix.shape[1] + asks + 1);
  return { words, asks, meant, raw: row(kept.raw), weights: row(kept.weights) };
}

for (const [lang, wide] of [
  ["en", 0],
  ["en", 1],
  ["de", 0],
  ["de", 1],
])
  test(`the steps of the sentence have the trained model's numbers: ${lang}, ${wide ? "wide" : "tired"}`, async ({
    page,
    open,
  }) => {
    await open("one-query", { lang, wide, seen: 6 });
    const { words, meant, raw, weights } = looked(lang, wide === 0);
    for (const [id, wanted] of Object.entries({ scores: raw, weights })) {
      const [shown] = (await matrixOf(page, `#${id}`)).map((row) => row.map((text) => Number(text.replace(",", "."))));
      expect(shown.length).toBe(wanted.length);
      for (const [at, value] of wanted.entries())
        expect(Math.abs(shown[at] - value), `${id} ${at}`).toBeLessThan(6e-3 * Math.max(1, Math.abs(value)));
    }
    expect(weights[meant]).toBeGreaterThan(0.5);
    await expect(page.locator(".verdict").first()).toContainText(words[meant]);
    const head = page.locator("#opened-head");
    await expect(head.locator("tbody tr.much th")).toHaveText([words[meant]]);
    await expect(head.locator("attention-matrix")).toBeVisible();
  });

test("the German page reads the German sentence, and the English one is one press away", async ({ page, open }) => {
  await open("one-query", { lang: "de" });
  await expect(page.locator("#tired")).toHaveText("… weil sie zu müde war");
  await expect(page.locator("#queries input:checked + span")).toHaveText("sie");
  await page.locator("#other").click();
  await expect(page.locator("#tired")).toHaveText("… because it was too tired");
  await expect(page.locator("#queries input:checked + span")).toHaveText("it");
});

test("query, keys and values of the sentence open, down to the word's row and the trained weight", async ({
  page,
  open,
}) => {
  await open("one-query", { seen: 6 });
  const strip = page.locator("#given-head .asks .strip");
  await strip.press("Enter");
  const panel = page.locator(".inspector");
  await expect(panel.locator(".passage tbody tr")).toHaveCount(16);
  await panel.locator(".origin").first().click();
  await expect(panel.locator(".passage tbody tr").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await page.locator("#opened-head .much [data-cell^=weights]").click();
  await expect(panel.locator("tr.here")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#opened-head .much [data-cell^=weights]")).toBeFocused();
});

test("a wrong guess hears why it is wrong", async ({ page, open }) => {
  await open("one-query", { printed: 1, query: 1 });
  await page.locator("label:has(input[name=guess-0][value='4'])").click();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.locator(".verdict").first()).toContainText("“one” is 1.2947 lower.");
  await page.locator("label:has(input[name=guess-1][value='2'])").click();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.locator(".verdict").nth(1)).toContainText(says("one-query.scale-not-grows"));
});

test("the smallest power is never written as 0, however long the query is", async ({ page, open }) => {
  await open("one-query", { times: 64, seen: 6, printed: 1 });
  const said = page.locator(".verdict", { hasText: "None is zero" });
  const [least] = numbersIn(await said.innerText());
  expect(least).toBeGreaterThan(0);
  expect(least).toBeLessThan(1e-4);
});
