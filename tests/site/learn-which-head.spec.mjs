// Lesson "which-head": a guess, heads that are switched off one by one, 100 new texts, and the sheet for a class. What
// the page says of a head is what the same model gives in Node.
import { ROAD } from "../../scripts/site-pages.mjs";
import { readStrings } from "../../scripts/site-texts.mjs";
import { data } from "../../web/site/pages/which-head/build.mjs";
import { expect, expectOpenToAll, test } from "./learn-lab.mjs";
import { keepStorage } from "./keep-storage.mjs";
import { heed, siteModule } from "./runs.mjs";

const stories = await siteModule("rooms/stories/index.ts");
const { modelOf } = await siteModule("pages/which-head/model.ts");
const { lookInto, missedMost } = await siteModule("pages/which-head/heads.ts");
const { askHundred } = await siteModule("rooms/stories/run/index.ts");

const carried = JSON.parse(data());

/** The model of a language, and what its heads do in the sentence of the lesson. */
function given(language, text) {
  const model = modelOf(carried, language);
  return { model, here: lookInto(heed, model, stories.readTyped(model.table, text).words) };
}

const ENGLISH = given("en", readStrings().en["which-head"].text);
const rowsOf = (page, id) => page.locator(`#${id} tbody tr`);

test("heads that are off one by one say what the model says without them, and the guess is judged at the end", async ({
  page,
  open,
}) => {
  const kept = await keepStorage(page);
  await open("which-head", "lang=en");
  const { here } = ENGLISH;
  await expect(page.locator("#story")).toContainText(here.right);
  await expect(rowsOf(page, "tries").locator("td:last-child")).toHaveText(here.heads.map(() => "?"));
  const missed = here.heads.indexOf(missedMost(here));
  const guess = missed === 0 ? 1 : 0;
  await page.locator("#guesses label").nth(guess).click();
  await kept("heed.learn.bets", "which-head");
  for (const [at, { says: word }] of here.heads.entries()) {
    const button = page.locator(`#tries [data-head="${at}"]`);
    await button.click();
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(rowsOf(page, "tries").nth(at).locator("td").last()).toContainText(word);
    await expect(page.locator("#says")).toContainText(`“${word}”`);
    await expect(page.locator("#machine .share.first")).toHaveAttribute("aria-label", new RegExp(`^“${word}”`));
  }
  await expect(page.locator("#tried")).toContainText("Your guess was");
  await page.locator("#guesses label").nth(missed).click();
  await expect(page.locator("#tried")).toContainText("as you guessed");
  await page.locator("#all-on").click();
  await expect(page.locator("#says")).toContainText("With all heads");
});

test("a head that is pressed in the machine counts as tried, and two at once are named", async ({ page, open }) => {
  await open("which-head", "lang=en");
  await page.locator("#machine [data-part='head 0 1']").click();
  await expect(page.locator("#tried")).toContainText("1 of");
  await page.locator("#machine [data-part='head 1 0']").click();
  await expect(page.locator("#says")).toContainText("Without layer 0, head 1; layer 1, head 0");
  await expect(page.locator("#tried")).toContainText("1 of");
});

for (const language of ["en", "de"])
  test(`one press counts 100 new texts as in Node, and the sheet has its answers: ${language}`, async ({
    page,
    open,
  }) => {
    await open("which-head", `sheet=1&lang=${language}`);
    const model = modelOf(carried, language);
    await page.locator("#ask-hundred").click();
    const { right, heads } = await askHundred(heed, model, 1, async () => true);
    const counts = heads.map(({ off }) => String(off));
    await expect(rowsOf(page, "counted").locator("td:nth-child(2)")).toHaveText(counts);
    await expect(page.locator("#counts figure").first().locator(".right")).toHaveCount(right);
    const [task, answers] = [page.locator("#sheets section").first(), page.locator("#sheets section").last()];
    await expect(answers.locator("td:last-child")).toHaveText(counts);
    await expect(task.locator("td:last-child")).toHaveText(counts.map(() => ""));
    await expectOpenToAll(page);
  });

test("the lesson leads on to the model, and the page for teachers leads to the sheet", async ({ page, open }) => {
  await open("teach", "lang=en");
  await page.locator("#class-sheet a").click();
  await expect(page.locator("#sheet")).toHaveAttribute("open", "");
  await expect(page.locator("#sheets section")).toHaveCount(2);
  await expect(page.locator("#sheets")).toBeInViewport();
  await page.locator("section a[data-page=model].button").click();
  await expect(page).toHaveURL(/model\.html/);
});

test("the road ends with what a reader can do now, lesson by lesson, and with a door to the model", async ({
  page,
  open,
}) => {
  const names = ROAD.map(({ name }) => name);
  await open(names.at(-1), "lang=en");
  const linksOf = (list) =>
    list.locator("li").evaluateAll((all) => all.map((one) => one.querySelector("a")?.dataset.page));
  const [road, deeper] = [page.locator(".recap").first(), page.locator(".recap").last()];
  await expect.poll(() => linksOf(road)).toEqual(names);
  await expect.poll(async () => (await linksOf(deeper)).filter((name) => !name || names.includes(name))).toEqual([]);
  await expect(page.locator("section:has(.recap) + section a.button.primary[data-page=model]")).toBeVisible();
  for (const name of ["play", "encoder", "train"])
    await expect(page.locator(`section a[data-page=${name}]`)).toBeVisible();
});
