// The playground's controls: each changes what the core is asked, and what is shown is what it answers.
import { readFile } from "node:fs/promises";
import { tightNumbers } from "./digit-gaps.mjs";
import {
  clearLab,
  expect,
  expectShown,
  field,
  FILE,
  flavourOf,
  follow,
  numbers,
  openLab,
  readFollow,
  readMatrix,
  sharedTest as test,
  test as testOfOpening,
  WORKED,
  WEIGHTS,
  WORKED_LAB,
  written,
} from "./lab.mjs";
import { says } from "./says.mjs";
import { drawn, seen, seenOfAll, stillClock } from "./seen.mjs";

/** What is in the sheets: full numbers are seen when a field has focus. */
const sheet = (page, id) =>
  page
    .locator(`#${id} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(
          row.querySelectorAll("input"),
          (input) => (input.focus(), Number(input.value.replace("\u2212", "-"))),
        ),
      ),
    );

async function inputs(page, heads = 1) {
  const read = { x: await sheet(page, "edit-x") };
  for (const name of ["query", "key", "value"]) {
    const blocks = [];
    for (let head = 0; head < heads; head++) {
      if (heads > 1) await page.locator(`input[name=head][value="${head}"]`).check();
      blocks.push(await sheet(page, `edit-${name}`));
    }
    read[name] = blocks[0].map((_, row) => blocks.flatMap((block) => block[row]));
  }
  return read;
}

const choose = (page, name, value) => page.locator(`input[name=${name}][value="${value}"]`).check();
const shows = async (page, names, returned) => {
  for (const name of names)
    expectShown(
      (await readMatrix(page, name)).map((row) => row.filter((text) => text !== "")),
      returned[name],
    );
};

test("whatever the scale, and without softmax, the page shows what the core returns", async ({ lab, call }) => {
  const flavour = await flavourOf(lab);
  for (const [what, turn, options] of [
    ["÷ √d_model", () => choose(lab, "scale", "sqrt-dmodel"), { scale: "sqrt-dmodel" }],
    ["no scale", () => choose(lab, "scale", "none"), { scale: "none" }],
    [
      "a factor of one's own",
      async () => (await choose(lab, "scale", "own"), await lab.locator("#factor").fill("-0,25")),
      { scale: -0.25 },
    ],
    [
      "no softmax",
      async () => (
        await choose(lab, "scale", "sqrt-dk"),
        await lab.getByRole("checkbox", { name: "Softmax" }).uncheck()
      ),
      { normalize: "none" },
    ],
  ]) {
    await test.step(what, async () => {
      await turn();
      const read = await inputs(lab);
      await shows(
        lab,
        ["q", "k", "v", "scores", "weights", "mixed"],
        await call(read.x, WEIGHTS(read), options, flavour),
      );
    });
  }
});

test("causal: later tokens are hatched and hold no digits, the rest is what the core returns", async ({
  lab,
  call,
}) => {
  await lab.getByLabel("Causal").check();
  const read = await inputs(lab);
  const returned = await call(read.x, WEIGHTS(read), { causal: true }, await flavourOf(lab));
  const below = (rows) => rows.map((row, i) => row.slice(0, i + 1));
  await shows(lab, ["scores", "weights"], { scores: below(returned.scores), weights: below(returned.weights) });
  await shows(lab, ["mixed"], returned);
});

test("without weights q, k, v are x itself, and the sheets of the weights are gone", async ({ lab, call }) => {
  await lab.getByLabel("Weight matrices W").uncheck();
  await choose(lab, "scale", "none");
  const x = await sheet(lab, "edit-x");
  await shows(lab, ["q", "k", "v", "scores", "weights", "mixed"], await call(x, null, {}, await flavourOf(lab)));
  await expect(lab.locator("#edit-query")).toBeHidden();
});

test("two heads: each is shown, and together they are what the core returns", async ({ lab, call }) => {
  await choose(lab, "heads", "2");
  const read = await inputs(lab, 2);
  const returned = await call(read.x, { ...WEIGHTS(read), heads: 2 }, {}, await flavourOf(lab));
  for (const head of [0, 1]) {
    await choose(lab, "head", String(head));
    await shows(lab, ["weights"], { weights: returned.weights.slice(head * 6, head * 6 + 6) });
    await shows(lab, ["mixed"], { mixed: returned.mixed.map((row) => row.slice(head * 2, head * 2 + 2)) });
  }
  expectShown(await readMatrix(lab, "joined"), returned.mixed);
  await expect(lab.locator("[data-matrix=output]"), "nothing is blended without an output projection").toBeHidden();
});

test(
  "as columns the matrices turn, hold the same numbers, and softmax is said to run down a column",
  { tag: "@layout" },
  async ({ lab }) => {
    const before = {};
    for (const name of ["q", "scores", "weights", "mixed"]) before[name] = await readMatrix(lab, name);
    const turned = (rows) => rows[0].map((_, column) => rows.map((row) => Number(row[column]).toFixed(2)));
    await choose(lab, "turn", "columns");
    for (const name of ["q", "scores", "weights", "mixed"])
      await expect
        .poll(async () => (await readMatrix(lab, name)).map((row) => row.map((text) => Number(text).toFixed(2))), name)
        .toEqual(turned(before[name]));
    await expect(lab.locator("#about-normalise")).toContainText(
      "Softmax runs along each column: over the first index, i",
    );
    await expect(lab.locator("#about-score")).toContainText(says("play.axes-columns"));
    await field(lab, "X, journey, dimension 1").fill("0.9");
    await choose(lab, "turn", "rows");
    await expect(field(lab, "X, journey, dimension 1")).toHaveValue("0.9");
  },
);

test("sizes: numbers that are there stay, and all fits", async ({ lab, call }) => {
  await lab.locator("#dim").fill("3");
  await lab.locator("#dim").press("Enter");
  await lab.locator("#width").fill("99");
  await lab.locator("#width").press("Enter");
  await expect(lab.locator("#width")).toHaveValue("16");
  await lab.locator("#width").fill("4");
  await lab.locator("#width").press("Enter");
  await expect(field(lab, "W Q, dimension 1, column 1")).toHaveValue("0.2961");
  const read = await inputs(lab);
  expect([read.x[0].length, read.query.length, read.query[0].length]).toEqual([4, 4, 3]);
  await shows(lab, ["q", "scores", "mixed"], await call(read.x, WEIGHTS(read), {}, await flavourOf(lab)));
});

test("a matrix can be filled: random by a seed, identity, zeros, X from letters", async ({ lab }) => {
  const fill = (name, value) => lab.getByRole("combobox", { name: `Fill ${name}` }).selectOption(value);
  await fill("W Q", "random");
  const first = await sheet(lab, "edit-query");
  await fill("W Q", "random");
  await expect.poll(() => sheet(lab, "edit-query")).not.toEqual(first);
  await lab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sheet(lab, "edit-query")).toEqual(first);
  await fill("W Q", "identity");
  await expect
    .poll(() => sheet(lab, "edit-query"))
    .toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
  await fill("W V", "zero");
  await expect.poll(async () => (await readMatrix(lab, "mixed")).flat().map(Number)).toEqual(Array(12).fill(0));
  await fill("X", "letters");
  await expect(lab.locator("#own-note")).toContainText(says("play.own-letters"));
});

test("a problem of the factor goes when its field shows a number again, as the language writes it", async ({ lab }) => {
  const factor = lab.locator("#factor");
  for (const [change, shown] of [
    [() => lab.getByLabel("Causal").check(), "2.5"],
    [() => choose(lab, "scale", "none"), "1"],
    [() => lab.locator("#reset").click(), "1"],
  ]) {
    await choose(lab, "scale", "own");
    await factor.fill("2.5");
    await factor.fill("abc");
    await expect(factor).toHaveAttribute("aria-invalid", "true");
    await expect(lab.locator("#factor-problem")).toContainText(says("numbers.no-number"));
    await change();
    await expect(factor).toHaveValue(shown);
    await expect(factor).not.toHaveAttribute("aria-invalid");
    await expect(lab.locator("#factor-problem")).toHaveText("");
  }
  await choose(lab, "scale", "own");
  await factor.fill("0.25");
  await lab.getByRole("button", { name: "Deutsch" }).click();
  await expect(factor).toHaveValue("0,25");
  await lab.locator("#undo").click();
  await expect(factor).toHaveValue("1");
  await lab.locator("#redo").click();
  await expect(factor).toHaveValue("0,25");
});

test("every preset opens, and “it” finds its noun where numbers were learned or set by hand", async ({ lab }) => {
  const most = () =>
    lab.locator("#follow-table tbody tr").evaluateAll((rows) =>
      rows
        .map((row) => [Number(row.cells[3].textContent), row.cells[0].textContent])
        .sort((a, b) => b[0] - a[0])
        .map(([, token]) => token),
    );
  const found = {};
  for (const value of await lab.locator("#preset option").evaluateAll((all) => all.map((one) => one.value))) {
    await lab.locator("#preset").selectOption(value);
    await drawn(lab);
    found[value] = await most();
  }
  expect([found.it[0], found.sie[0], found.tired[0], found.cat[0], found.animal[0]]).toEqual([
    "animal",
    "Katze",
    "animal",
    "cat",
    "animal",
  ]);
  expect([...found.bank.slice(0, 2), found.lookup[0]]).toEqual(["bank", "steep", "second"]);
});

testOfOpening(
  "without a link the first screen shows a pronoun that finds its noun, and one press makes it find the other",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [lang, preset, pronoun, nouns, words] of [
      ["en", "it", "it", ["animal", "street"], ["tired", "wide"]],
      ["de", "sie", "sie", ["Katze", "Straße"], ["müde", "breit"]],
    ]) {
      await page.goto("about:blank");
      await page.goto(`${FILE}#lang=${lang}`);
      await drawn(page);
      await expect(page.locator("#preset")).toHaveValue(preset);
      await expect(page.locator("#overview [aria-selected=true]")).toContainText(pronoun);
      const shares = page.locator("#overview-words > span");
      for (const [at, word] of words.entries()) {
        await page.locator("#choices").getByRole("button", { name: word }).click();
        await expect(shares.filter({ hasText: nouns[at] }).locator("small")).toHaveText(/^(100|[89]\d([.,]\d+)?)\s?%$/);
        await expect(page.locator("#text")).toHaveValue(new RegExp(`${word}`));
      }
      await expect(page.locator("#choices [aria-pressed=true]")).toBeFocused();
      await expect(shares.filter({ hasText: nouns[1] })).toBeInViewport({ ratio: 1 });
    }
  },
);

