// For a class: questions, labs, a page to hand in, and a widget for another page.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { keepStorage } from "./keep-storage.mjs";
import { expect, expectOpenToAll, matrixOf, numbersIn, runEnds, test, typeNumber } from "./learn-lab.mjs";
import { BANK } from "./lessons.mjs";
import { expectServesEverybody } from "./open-to-all.mjs";
import { siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { root, serve } from "./serve.mjs";

const { orderOfChoices } = await siteModule("rooms/lesson/questions.ts");

test("a number stays as it is typed, and counts as the nearest that can be", async ({ page, open }) => {
  await open("alignment", { seed: 7 });
  const field = page.locator("#seed");
  for (const [typed, seed] of [
    ["1.5", "2"],
    ["999", "99"],
    ["-3", "1"],
    ["12", "12"],
  ]) {
    await field.press("ControlOrMeta+A");
    await page.keyboard.type(typed);
    await expect(field).toHaveValue(typed);
    if (seed === "1") await expect(page).not.toHaveURL(/seed=/);
    else await expect(page).toHaveURL(new RegExp(`seed=${seed}(&|$)`));
    await page.keyboard.press("Tab");
    await expect(field).toHaveValue(seed);
  }
  await field.fill("");
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue("12");
});

// ---- questions ------------------------------------------------------------------------------------------------------

const COUNT = Object.keys(BANK).length;

const itemOf = (page, name) => page.locator("#questions > li", { has: page.locator(`input[name=answer-${name}]`) });

test("there are fifteen questions, with learning, heads, layers and context among them", async ({ page, open }) => {
  await open("questions");
  await expect(page.locator("#questions > li")).toHaveCount(15);
  // A formula is on the line of its words.
  await expect(page.locator("#questions legend .bound").first()).toHaveCSS("display", "inline");
  for (const name of ["learning", "heads", "layers", "context"]) await expect(itemOf(page, name), name).toHaveCount(1);
});

test("the core finds the same answers right as a teacher", async ({ page, open }) => {
  await open("questions");
  await expect(page.locator("#questions > li")).toHaveCount(COUNT);
  for (const [name, answer] of Object.entries(BANK)) {
    const item = itemOf(page, name);
    const order = await item.locator("input").evaluateAll((all) => all.map(({ value }) => "abc"[value]));
    expect(order, name).toEqual(orderOfChoices("questions", name));
    await expect(item.locator(".why")).toBeHidden();
    await item.locator(`input[value='${answer}']`).check({ force: true });
    await expect(item.locator(".verdict"), name).toHaveText("Right.");
    await expect(item.locator(".why")).toBeVisible();
    await expect.poll(() => item.locator(".why").innerText(), name).not.toMatch(/NaN, NaN|undefined|\{/);
  }
  await expect(page.locator("#score")).toHaveText(`${COUNT} right of ${COUNT} answered, ${COUNT} in all`);
  await page.getByRole("button", { name: "Clear the answers" }).click();
  await expect(page.locator("#score")).toContainText("0 right of 0");
});

test("a wrong answer gets its reason", async ({ page, open }) => {
  await open("questions");
  const item = itemOf(page, "shape");
  await item.locator("input[value='0']").check({ force: true });
  await expect(item.locator(".verdict")).toHaveText("Not right.");
  await expect(item.locator(".why")).toContainText("5 × 5");
});

/** How the three answers of each question look. */
const looksOf = (page) =>
  page.locator("#questions > li").evaluateAll((items) =>
    items.map((item) =>
      Array.from(item.querySelectorAll("fieldset label > span"), (span) => {
        const { backgroundColor, borderTopWidth, boxShadow, color, fontWeight } = getComputedStyle(span);
        return [backgroundColor, borderTopWidth, boxShadow, color, fontWeight].join(" ");
      }),
    ),
  );

for (const lang of ["en", "de"]) {
  test(`questions printed without answers (${lang}) do not tell them, not even those given`, async ({ page, open }) => {
    await open("questions", { lang });
    for (const [name, value] of [
      ["shape", 1],
      ["sums", 2],
    ])
      await itemOf(page, name).locator(`input[value='${value}']`).check({ force: true });
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("#questions > li:visible")).toHaveCount(COUNT);
    await expect(page.locator(".name-line")).toBeVisible();
    await expect(page.locator(":is(.why, .verdict, #score, .presets):visible")).toHaveCount(0);
    await expect(page.locator("label.solution")).toHaveCount(0);
    expect(new Set((await looksOf(page)).flat()).size).toBe(1);
  });

  test(`questions printed with answers (${lang}) mark the right one of each and explain it`, async ({ page, open }) => {
    await open("questions", { lang, key: 1 });
    await expect(page.locator("#key")).toBeChecked();
    await expect(page.locator(".why:visible")).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".why:visible")).toHaveCount(COUNT);
    await expect(page.locator(".name-line")).toBeHidden();
    for (const [name, answer] of Object.entries(BANK)) {
      const marked = itemOf(page, name).locator("label.solution input");
      await expect(marked, name).toHaveCount(1);
      await expect(marked, name).toHaveValue(String(answer));
    }
    for (const looks of await looksOf(page)) expect(new Set(looks).size).toBe(2);
  });
}