testOfOpening("columns that were set by hand have names, until another sentence is typed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLab(page, `${FILE}#v=1&preset=tired`);
  await expect(page.locator("#overview-result")).toHaveText(/^alive\s0\.8\d+, place\s0\.0\d+$/);
  await expect(page.locator("#overview-result")).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#edit-x thead th")).toHaveText(["alive", "place", "refers back", "state"]);
  await expect(page.locator("[data-matrix=q] thead th")).toHaveText(["alive", "place"]);
  await expect(field(page, "X, it, refers back")).toHaveValue("1");
  await expect(field(page, "W Q, refers back, alive")).toHaveValue("6");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator("#options")).toBeHidden();
  await page.locator("#settings").click();
  await expect(page.locator("#options")).toBeVisible();
  await page.locator("[data-matrix=scores] td[data-row='7'][data-column='1']").click();
  await expect(page.getByRole("dialog").locator("tbody th")).toHaveText(["alive", "place"]);
  await page.keyboard.press("Escape");
  await page.locator("#text").fill("The animal crossed");
  await expect(page.locator("#edit-x thead th")).toHaveText(["1", "2", "3", "4"]);
});

const EDITED = ["x", "query", "key", "value"];

test("of both looks the page shows what the core returns for the numbers in X and W", async ({ page, call }) => {
  await openLab(page, `${FILE}#v=1&preset=it`);
  const ahead = Array.from({ length: 11 }, (_, query) => Array.from({ length: 11 }, (_, key) => key >= query));
  const options = { second: { causal: true }, first: { mask: ahead } };
  for (const look of ["second", "first"]) {
    await choose(page, "look", look);
    for (const name of EDITED) await page.locator(`#edit-${name} .digits[aria-pressed=false]`).click();
    const read = await inputs(page);
    expect([read.x.length, read.x[0].length, read.query.length, read.value[0].length]).toEqual([11, 16, 16, 16]);
    const returned = await call(read.x, WEIGHTS(read), options[look], await flavourOf(page));
    const visible = (rows) => rows.map((row, at) => (look === "second" ? row.slice(0, at + 1) : row.slice(at)));
    await shows(page, ["weights"], { weights: visible(returned.weights) });
    await expect(page.locator("#about-score")).toContainText(
      says(`play.${look === "second" ? "later" : "earlier"}-hidden`),
    );
    const most = Math.max(...returned.weights[7]);
    await expect(page.locator("#overview-words small").nth(returned.weights[7].indexOf(most))).toHaveText(
      `${Math.round(100 * most)} %`,
    );
    for (const name of EDITED) await page.locator(`#edit-${name} .digits`).click();
  }
});

/** The numbers of the opened head: of each key its product with the query and its score, as they are written. */
const readHead = (page) =>
  page
    .locator("#opened-head tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        ["raw", "scores"].map((name) => row.querySelector(`[data-cell^="${name} "]`)?.textContent ?? "hidden"),
      ),
    );

test("the head is opened for the token that is followed: its numbers are the core's, and each of them opens", async ({
  lab,
  direct,
}) => {
  await openLab(lab, WORKED_LAB);
  const { raw, scores } = await direct(numbers(), await flavourOf(lab));
  for (const token of [1, 4]) {
    await lab.locator("#overview-words > span").nth(token).click();
    const wanted = raw[token].map((one, key) => [written(one, "0.0"), written(scores[token][key], "0.00")]);
    await expect.poll(() => readHead(lab)).toEqual(wanted);
  }
  const first = lab.locator("#opened-head [data-cell='scores 0 4 2']");
  await first.click();
  await expect(lab.locator("#inspector-title")).toContainText("starts");
  await lab.keyboard.press("Escape");
  await expect(first).toBeFocused();
  await test.step("tokens that are hidden have no score", async () => {
    await lab.locator("#causal").check();
    await expect.poll(() => readHead(lab)).toHaveLength(6);
    await expect.poll(async () => (await readHead(lab)).at(-1)).toEqual(["hidden", "hidden"]);
  });
});

test("the opened head is left out where it has no shares, or would show what is yet to come or left out", async ({
  lab,
}) => {
  const head = lab.locator("#opened-head");
  await openLab(lab, WORKED_LAB);
  await expect(head).toBeVisible();
  await lab.locator("#softmax").uncheck();
  await expect(head).toBeHidden();
  await lab.locator("#softmax").check();
  await expect(head).toBeVisible();
  await lab.locator("#step-on").click();
  await expect(head).toBeHidden();
  await lab.locator("#follow-end").click();
  await expect(head).toBeVisible();
  await openLab(lab, `${WORKED_LAB}&hide=normalise`);
  await expect(head).toBeHidden();
});

test("the opened head is above the matrices where they are pictures, and below where they say their numbers", async ({
  lab,
}) => {
  const order = () =>
    lab.evaluate(() => Array.from(document.querySelectorAll("#opened-head, #steps"), ({ id }) => id).join());
  for (const [preset, wanted] of [
    ["it", "opened-head,steps"],
    ["journey", "steps,opened-head"],
    ["it", "opened-head,steps"],
  ]) {
    await openLab(lab, `${FILE}#v=1&preset=${preset}`);
    await expect.poll(order, preset).toBe(wanted);
  }
});