test("whether answers are printed is in the link, and clearing the answers keeps it", async ({ page, open }) => {
  await open("questions");
  await page.locator("#key").check({ force: true });
  await expect.poll(() => new URL(page.url()).hash).toContain("key=1");
  await page.locator("#reset").click();
  await expect(page.locator("#key")).toBeChecked();
  await page.locator("#key").uncheck({ force: true });
  await expect(page.locator("label.solution")).toHaveCount(0);
});

// ---- labs -----------------------------------------------------------------------------------------------------------

test("each lab's link leads to the playground, with its preset and the parts it hides", async ({ page, open }) => {
  await open("teach");
  const links = await page.locator("#labs a").evaluateAll((all) => all.map((link) => link.href));
  expect(links).toHaveLength(6);
  for (const link of links) {
    const url = new URL(link);
    expect(url.pathname).toBe(pathToFileURL(path.join(root, "dist-site/play.html")).pathname);
    const held = new URLSearchParams(url.hash.slice(1));
    expect(held.get("v")).toBe("1");
    expect(held.get("hide").split(",").length).toBeGreaterThan(3);
  }
});

test("the first lab, opened, has its task at the top, follows one query and explains nothing else", async ({
  page,
  open,
}) => {
  await open("teach", "lang=de");
  const lab = page.locator("#labs li").first();
  const task = await lab.locator("a + p").innerText();
  await lab.locator("a").click();
  await expect(page.locator("#task")).toContainText(task);
  await expect(page.locator("#follow")).toHaveAttribute("data-step", "1");
  // The sentence gives away no weight before the walk has come to it.
  await expect(page.locator("#overview small").first()).toBeHidden();
  await expect(page.locator("#lead")).toBeHidden();
  for (const part of ["text", "options", "editing", "compare", "about"]) {
    for (const hidden of await page.locator(`[data-part~=${part}]`).all()) await expect(hidden, part).toBeHidden();
  }
});

test("the answers to the labs' tasks are closed on the screen and open on paper, and their numbers hold", async ({
  page,
  open,
}) => {
  await open("teach", "lang=en");
  const answers = page.locator("#labs details");
  await expect(answers).toHaveCount(6);
  const texts = await answers.locator("p").allTextContents();
  for (const text of texts) expect(text).toMatch(/^[^{}]{80,}$/);
  await expect(page.locator("#labs details p:visible")).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#labs details p:visible")).toHaveCount(6);
  await expect(page.locator("#print")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("#labs details p:visible")).toHaveCount(0);
  const [, integers, , it, causal, scale] = texts;
  const [, sum, score] = /: (.+) = (\d+)\./.exec(integers);
  const products = sum.split(" + ").map((product) => numbersIn(product).reduce((a, b) => a * b));
  expect(products.reduce((a, b) => a + b)).toBe(Number(score));
  const [street, animal] = numbersIn(it).slice(-2);
  expect(street).toBeGreaterThan(animal);
  const [changed, rows] = numbersIn(causal);
  expect(changed).toBe(rows - 1);
  const [before, after] = numbersIn(scale);
  expect(before).toBeGreaterThan(after + 10);
  await page.getByRole("button", { name: "Deutsch" }).click();
  for (const text of await answers.locator("p").allTextContents()) expect(text).toMatch(/^[^{}]{80,}$/);
});

test("the answer to “What does ‘it’ mean?”, done in the playground, has the weights that it names", async ({
  page,
  open,
}) => {
  await open("teach", "lang=en");
  const [column, , now, street, animal] = numbersIn(
    await page.locator("#labs li").nth(3).locator("details p").textContent(),
  );
  await page.locator("#labs a").nth(3).click();
  const weights = "attention-matrix[data-matrix=weights]";
  await expect(page.locator(`${weights} tbody td`).first()).not.toHaveText("");
  const labels = await page.locator(weights).evaluate((element) => element.columnLabels);
  const inputs = page.locator("#edit-x input");
  const width = (await inputs.count()) / labels.length;
  await inputs.nth(labels.indexOf("street") * width + column - 1).fill(String(now));
  const row = async () => (await matrixOf(page, weights))[labels.indexOf("it")].map((text) => Math.round(100 * text));
  await expect.poll(async () => (await row())[labels.indexOf("street")]).toBe(street);
  await expect.poll(async () => (await row())[labels.indexOf("animal")]).toBe(animal);
});