test("words that the model does not know are named, and one press puts a known one there, or takes letters", async ({
  page,
}) => {
  await openLab(page, `${FILE}#v=1&preset=it`);
  const [text, problem] = [page.locator("#text"), page.locator("#text-problem")];
  const words = page.locator("#overview-words > span > span");
  await text.fill("The animal didn't cross the moon because it was cheesy");
  await expect(problem).toContainText("“moon”, “cheesy”");
  await expect(words).toHaveText("The animal didn't cross the street because it was too tired".split(" "));
  const link = new URL(await page.locator("#to-encoder").getAttribute("href"), FILE);
  expect(link.pathname).toMatch(/encoder\.html$/);
  expect(new URLSearchParams(link.hash.slice(1)).get("text")).toBe(await text.inputValue());
  await page.locator("#known-count").click();
  await page.locator("#known-words").getByRole("button", { name: "road", exact: true }).click();
  await expect(text).toHaveValue("The animal didn't cross the road because it was cheesy");
  await page.locator("#known-words").getByRole("button", { name: "busy", exact: true }).click();
  await expect(problem).toBeEmpty();
  await expect(words).toHaveText("The animal didn't cross the road because it was busy".split(" "));
  await expect(page.locator("#own-note")).toContainText("second look");
  await text.fill("The moon was made of cheese");
  await page.locator("#take-letters").click();
  await expect(words).toHaveText("The moon was made of cheese".split(" "));
  await expect(page.locator("#own-note")).toContainText(says("play.learned-letters"));
  await expect.poll(() => page.url()).toMatch(/preset=it&text=The\+moon[^&]*&x=letters$/);
  await page.locator("#undo").click();
  await expect(words).toHaveText("The animal didn't cross the road because it was busy".split(" "));
});

test("a cell of a wide matrix opens the field of its number, and a learned matrix can be taken again", async ({
  page,
}) => {
  await openLab(page, `${FILE}#v=1&preset=it`);
  await expect(page.locator("#edit-query table.sheet")).toBeHidden();
  await page.locator("#edit-query attention-matrix td[data-row='2'][data-column='3']").click();
  const number = field(page, "W Q, dimension 3, column 4");
  await expect(number).toBeFocused();
  const before = await number.inputValue();
  await number.fill("2");
  await expect(page.locator("#own-note")).toContainText(says("play.learned-part"));
  await page.getByRole("combobox", { name: "Fill W Q" }).selectOption("learned");
  await number.focus();
  await expect(number).toHaveValue(before);
  await expect.poll(() => page.url()).toMatch(/#v=1&preset=it$/);
  await page.getByLabel("Causal").uncheck();
  await expect(page.locator("#own-note")).toContainText(says("play.learned-otherwise"));
});

test("an arc leads from the chosen word to each other word, also where the sentence takes several lines", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openLab(page, `${FILE}#v=1&preset=tired`);
  await drawn(page);
  /** For each arc: the word at its start and the word at its end, by the boxes that its ends touch. */
  const ends = () =>
    seen(page, () => {
      const boxes = Array.from(document.querySelectorAll("#overview-words > span"), (word) =>
        word.getBoundingClientRect(),
      );
      return Array.from(document.querySelectorAll(".overview-arcs path"), (path) => {
        const matrix = path.getScreenCTM();
        const at = (length) => {
          const { x, y } = path.getPointAtLength(length).matrixTransform(matrix);
          return boxes.findIndex(
            (b) => x > b.left && x < b.right && Math.min(Math.abs(y - b.top), Math.abs(y - b.bottom)) < 1,
          );
        };
        return [at(0), at(path.getTotalLength())];
      });
    });
  const lines = () =>
    page.evaluate(
      () => new Set(Array.from(document.querySelectorAll("#overview-words > span"), (word) => word.offsetTop)).size,
    );
  const others = (from) =>
    Array.from({ length: 11 }, (_, at) => at)
      .filter((at) => at !== from)
      .map((at) => [from, at]);
  await expect.poll(lines).toBeGreaterThan(1);
  await expect.poll(ends).toEqual(others(7));
  await page.locator("#overview-words > span").first().click();
  await expect.poll(ends).toEqual(others(0));
  await test.step("a page that is not laid out, as in a hidden frame, has no arc that cannot be drawn", async () => {
    const overview = page.locator("#overview");
    await page.mouse.move(0, 0);
    await overview.evaluate((section) => (section.style.display = "none"));
    await page.locator("#preset").selectOption("cat");
    await drawn(page);
    const paths = await page.locator(".overview-arcs path").evaluateAll((all) => all.map((one) => one.outerHTML));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => path.includes("NaN"))).toEqual([]);
    await overview.evaluate((section) => section.style.removeProperty("display"));
    await expect.poll(ends).toEqual([0, 1, 2, 3, 5, 6].map((to) => [4, to]));
  });
});

test("an own sentence has rows from letters alone, and the page says in a line that they mean nothing", async ({
  lab,
  page,
}) => {
  const text = lab.getByRole("textbox", { name: /^Text/ });
  const note = lab.locator("#own-note");
  await expect(note).toBeEmpty();
  await page.setViewportSize({ width: 1440, height: 900 });
  await lab.locator("#preset").selectOption("tired");
  await text.fill("The boat was on the river and it was old");
  const typed = await sheet(lab, "edit-x");
  await lab.getByRole("combobox", { name: "Fill X" }).selectOption("letters");
  await expect.poll(() => sheet(lab, "edit-x")).toEqual(typed);
  await expect(note).toContainText("the weights say nothing about language");
  const lines = await seen(
    note,
    (one) => one.getClientRects()[0].height / parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
  await lab.getByRole("button", { name: "Deutsch" }).click();
  await expect(note).toContainText("Die Gewichte sagen also nichts über Sprache");
  await lab.locator("#preset").selectOption("tired");
  await expect(note).toBeEmpty();
});

test("typing ends the walk through the steps: all percentages and arcs are there, and the link has no step", async ({
  lab,
  page,
}) => {
  const [share, arcs] = [lab.locator("#overview-words small").first(), lab.locator(".overview-arcs")];
  for (const typing of [() => lab.locator("#text").fill("The boat was old"), () => lab.locator("#text").press("x")]) {
    await lab.getByRole("button", { name: "Step", exact: true }).click();
    await lab.getByRole("button", { name: "Step", exact: true }).click();
    await expect(lab.locator("#step-name")).toHaveText(/^Step 2 of 5/);
    await expect(share).toBeHidden();
    await expect.poll(() => page.url()).toContain("step=2");
    await typing();
    await expect(share).toBeVisible();
    await expect(arcs).toBeVisible();
    await expect(lab.locator("#step-name")).toBeHidden();
    await expect.poll(() => page.url()).not.toContain("step=");
  }
});

test("typed words join in, keep rows set by hand, and too many are cut with a sentence", async ({ lab }) => {
  const text = lab.getByRole("textbox", { name: /^Text/ });
  await field(lab, "X, one, dimension 2").fill("0.5");
  const before = await sheet(lab, "edit-x");
  await text.fill("Your journey starts with one step today");
  await expect.poll(async () => (await sheet(lab, "edit-x")).slice(0, 6)).toEqual(before);
  await expect(lab.locator("#own-note")).toContainText(says("play.own-numbers"));
  await expect(lab.locator("attention-matrix[data-matrix=weights] th[scope=row]")).toHaveText([
    "Your",
    "journey",
    "starts",
    "with",
    "one",
    "step",
    "today",
  ]);
  await text.fill("   ");
  await expect(lab.locator("#text-problem")).toContainText(says("play.no-token"));
  await text.fill("word ".repeat(70));
  await expect(lab.locator("#text-problem")).toContainText("the last 6 of this text are left out");
  await expect(lab.locator("#token-count")).toHaveText("70 of at most 64 tokens");
});

test("a text that is too long is cut with the same sentence, whether it is typed or comes in a link", async ({
  page,
}) => {
  const long = "a".repeat(601);
  const sentence = "The page takes 600 characters; the rest of this text is left out.";
  await openLab(page, `${FILE}#v=1&text=${long}`);
  await expect(page.locator("#text")).toHaveValue("a".repeat(600));
  await expect(page.locator("#link-problem")).toHaveText(sentence);
  await page.locator("#text").fill(long);
  await expect(page.locator("#text-problem")).toHaveText(sentence);
  await expect(page.locator("#link-problem")).toHaveText("");
});

testOfOpening("the address brings the page back, and a damaged one is explained", async ({ lab, page }) => {
  await lab.getByLabel("Causal").check();
  await field(lab, "X, one, dimension 2").fill("0.123456789");
  await lab.getByRole("option", { name: /^one/ }).click();
  const shown = await readFollow(lab);
  await expect.poll(() => page.url()).toMatch(/0\.123456789.*query=5/);
  const address = page.url();
  await page.goto("about:blank");
  await openLab(page, address);
  await expect.poll(() => readFollow(page)).toEqual(shown);
  await expect(page.getByLabel("Causal")).toBeChecked();
  await page.goto("about:blank");
  await openLab(page, `${FILE}#v=1&wq=1,2;3&causal=perhaps`);
  await expect(page.locator("#link-problem")).toHaveText(
    "“wq” of the link has 2 × 2 numbers instead of 3 × 2; it was left out. " +
      "“causal” of a link must be 0 or 1; it is “perhaps”, and was left out.",
  );
});

testOfOpening(
  "undo takes back a run of typing, toggles one by one, redo brings them again, reset begins anew",
  async ({ lab }) => {
    const start = await readFollow(lab);
    await field(lab, "X, one, dimension 2").fill("4");
    await field(lab, "X, one, dimension 2").fill("42");
    const typed = await readFollow(lab);
    await lab.getByRole("checkbox", { name: "Softmax" }).uncheck();
    const undo = lab.getByRole("button", { name: "Undo" });
    await undo.click();
    await expect.poll(() => readFollow(lab)).toEqual(typed);
    await undo.click();
    await expect.poll(() => readFollow(lab)).toEqual(start);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
    await lab.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => readFollow(lab)).toEqual(typed);
    await lab.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => readFollow(lab)).toEqual(start);
  },
);

testOfOpening("what leaves all as it is, or comes back to it in one go, is nothing to undo", async ({ lab }) => {
  const undo = lab.getByRole("button", { name: "Undo" });
  await lab.getByRole("button", { name: "Reset" }).click();
  await lab.locator("#width").fill("3.2");
  await lab.locator("#width").blur();
  await expect(lab.locator("#width")).toHaveValue("3");
  await field(lab, "X, one, dimension 2").fill("4");
  await expect(undo).not.toHaveAttribute("aria-disabled", "true");
  await field(lab, "X, one, dimension 2").fill("0.25");
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await lab.getByRole("button", { name: /^Pin/ }).click();
  await lab.getByRole("button", { name: /^Pin/ }).click();
  await lab.getByRole("button", { name: "Swap A and B" }).click();
  await undo.click();
  await expect(lab.locator("#pair")).toBeHidden();
  await expect(undo).toHaveAttribute("aria-disabled", "true");
});