test("the plans fill 45 minutes, one hour and two, and each misconception has its answer", async ({ page, open }) => {
  await open("teach", "lang=en");
  const plans = page.locator(".plan");
  for (const [at, total] of [45, 60, 120].entries()) {
    const minutes = await plans.nth(at).locator("th").allInnerTexts();
    expect(minutes.map(parseFloat).reduce((sum, part) => sum + part)).toBe(total);
    await expect(plans.nth(at).locator("caption")).toContainText(`(${total} minutes)`);
  }
  const misconceptions = page.locator("#misconceptions dt");
  await expect.poll(() => misconceptions.count()).toBeGreaterThan(5);
  await expect(page.locator("#misconceptions dd a").first()).toHaveAttribute("href", /context\.html#lang=en$/);
  await expect(page.locator("#misconceptions dd")).toHaveCount(await misconceptions.count());
});

// ---- the page to hand in --------------------------------------------------------------------------------------------

test("the page to hand in has the goal, bets, answers and a sentence of one's own, and is saved as a file", async ({
  page,
  open,
}) => {
  const kept = await keepStorage(page);
  await open("one-query", "lang=en");
  await page.locator("#walk fieldset label:visible").first().click();
  await page.locator("#walk li:not([hidden]) button.primary").first().click();
  const question = page.locator(".question").first();
  const chosen = question.getByRole("button").nth(1);
  await chosen.click();
  const [asked, said] = [await question.locator("p").first().textContent(), await chosen.textContent()];
  await kept("heed.learn.bets", "one-query");
  await kept("heed.learn.answers", "one-query");
  await open("worksheet", "lang=en");
  const lesson = page.locator("#my-page section");
  await expect(lesson).toHaveCount(1);
  await expect(lesson).toContainText(says("one-query.goal"));
  await expect(lesson).toContainText(says("one-query.score-question"));
  await expect(lesson).toContainText(asked);
  await expect(lesson).toContainText(said);
  await lesson.locator("textarea").fill("A <look> mixes.");
  await page.locator("#who").fill("Ada");
  await page.reload();
  await expect(lesson.locator("textarea")).toHaveValue("A <look> mixes.");
  await page.locator("#who").fill("Ada");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  for (const part of ["Ada", "A &lt;look&gt; mixes.", "My bets"]) expect(text).toContain(part);
  expect(text).not.toMatch(/<textarea|<script/);
});

test("the page to hand in has the bet of the front door and the first guess in Learned; everybody can use it", async ({
  page,
  open,
  openTrained,
}) => {
  const kept = await keepStorage(page);
  await page.goto(`${pathToFileURL(path.join(root, "dist-site/index.html")).href}#lang=en`);
  await page.locator("#choices button").first().click();
  await kept("heed.learn.bets", "front");
  const noun = (await page.locator("#choices").innerText()).match(/Your guess was “(\w+)”/)[1];
  await openTrained("learned", { seed: 5, at: 20, raised: 3 });
  await runEnds(page, "training");
  const guesses = page.locator("#guesses button");
  await guesses.first().click();
  const verdict = (await page.locator("#nudge-verdict").innerText()).startsWith("Right");
  await kept("heed.learn.bets", "nudge");
  await guesses.last().click();
  await open("worksheet", "lang=en");
  const [front, learned] = [page.locator("#my-page section").first(), page.locator("#my-page section").last()];
  await expect(front).toContainText(says("worksheet.front-door"));
  await expect(front.locator("li")).toContainText(says("front.bet"));
  await expect(front.locator("li")).toContainText(`→ ${noun}`);
  await expect(learned.locator("li")).toContainText("After step 20, the score of");
  await expect(learned.locator("li")).toContainText(says("learned.guess-falls"));
  await expect(learned.locator("li")).toContainText(verdict ? "Right." : "Not quite.");
  await expectOpenToAll(page);
  await expectServesEverybody(page);
});

test("answers that were kept before they had their words stand on the page to hand in all the same", async ({
  page,
  open,
}) => {
  await page.addInitScript(
    (kept) => location.protocol === "file:" && localStorage.setItem("heed.learn.answers", JSON.stringify(kept)),
    { "look-up": { q1: { choice: "b", right: true } } },
  );
  await open("worksheet", "lang=en");
  await expect(page.locator("#my-page li")).toContainText("Right.");
});

// ---- a widget in another page ---------------------------------------------------------------------------------------

const X = [
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
];
const weightsOf = (heed, x) => Array.from(heed.selfAttention(x, { keep: ["weights"] }).weights.data);

/** The matrix in another page shows these numbers, rounded. */
async function expectShows(page, wanted) {
  await expect.poll(() => matrixOf(page, "#weights").then((rows) => rows.length)).toBe(3);
  const shown = (await matrixOf(page, "#weights")).flat();
  expect(shown).toEqual(wanted.map((value, at) => value.toFixed(shown[at].split(".")[1].length)));
}

test("the script snippet, pasted into an empty page beside heed-embed.js, works from disk with no network", async ({
  page,
  context,
  open,
  core,
  complaints,
}, info) => {
  await open("embed");
  const snippet = await page.locator("#script-code").innerText();
  await expect(page.locator("#download")).toHaveAttribute("href", "heed-embed.js");
  const folder = info.outputPath("a page of my own");
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(root, "dist-site/learn/heed-embed.js"), path.join(folder, "heed-embed.js"));
  await writeFile(
    path.join(folder, "page.html"),
    `<!doctype html><meta charset="utf-8"><title>Mine</title>\n${snippet}\n`,
  );
  await context.setOffline(true);
  await page.goto(pathToFileURL(path.join(folder, "page.html")).href);
  await expectShows(page, await core(weightsOf, X));
  await expect(page.locator("#weights")).toHaveAttribute("label", "Who attends to whom");
  expect(complaints).toEqual([]);
});