test("a space on a word does not scroll the page", async ({ lab }) => {
  const word = lab.locator("#overview-words [role=option][tabindex='0']");
  await word.focus();
  await lab.evaluate(() => document.addEventListener("keydown", (event) => (window.kept = event.defaultPrevented)));
  await word.press(" ");
  await expect.poll(() => lab.evaluate(() => window.kept)).toBe(true);
});

test("undo and redo leave alone how the numbers are looked at, as far as it fits", async ({ lab }) => {
  const look = "turn=columns&view=table";
  await field(lab, "X, one, dimension 2").fill("4");
  await choose(lab, "heads", 2);
  await choose(lab, "turn", "columns");
  await choose(lab, "view", "table");
  await choose(lab, "head", 1);
  await lab.getByRole("option", { name: /^with/ }).click();
  await expect.poll(() => lab.url()).toContain(`${look}&head=2&query=4`);
  await lab.locator("#undo").click();
  await expect.poll(() => lab.url()).toMatch(new RegExp(`x=[^&]*&${look}&query=4$`));
  await lab.locator("#undo").click();
  await expect.poll(() => lab.url()).toMatch(new RegExp(`#v=1&${look}&query=4$`));
  await lab.locator("#redo").click();
  await choose(lab, "view", "arcs");
  await lab.locator("#redo").click();
  await expect.poll(() => lab.url()).toContain("heads=2");
  await expect.poll(() => lab.url()).toContain("turn=columns&view=arcs&head=2&query=4");
  await lab.locator("#preset").selectOption("cat");
  await expect.poll(() => lab.url()).not.toContain("query=");
  await lab.locator("#undo").click();
  await expect.poll(() => lab.url()).toContain("turn=columns&view=arcs&head=2&query=4");
});

/** The row of the query that is followed: the texts of its cells, and how long their bars are. */
const rowOf = (page, name, row = 1) =>
  seenOfAll(page.locator(`attention-matrix[data-matrix=${name}] td[data-row="${row}"]`), (cells) =>
    cells.map((cell) => {
      const { inlineSize } = getComputedStyle(cell, "::after");
      const size = Number.parseFloat(inlineSize) / cell.clientWidth;
      return { text: cell.textContent, bar: cell.hasAttribute("data-bar") ? size : null };
    }),
  );
const texts = async (page, name) => (await rowOf(page, name)).map(({ text }) => text);
const bars = async (page, name) => (await rowOf(page, name)).map(({ bar }) => bar);
const lit = (page, name) =>
  page
    .locator(`attention-matrix[data-matrix=${name}] td.marked`)
    .evaluateAll((cells) => cells.map(({ dataset: { row, column } }) => `${row},${column}`));
const EMPTY = Array(6).fill("");

test("a query is followed in the matrices, by keyboard: it meets each key, bars grow, values blend", async ({
  page,
  direct,
}) => {
  await openLab(page, WORKED_LAB);
  const whole = { scores: await texts(page, "scores"), weights: await texts(page, "weights") };
  const mixed = await texts(page, "mixed");
  const { raw, weights } = await direct(
    { x: WORKED.X, query: WORKED.Wq, key: WORKED.Wk, value: WORKED.Wv },
    await flavourOf(page),
  );
  const name = page.locator("#step-name");
  const slider = page.getByRole("slider", { name: "Step on the way" });
  await test.step("at first all is shown, and nothing plays by itself for who prefers no motion", async () => {
    await expect.poll(() => bars(page, "scores")).toEqual(Array(6).fill(null));
    await expect(page.locator("#play")).toBeHidden();
    await expect(slider).toBeHidden();
  });
  await test.step("it begins at step 1: the query is lit, and what follows from it is empty", async () => {
    await page.getByRole("button", { name: "Step", exact: true }).press("Enter");
    await expect(name).toHaveText("Step 1 of 5: the query");
    await expect(page.locator("#step-words")).toContainText(
      "0.5500 · 0.2961 + 0.8700 · 0.2517 + 0.6600 · 0.0740 = 0.4306",
    );
    await expect.poll(() => lit(page, "q")).toEqual(["1,0", "1,1"]);
    await expect.poll(() => texts(page, "scores")).toEqual(EMPTY);
    await expect.poll(() => texts(page, "weights")).toEqual(EMPTY);
    await expect.poll(() => texts(page, "mixed")).toEqual(["", ""]);
  });
  await test.step("an arrow leads to the next key: its row is lit, too, and its bar grows", async () => {
    await slider.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(name).toHaveText("Step 2 of 5: the scores");
    await expect(page.locator("#step-words")).toContainText("With “journey”");
    await expect(slider).toHaveAttribute("aria-valuetext", /Step 2 of 5: the scores\. .*“journey”/);
    await expect.poll(() => lit(page, "q")).toEqual(["1,0", "1,1"]);
    await expect.poll(() => lit(page, "k")).toEqual(["1,0", "1,1"]);
    await expect.poll(() => lit(page, "scores")).toEqual(["1,1"]);
    await expect
      .poll(() => texts(page, "scores"))
      .toEqual([...raw[1].slice(0, 2).map((score) => score.toFixed(4)), "", "", "", ""]);
    const [first, second, third] = await bars(page, "scores");
    expect(second).toBeCloseTo(0.5, 1);
    expect(first / second).toBeCloseTo(raw[1][0] / raw[1][1], 1);
    expect(third).toBe(0);
  });
  await test.step("then the scale, and softmax: shares of the largest, and the weights themselves", async () => {
    for (let key = 0; key < 5; key++) await page.keyboard.press("ArrowRight");
    await expect(name).toHaveText("Step 3 of 5: the scale");
    await expect.poll(() => texts(page, "scores")).toEqual(whole.scores);
    await page.keyboard.press("ArrowRight");
    expect(Math.max(...(await bars(page, "weights")))).toBeCloseTo(1, 1);
    await expect.poll(() => texts(page, "weights")).toEqual(EMPTY);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => texts(page, "weights")).toEqual(whole.weights);
    for (const [key, bar] of (await bars(page, "weights")).entries()) expect(bar).toBeCloseTo(weights[1][key], 1);
  });
  await test.step("the values come one after the other, and the whole sum has the core's digits", async () => {
    await page.keyboard.press("ArrowRight");
    await expect(name).toHaveText("Step 5 of 5: the mix");
    await expect.poll(() => lit(page, "v")).toEqual(["0,0", "0,1"]);
    const [before] = await bars(page, "mixed");
    await expect.poll(() => texts(page, "mixed")).toEqual(["", ""]);
    await page.keyboard.press("End");
    await expect.poll(async () => (await bars(page, "mixed"))[0]).toBeGreaterThan(before + 0.1);
    await expect.poll(() => texts(page, "mixed")).toEqual(mixed);
  });
  await test.step("back, and the end", async () => {
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(name).toHaveText("Step 4 of 5: the weights");
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByRole("button", { name: "Show all", exact: true }).click();
    await expect.poll(() => bars(page, "weights")).toEqual(Array(6).fill(null));
    await expect.poll(() => texts(page, "mixed")).toEqual(mixed);
  });
});

testOfOpening("it plays by itself and can be paused; a key that is hidden is never met", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const clock = await stillClock(page, () => openLab(page, `${FILE}#v=1&causal=1`));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const litLater = async () => (await clock.run(100), lit(page, "k"));
  await expect.poll(litLater, { intervals: [10] }).toEqual(["0,0", "0,1"]);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await clock.run(60_000);
  await expect.poll(() => lit(page, "k")).toEqual(["0,0", "0,1"]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(litLater, { intervals: [10] }).toEqual(["1,0", "1,1"]);
  await clock.resume();
  const slider = page.locator("#moment");
  await expect.poll(() => slider.getAttribute("max")).toBe(String(1 + 2 + 1 + 2 + 2));
  await expect.poll(async () => (await bars(page, "scores")).slice(2)).toEqual(Array(4).fill(null));
  await slider.fill("7");
  await expect(page.locator("#step-name")).toHaveText("Step 5 of 5: the mix");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(slider).toHaveValue("8");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a pinned setting stays in view beside the present one, on one scale, with the difference", async ({ lab }) => {
  const before = await readMatrix(lab, "weights");
  await lab.getByRole("button", { name: "Pin this setting as A" }).click();
  await choose(lab, "scale", "none");
  const cells = (id) =>
    lab
      .locator(`#${id} tbody tr`)
      .evaluateAll((rows) =>
        rows.map((row) =>
          Array.from(row.querySelectorAll("td"), (cell) => Number(cell.textContent.replace("\u2212", "-"))),
        ),
      );
  await expect(lab.locator("#differs")).toHaveText("B differs from A in: scale √dk → none.");
  await expect(lab.locator("#differs sub")).toHaveText("k");
  const [a, b, difference] = [await cells("a"), await cells("b"), await cells("difference")];
  a.forEach((row, i) => row.forEach((value, j) => expect(value).toBeCloseTo(Number(before[i][j]), 2)));
  difference.forEach((row, i) =>
    row.forEach((value, j) => expect(Math.abs(value - (b[i][j] - a[i][j]))).toBeLessThan(2e-3)),
  );
  const ticks = (id) => lab.locator(`#${id} .ticks span`).allInnerTexts();
  await expect.poll(() => ticks("a")).toEqual(await ticks("b"));
  await lab.getByRole("textbox", { name: /^Text/ }).fill("only two");
  await expect(lab.locator("#no-difference")).toHaveText("A is 6 × 6 and B is 2 × 2: there is no difference to show.");
});

testOfOpening("a link can leave parts out, and all can be shown again", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&hide=text,options,editing,compare`);
  for (const id of ["text", "softmax", "compare"]) await expect(page.locator(`#${id}`)).toBeHidden();
  await expect(field(page, "X, Your, dimension 1")).toHaveAttribute("readonly", "");
  await page.getByRole("button", { name: "Show all of it" }).click();
  for (const id of ["text", "softmax", "compare"]) await expect(page.locator(`#${id}`)).toBeVisible();
  await expect(field(page, "X, Your, dimension 1")).not.toHaveAttribute("readonly");
});