test("the snippet follows the words and numbers, and a word cannot break out of it", async ({ page, open }, info) => {
  await open("embed");
  await page.locator("#words").fill('a</script> "b" c,"d"],[e');
  await typeNumber(page, "x", 0, 0, "2.5");
  const snippet = await page.locator("#script-code").innerText();
  expect(snippet).toContain("2.5");
  const preview = (await matrixOf(page, "#preview")).flat();
  const folder = info.outputPath("mine");
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(root, "dist-site/learn/heed-embed.js"), path.join(folder, "heed-embed.js"));
  await writeFile(
    path.join(folder, "page.html"),
    `<!doctype html><meta charset="utf-8"><title>Mine</title>\n${snippet}\n`,
  );
  await page.goto(pathToFileURL(path.join(folder, "page.html")).href);
  await expect
    .poll(() => matrixOf(page, "#weights").then((rows) => rows.flat().map(Number)))
    .toEqual(preview.map((text) => expect.closeTo(Number(text), 3)));
  await expect
    .poll(() => page.locator("#weights").evaluate((element) => element.rowLabels))
    .toEqual(["a</script>", '"b"', 'c,"d"],[e']);
});

test("a number and a word that are typed are held to what the link holds", async ({ page, open }) => {
  await open("embed");
  for (const [typed, shown] of [
    ["1000", "99"],
    ["-0.123456789", "-0.1235"],
  ]) {
    await typeNumber(page, "x", 0, 0, typed);
    await expect(page.locator("#script-code")).toContainText(`[[${shown}, 0.15`);
  }
  await page.locator("#words").fill(`${"a".repeat(15)}🦊 b`);
  await expect(page.locator("#script-code")).toContainText(`["${"a".repeat(15)}", "b"]`);
  await expect(page).toHaveURL(/words=a{15}\+b.*x=-0\.1235/);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator("#script-code")).toContainText("[[-0.1235, 0.15");
  await expect(page.locator("#script-code")).toContainText(`["${"a".repeat(15)}", "b"]`);
});

test("the module snippet works as a module with the package's own files", async ({ page, open, core }) => {
  await open("embed");
  const code = await page.locator("#module-code").innerText();
  const imports = JSON.stringify({ heed: "/dist/heed.js", "heed/element": "/dist/element.js" });
  const html = `<!doctype html><title>Mine</title><script type="importmap">{"imports":${imports}}</script>
<attention-matrix id="weights"></attention-matrix><script type="module">${code}</script>`;
  const server = await serve({ "/dist/": path.join(root, "dist") }, { texts: { "/": html } });
  await page.context().setOffline(false);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await expectShows(other, await core(weightsOf, X));
  await other.close();
  await server.close();
});

test("the frame snippet shows the playground inside another page", async ({ page, open }, info) => {
  await open("embed");
  const file = info.outputPath("framed.html");
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Mine</title>\n${await page.locator("#frame-code").innerText()}\n`,
  );
  await page.goto(pathToFileURL(file).href);
  await expect(page.frameLocator("iframe").locator("attention-matrix").first()).toBeAttached();
  expect(numbersIn(await page.locator("iframe").getAttribute("height"))[0]).toBeGreaterThan(400);
});