test("a lab keeps its task and what it leaves out when a preset is chosen, and after Reset", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&task=Find+it&hide=export`);
  for (const change of [() => page.locator("#preset").selectOption("cat"), () => page.locator("#reset").click()]) {
    await change();
    await expect(page.locator("#text")).toHaveValue(/^The cat/);
    await expect(page.locator("#task-text")).toHaveText("Find it");
    await expect(page.locator("#export")).toBeHidden();
    await expect.poll(() => page.url()).toMatch(/preset=cat&hide=export&task=Find\+it$/);
  }
});

test("what is saved is what is shown, to the last bit", async ({ lab, call }) => {
  const read = await inputs(lab);
  const { weights } = await call(read.x, WEIGHTS(read), {}, await flavourOf(lab));
  await lab.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    lab.waitForEvent("download"),
    lab.getByRole("button", { name: /^NumPy/ }).click(),
  ]);
  const file = await readFile(await download.path());
  const start = 10 + file.readUInt16LE(8);
  expect(Array.from({ length: 36 }, (_, at) => file.readFloatLE(start + 4 * at))).toEqual(weights.flat());
});

test("the open menu that saves follows each change: it keeps what is chosen while that is there", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&gradients=1`);
  const menu = page.getByRole("group", { name: "Export" });
  const choice = menu.getByRole("combobox");
  for (const [chosen, afterwards, name] of [
    ["O = [ O_0, O_1 ]", "A = softmax(E)", "weights"],
    ["dV_0 = A_0ᵀ dO_0", "dV = Aᵀ dO", "dv"],
  ]) {
    await choose(page, "heads", 2);
    await page.getByRole("button", { name: "Export" }).click();
    await choice.selectOption({ label: chosen });
    await choice.press("Control+z");
    await expect(choice.locator("option:checked")).toHaveText(afterwards);
    await expect(choice.getByRole("option", { name: chosen, exact: true })).toHaveCount(0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      menu.getByRole("button", { name: "JSON" }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({ title: afterwards, name });
    await page.keyboard.press("Escape");
  }
});

test(
  "on a desk the heat maps begin in the first screen, and no label of a column is cut",
  { tag: "@layout" },
  async ({ page }) => {
    for (const [width, height] of [
      [1440, 900],
      [1920, 900],
    ]) {
      await page.setViewportSize({ width, height });
      for (const lang of ["en", "de"]) {
        await follow(page, `#v=1&preset=tired&lang=${lang}`);
        const looks = await seen(page, () => {
          const maps = ["scores", "weights"].map((name) => document.querySelector(`[data-matrix=${name}]`).shadowRoot);
          const top = Math.max(...maps.map((map) => map.querySelector("td[data-row]").getBoundingClientRect().top));
          const spans = maps.flatMap((map) => Array.from(map.querySelectorAll("th[scope=col] span")));
          const cut = spans.filter((span) => {
            const [label, head] = [span.getBoundingClientRect(), span.parentElement.getBoundingClientRect()];
            return label.width > head.width + 1 || span.scrollHeight > span.clientHeight + 1;
          });
          const words = document.querySelector("#about-normalise").getBoundingClientRect();
          const map = document.querySelector("[data-matrix=weights]").getBoundingClientRect();
          return { top, cut: cut.map(({ textContent }) => textContent), empty: map.top - words.bottom };
        });
        expect(looks.cut, `${width} px, ${lang}`).toEqual([]);
        expect(looks.top, `${width} px, ${lang}`).toBeLessThan(height - 50);
        expect(looks.empty, `${width} px, ${lang}`).toBeLessThan(100);
      }
    }
  },
);

test("a link that is followed on the page is shown once", async ({ page }) => {
  await readMatrix(page, "weights");
  const shown = await page.evaluate(async () => {
    const element = document.querySelector("attention-matrix[data-matrix=weights]");
    const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "matrix");
    let count = 0;
    Object.defineProperty(element, "matrix", {
      configurable: true,
      get,
      set(matrix) {
        count++;
        set.call(this, matrix);
      },
    });
    const arrived = new Promise((there) =>
      addEventListener("hashchange", () => requestAnimationFrame(there), { once: true }),
    );
    location.hash = "#v=1&causal=1";
    await arrived;
    delete element.matrix;
    return count;
  });
  expect(shown).toBe(1);
});

test("no two numbers of a row touch, on a desk, a tablet and a phone", { tag: "@layout" }, async ({ page }) => {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const link of ["#v=1", "#v=1&preset=journey"]) {
      await follow(page, link);
      await readMatrix(page, "weights");
      await expect.poll(() => tightNumbers(page), `${link}, ${width} px`).toEqual([]);
    }
  }
});

testOfOpening("what a test leaves on the shared playground is taken back before the next", async ({ lab }) => {
  /** What is seen of the page, and what is typed and chosen there. */
  const looks = async () => {
    await drawn(lab);
    return lab.evaluate(() => {
      const all = Array.from(document.body.querySelectorAll(":not(#announcements)"));
      const shown = all.filter((element) => element.checkVisibility());
      const own = (element) =>
        Array.from(element.childNodes, (node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : "")).join("");
      const parts = shown.map((element) => [
        element.localName,
        element.id,
        own(element),
        element.value,
        element.checked,
      ]);
      return [document.documentElement.lang, document.activeElement.localName, scrollY, { ...localStorage }, parts];
    });
  };
  const before = await looks();
  await choose(lab, "scale", "own");
  await lab.locator("#factor").fill("7");
  await choose(lab, "heads", 2);
  await choose(lab, "view", "table");
  await lab.getByRole("checkbox", { name: "Gradients" }).check();
  await lab.getByRole("button", { name: /^Pin/ }).click();
  await field(lab, "X, journey, dimension 1").fill("none");
  await lab.locator("#maker summary").click();
  await lab.locator("#lab-task").fill("Find it");
  await lab.locator("#step-on").click();
  await lab.locator("[data-matrix=weights] td[data-row='1'][data-column='1']").click();
  await expect(lab.getByRole("dialog")).toBeVisible();
  await lab.getByRole("button", { name: "Deutsch" }).click();
  await lab.getByRole("button", { name: "Export" }).click();
  await clearLab(lab);
  await openLab(lab, WORKED_LAB);
  await expect.poll(looks).toEqual(before);
});
