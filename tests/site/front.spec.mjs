// The front door, index.html: what its sentence shows is what the core computes, for eyes, keys and ears.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { SENTENCES, startEncoder, trainedHeads } from "../../scripts/encoder-heads.mjs";
import { ROAD } from "../../scripts/site-pages.mjs";
import { expectAxeFindsNothing } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { load } from "../../dist/heed.js";
import { expect, FILE } from "./lab.mjs";
import { expectOpenToAll, ready, test } from "./learn-lab.mjs";
import { expectFitsAnyWidth, expectServesEverybody } from "./open-to-all.mjs";
import { siteModule } from "./runs.mjs";
import { says } from "./says.mjs";
import { keepStorage } from "./keep-storage.mjs";
import { drawn, seen } from "./seen.mjs";
import { root, serveSite } from "./serve.mjs";

const FRONT = pathToFileURL(path.join(root, "dist-site/index.html")).href;
const { readTrained } = await siteModule("kit/trained-heads.ts");
const { readTyped, runOf, storedModel } = await siteModule("rooms/pronouns/index.ts");
const nodeHeed = await load();
const FRONT_SENTENCE = "The animal didn't cross the street because it was too tired.";

async function openFront(page, address = `${FRONT}#lang=en`) {
  await page.goto("about:blank");
  await page.goto(address);
  await ready(page);
}

/** The share under a word is part of its accessible name. */
const wordOf = (page, name) => page.locator("#sentence button").getByText(name, { exact: true });
const said = (page) => page.locator("#said");
const meaning = (page) => page.locator("#meaning");
const chip = (page, word) => page.locator("#choices button").getByText(word, { exact: true });

/** What the stored model says of "it", in Node. */
async function meant(text, off = []) {
  const model = storedModel("en");
  const { words, asks } = readTyped(model.table, text);
  const run = runOf(nodeHeed, model, words, off);
  const back = run.look(1).kept.weights.data.subarray(asks * words.length, (asks + 1) * words.length);
  const ahead = run.look(0).kept.weights.data.subarray(asks * words.length, (asks + 1) * words.length);
  const [{ word, share }] = run.shares(asks);
  const most = (weights) => `“${words[weights.indexOf(Math.max(...weights))]}” (${percent(Math.max(...weights))})`;
  return { word, share: percent(share), ahead: most(ahead), back: most(back), weight: Math.max(...back) };
}
const means = ({ word, share, ahead, back }) =>
  `The model says: “it” means “${word}” (${share}). First “it” looks ahead at ${ahead}, then back at ${back}.`;

/** What the core gives in the same browser: the weights of one row, by token. */
async function rowOf(core, layer, head, token, sentence = "cat") {
  const { tokens, layers } = readTrained((await trainedHeads())[sentence]);
  const { q, k, v } = layers[layer];
  const plain = [q, k, v].map(({ data, shape }) => ({ data: Array.from(data), shape }));
  const row = tokens.indexOf(token);
  const weights = await core(
    (heed, { given, at, count }) => {
      const [queries, keys, values] = given.map(({ data, shape }) => ({ data: Float32Array.from(data), shape }));
      const { data } = heed.attention(queries, keys, values, { keep: ["weights"] }).weights;
      return Array.from(data.slice(at * count, (at + 1) * count));
    },
    { given: plain, at: head * tokens.length + row, count: tokens.length },
  );
  return tokens
    .map((name, at) => ({ name: name.replace("▁", ""), weight: weights[at] }))
    .sort((a, b) => b.weight - a.weight);
}

/** All but 0 and 1 differ from these. */
const percent = (weight) =>
  `${(100 * weight).toFixed(weight >= 0.995 && weight < 1 ? 1 : 0).replace("100.0", "99.9")}\u00a0%`;

test("“it” is the animal, and the street once the reader bets on “wide”, in the first screen, as in Node", async ({
  page,
}) => {
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await openFront(page);
    await expect(page.locator("h1")).toHaveText(says("front.question"));
    await expect(meaning(page)).toHaveText(means(await meant(FRONT_SENTENCE)));
    await expect(page.locator("#judged")).toContainText("no sentence had both “animal” and “street”");
    for (const id of ["#asked", "#meaning", "#choices"])
      await expect(page.locator(id), `${id} at ${width} px`).toBeInViewport({ ratio: 1 });
    for (const look of ["look-0", "look-1"])
      await expect.poll(() => page.locator(`.hero .arcs .${look}`).count()).toBeGreaterThan(0);
    await chip(page, "street").click();
    const wide = await meant(FRONT_SENTENCE.replace("tired", "wide"));
    expect(wide.word).toBe("street");
    await expect(meaning(page)).toHaveText(means(wide));
    await expect(page.locator("#choices")).toContainText("Your guess was “street”, and it is the model’s answer, too.");
    await expect(chip(page, "wide")).toBeFocused();
    await expect(page.locator("#asked button").getByText("street", { exact: true })).toHaveAttribute("data-share", /%/);
  }
});

test("what a reader types is read as far as its words go, and a look that is switched off changes the answer", async ({
  page,
}) => {
  await openFront(page);
  await expect(page.locator("#learned")).toHaveText(says("front.stored"));
  const field = page.locator("#typed");
  const dog = "The dog didn't fit into the box because it was too small";
  await field.fill(dog);
  await expect(meaning(page)).toHaveText(means(await meant(dog)));
  await expect(page.locator("#judged")).toContainText("You would say so, too: “small” goes with “box”.");
  await field.fill(dog.replace("box", "submarine"));
  await expect(page.locator("#not-read")).toContainText("does not know: submarine.");
  await expect(meaning(page)).toHaveText(means(await meant(dog)));
  await field.fill(`${dog} so so so so so`);
  await expect(page.locator("#not-read")).toContainText("reads at most 16 words.");
  await field.fill(FRONT_SENTENCE.toUpperCase());
  await expect(page.locator("#judged")).toContainText("You would say so, too");
  await field.fill("It was too tired");
  await expect(page.locator("#judged")).toHaveText(says("front.no-frame"));
  await field.fill(FRONT_SENTENCE);
  await page.locator("#machine [data-part='head 1 0']").click();
  const off = await meant(FRONT_SENTENCE, [1]);
  await expect(meaning(page)).toHaveText(
    `The model says: “it” means “${off.word}” (${off.share}). The second look is off.`,
  );
  await expect(page.locator("#judged")).toContainText(off.word === "animal" ? "still" : "no longer “animal”");
  await page.locator("#machine [data-part='head 1 0']").click();
  await page.locator("#machine [data-part='head 0 0']").click();
  const { word, share, back } = await meant(FRONT_SENTENCE, [0]);
  await expect(meaning(page)).toHaveText(
    `The model says: “it” means “${word}” (${share}). The first look is off. The second goes back to ${back}.`,
  );
  await page.locator("#machine [data-part='head 0 0']").click();
  await page.locator("#asked button").getByText("tired", { exact: true }).click();
  await expect(meaning(page)).toContainText("“tired” looks ahead, most at itself (100");
});

test("on a phone the field shows the whole sentence, and Enter adds no line to it @layout", async ({ page }) => {
  await openFront(page);
  const field = page.locator("#typed");
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const hidden = () =>
      seen(field, (one) => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth));
    await expect.poll(hidden, `hidden pixels at ${width} px`).toBeLessThanOrEqual(0);
  }
  await field.press("End");
  await field.press("Enter");
  await expect(field).toHaveValue(FRONT_SENTENCE);
});

test("in a sentence of several lines a bar under each word has its share, and arcs keep to a line @layout", async ({
  page,
}) => {
  await openFront(page);
  const shown = () =>
    seen(page.locator(".hero .stage"), (stage) => {
      const words = Array.from(stage.querySelectorAll(".word"), (word) => ({
        word,
        box: word.getBoundingClientRect(),
      }));
      const bars = Array.from(stage.querySelectorAll(".arcs rect"), (bar) => bar.getBoundingClientRect());
      const long = words.map(({ word, box }) => {
        const bar = bars.find(({ left, top }) => Math.abs(left - box.left) < 1 && Math.abs(top - box.bottom) < 9);
        return [word.textContent, bar === undefined ? 0 : bar.width / box.width];
      });
      const falls = Array.from(stage.querySelectorAll(".arcs path"), (arc) => {
        const [from, to] = [arc.getPointAtLength(0), arc.getPointAtLength(arc.getTotalLength())];
        return Math.abs(to.y - from.y);
      });
      return { long: Object.fromEntries(long), fall: Math.max(...falls) };
    });
  await page.setViewportSize({ width: 390, height: 844 });
  const { weight } = await meant(FRONT_SENTENCE);
  await expect.poll(async () => (await shown()).long.animal).toBeCloseTo(weight, 1);
  const { long, fall } = await shown();
  expect(long.it).toBe(0);
  expect(fall).toBeLessThan(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator(".hero .arcs rect")).toHaveCount(0);
});

test("the chart of how it learned has its place before a training, with nothing to go back to", async ({ page }) => {
  await openFront(page);
  await expect(page.locator("#curve svg")).toBeVisible();
  await expect(page.locator("#moment")).toBeDisabled();
  await expect(page.locator("#moment-says")).toHaveText(says("front.moment-none"));
});

test("it forgets all and learns again in the page, and the reader goes back to how it guessed", async ({ page }) => {
  await openFront(page);
  await expect(page.locator("#tested-right output")).toHaveText(/^(100|99(\.\d)?)\u00a0%$/);
  await page.locator("#machine [data-part='head 1 0']").click();
  await expect(page.locator("#judged")).toContainText("With the second look off");
  await page.locator("#again").click();
  await expect(page.locator("#learned")).toHaveText(
    /just learned this in your browser, in [\d.]+ seconds\. .* \(seed 1\)\./,
    {
      timeout: 60_000,
    },
  );
  await expect(page.locator("#moment-says")).toContainText("After 1200 changes");
  await expect(page.locator("#tested-right output")).toHaveText(/^(100|99(\.\d)?)\u00a0%$/);
  for (const [row, most] of [
    ["firstOff", 65],
    ["secondOff", 15],
  ])
    await expect
      .poll(async () => parseFloat(await page.locator(`#tested-${row} output`).textContent()))
      .toBeLessThanOrEqual(most);
  await expect(meaning(page)).toContainText("“it” means “animal” (");
  await expect(page.locator("#judged")).toContainText("You would say so, too");
  await page.locator("#moment").fill("0");
  await expect(page.locator("#moment-says")).toContainText("After 0 changes, ");
  await expect(page.locator("#learned")).toContainText("as it was after 0 changes");
  await expect(meaning(page)).not.toContainText("means “animal” (100");
  await page.locator("#other-seed").click();
  await expect(page.locator("#learned")).toContainText("(seed 2)", { timeout: 60_000 });
});

test("a word of the reader’s own is learned in the place of another, until a press brings that back", async ({
  page,
}) => {
  const [own, back, learned] = [page.locator("#own-to"), page.locator("#own-back button"), page.locator("#learned")];
  const exchange = async (word) => {
    await own.fill(word);
    await own.press("Enter");
  };
  await openFront(page);
  await page.getByText(says("front.own-lists")).click();
  await expect(page.locator("#own-from")).toHaveValue("animal");
  for (const [word, refusal] of [
    ["two words", "several"],
    ["4x4", "letters"],
    ["Street", "known"],
  ]) {
    await exchange(word);
    await expect(page.locator("#own-said")).toHaveText(says(`own-words.${refusal}`));
    await expect(page.locator("#own-said")).toContainText(`“${word}”`);
  }
  await expect(learned).toHaveText(says("front.stored"));
  await exchange("Giraffe");
  await expect(page.locator("#own-said")).toContainText("“Giraffe” is now in the place of “animal”");
  await expect(page.locator("#asked")).toHaveText("The giraffe didn't cross the street because it was too tired.");
  await expect(learned).toContainText(/just learned this in your browser, in [\d.]+ seconds/, { timeout: 60_000 });
  await expect(meaning(page)).toContainText("“it” means “giraffe” (");
  await expect(page.locator("#judged")).toContainText("no sentence had both “giraffe” and “street”");
  await expect(page.locator("#machine").getByRole("button", { name: "Follow “giraffe”" })).toBeVisible();
  await expect(page.locator("#tested-right output")).toHaveText(/^(100|99(\.\d)?)\u00a0%$/);
  await page.locator("#typed").fill(FRONT_SENTENCE);
  await expect(page.locator("#not-read")).toContainText("does not know: animal.");
  await back.click();
  await expect(page.locator("#own-from")).toBeFocused();
  await expect(page.locator("#asked")).toHaveText(FRONT_SENTENCE);
  await expect(back).toBeHidden();
  await expect(learned).toContainText("just learned this in your browser", { timeout: 60_000 });
  await expect(meaning(page)).toContainText("“it” means “animal” (");
  // In German a noun is listed with its article, and the word is there still after a sentence of the other language.
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.locator("#typed").fill("Die Katze schlief in der Küche, weil sie so müde war.");
  await expect(page.locator("#own-from option:checked")).toHaveText("die Katze");
  await exchange("Katze");
  await expect(page.locator("#own-said")).toHaveText(/^Das Modell kennt „Katze“ schon\./);
  await exchange("giraffe");
  await expect(page.locator("#asked")).toHaveText("Die Giraffe schlief in der Küche, weil sie so müde war.");
  for (const language of ["English", "Deutsch"]) await page.getByRole("button", { name: language }).click();
  await expect(page.locator("#asked")).toHaveText("Die Giraffe überquerte die Straße nicht, weil sie zu müde war.");
});

test("by keys alone the reader walks the line, opens a head and a number of it, and comes back to its stop", async ({
  page,
}) => {
  await openFront(page);
  await drawn(page);
  const at = (selector) => page.locator(selector).and(page.locator(":focus"));
  await page.locator(".slide-offer button").press("Tab");
  await expect(at("#machine [data-part='word 7']")).toHaveAccessibleName("Follow “it”");
  for (let steps = 0; steps < 40 && (await at("[data-part^='stop 1']").count()) === 0; steps++)
    await page.keyboard.press("ArrowRight");
  await expect(at("[data-part='stop 1 0']")).toHaveAccessibleName(/^Open the second look for “it”/);
  await page.keyboard.press("Enter");
  await expect(at("#machine .head h3")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(at("#machine .head .strip")).toHaveAccessibleName("The query of “it”");
  await page.keyboard.press("Enter");
  await expect(at("dialog h2")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(at("#machine .head .strip")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(at("[data-part='stop 1 0']")).toHaveCount(1);
  await expect(page.locator("#machine .head")).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(at("#machine .walk button")).toHaveCount(1);
});

test("a head opens below the machine, and its numbers open in the inspector", async ({ page }) => {
  await openFront(page);
  await page.locator("#machine [data-part='stop 1 0']").first().click();
  await expect(page.locator("#machine .head h3")).toBeFocused();
  await page.locator("#machine .head [data-cell^='weights']").nth(1).click();
  await expect(page.locator("dialog[open]")).toContainText("animal");
  await page.keyboard.press("Escape");
  await expect(page.locator("#machine .head [data-cell^='weights']").nth(1)).toBeFocused();
});

test("the cat’s sentence is read by the heads of the encoder, and the page says what the core computes", async ({
  page,
  core,
}) => {
  await openFront(page);
  const [cat, next] = await rowOf(core, 1, 1, "▁it", "cat");
  expect(cat.name).toBe("cat");
  expect([cat.weight > 0.75, next.weight < 0.1]).toEqual([true, true]);
  await expect(said(page)).toHaveText(`“it” looks at “cat” with ${percent(cat.weight)}.`);
  await expect(page.locator("#verdict")).toContainText(says("front.cat-found"));
  await expect(wordOf(page, "it")).toHaveAttribute("aria-pressed", "true");
  await expect(wordOf(page, "cat")).toHaveAttribute("data-share", percent(cat.weight));
  const offset = () =>
    seen(wordOf(page, "it"), (it) => {
      const { left, width } = it.getBoundingClientRect();
      const stage = it.closest(".stage");
      const start = stage.querySelector(".arcs path").getPointAtLength(0).x;
      return Math.abs(left + width / 2 - stage.getBoundingClientRect().left - start);
    });
  await expect.poll(offset, "from the middle of “it” to the arcs, once the faces of type have come").toBeLessThan(1);
  await expect(page.locator("#proof")).toContainText(
    "The 8 heads of this example were computed when the page was built",
  );
  await expect(page.locator("#always")).toHaveAttribute("href", /encoder\.html#.*text=The\+animal.*head=1\.1/);
});

/** The shares of the large model for a sentence, in Node: of each piece of one row of a head, by its text. */
async function sharesOf(text, asks, layer = 1, head = 1) {
  const { tokeniser, encoder } = await startEncoder();
  const ids = tokeniser.encode(text);
  const names = ids.map((id) => tokeniser.piece(id).replace("▁", ""));
  const begin = (head * ids.length + names.indexOf(asks)) * ids.length;
  const weights = encoder.encode(ids).layers[layer].kept.weights.data.subarray(begin, begin + ids.length);
  return names.map((name, at) => [name, weights[at] >= 0.095 ? percent(weights[at]) : undefined]);
}
const shownIn = (page, place) =>
  page.locator(`${place} .word`).evaluateAll((all) => all.map((one) => [one.textContent, one.dataset.share]));
const weightsAsked = (requests) => requests.filter((url) => url.includes("/weights/"));
const arrival = (page) => page.locator(".arrival");

test.describe("a sentence of other words", () => {
  test.use({ beginsInView: true });
  const BIG = "The submarine didn't fit into the harbour because it was too big.";

  test("is read in its place by the large model, which comes with the first key, from disk and over http", async ({
    page,
    requests,
    complaints,
  }) => {
    const server = await serveSite();
    const shares = await sharesOf(BIG, "it");
    for (const address of [FRONT, `${server.url}/index.html`]) {
      requests.length = 0;
      await openFront(page, `${address}#lang=en`);
      await page.locator("#typed").fill("The dog didn't fit into the box because it was too sm");
      await expect(page.locator("#not-read")).toContainText("does not know: sm.");
      await page.locator("#typed").focus();
      expect(weightsAsked(requests), "a word that is begun may become one that the small model knows").toEqual([]);
      await page.locator("#typed").fill(BIG);
      await expect.poll(() => shownIn(page, "#asked")).toEqual(shares);
      expect(weightsAsked(requests)).toHaveLength(8);
      await expect(meaning(page)).toContainText("“it” looks at “.”");
      await expect(page.locator("#judged")).toContainText("where one of its looks goes (layer 1, head 1).");
      await expect.poll(() => shownIn(page, "#sentence")).toEqual(shares);
      await expect(page.locator("#proof")).toContainText(/The 8 heads read your sentence here in [\d.]+ ms/);
      await expect(arrival(page)).toBeHidden();
      await page.locator("#typed").fill(FRONT_SENTENCE);
      // The training on arrival may have ended meanwhile; its shares differ a little.
      await expect(meaning(page)).toHaveText(/“it” means “animal” \(\d.*looks ahead at “tired”.*back at “animal”/);
      expect(weightsAsked(requests)).toHaveLength(8);
    }
    expect(complaints).toEqual([]);
    await server.close();
  });

  test("stays where it is when the reader stops the weights, and is read when they are asked for again", async ({
    page,
  }) => {
    const server = await serveSite();
    await page.route("**/weights/encoder-4.js*", () => {});
    await openFront(page, `${server.url}/index.html#lang=en`);
    await page.locator("#own-text").fill(BIG);
    await expect(arrival(page)).toContainText("2.3 of 6.2 MB");
    await expect(arrival(page).locator("progress")).toBeVisible();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(arrival(page)).toContainText("Stopped after 2.3 of 6.2 MB.");
    await page.unroute("**/weights/encoder-4.js*");
    await page.locator("#own-text").press("End");
    await page.locator("#own-text").pressSequentially("!");
    await expect(arrival(page)).toContainText("Stopped after 2.3 of 6.2 MB.");
    await expect(wordOf(page, "cat")).toBeVisible();
    await page.getByRole("button", { name: "Load the large model (6.2 MB)" }).click();
    await expect.poll(() => shownIn(page, "#sentence")).toEqual(await sharesOf(`${BIG}!`, "it"));
    await expect(page.locator("#own-text")).toHaveValue(`${BIG}!`);
    await server.close();
  });

  test("hears what is missing where the page was saved by itself, and is read once that is there", async ({ page }) => {
    const server = await serveSite();
    await page.route("**/weights/encoder-1.js*", (route) => route.abort());
    await openFront(page, `${server.url}/index.html#lang=de`);
    await page.getByRole("textbox", { name: "Dein eigener Satz, auf Englisch" }).fill(BIG);
    await expect(arrival(page)).toContainText(
      "Das große Modell fehlt: Die Seite hat „weights/encoder-1.js“ nicht gefunden",
    );
    await page.unroute("**/weights/encoder-1.js*");
    await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
    await expect(page.locator("#proof")).toContainText("Die 8 Köpfe haben deinen Satz hier in");
    await page.locator("#other-language").click();
    await page.locator("#typed").fill("Le chat dort.");
    await expect(page.locator("#judged")).toContainText("wohin einer seiner Blicke geht (Schicht 1, Kopf 1).");
    await server.close();
  });
});

test("the sentence is copied as a picture with a link that opens it: in either language, of either model", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const words = async () => (await shownIn(page, "#asked")).map(([word]) => word);
  const answered = async (isLarge) => {
    if (isLarge) await page.locator("#arrival button").click();
    await expect(page.locator("#judged a")).toHaveCount(isLarge ? 1 : 0);
  };
  for (const [language, other, text, isLarge] of [
    ["en", false, "The dog didn't fit into the box because it was too small", false],
    ["en", true, "Die Katze überquerte die Straße nicht, weil sie zu breit war.", false],
    ["de", true, "The submarine didn't fit into the harbour because it was too big.", true],
  ]) {
    await openFront(page, `${FRONT}#lang=${language}`);
    if (other) await page.locator("#other-language").click();
    const first = await words();
    await page.locator("#typed").fill(text);
    await answered(isLarge);
    await expect.poll(words).not.toEqual(first);
    const before = await shownIn(page, "#asked");
    // The address follows a moment later.
    await expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("sentence")).toBe(text);
    const offer = page.locator(".slide-offer");
    await offer.getByRole("button").click();
    await expect(offer.getByRole("status")).toHaveText(/clipboard|Zwischenablage/);
    const link = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      await createImageBitmap(await item.getType("image/png"));
      return (await item.getType("text/plain")).text();
    });
    await openFront(page, link);
    await answered(isLarge);
    await expect.poll(() => shownIn(page, "#asked"), text).toEqual(before);
    await expect(page.locator("#typed")).toHaveValue(text);
  }
  await expectOpenToAll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectServesEverybody(page);
});

test("a browser that saves data is asked before the weights come, and the encoder’s page opens the head", async ({
  page,
  requests,
}) => {
  await openFront(page, `${FRONT}#lang=de`);
  const mother = "My mother & I called the doctor because she was sick.";
  await page.locator("input[name=head][value='1.2']").evaluate((input) => input.click());
  await page.getByRole("textbox", { name: "Dein eigener Satz, auf Englisch" }).fill(mother);
  await expect(arrival(page)).toContainText("Daten zu sparen");
  expect(weightsAsked(requests)).toEqual([]);
  await page.getByRole("button", { name: "Großes Modell laden (6,2 MB)" }).click();
  await expect
    .poll(() => shownIn(page, "#sentence"))
    .toEqual((await sharesOf(mother, "she", 1, 2)).map(([name, share]) => [name, share?.replace(".", ",")]));
  await page.locator("#read-own").click();
  await expect(page.locator("#typed")).toHaveValue(mother);
  await page.getByRole("button", { name: "Großes Modell laden (6,2 MB)" }).click();
  await expect(page.locator("#head-title")).toContainText("1, Kopf 2");
});

test("a word that is pointed at, tapped or reached by a key asks; a head that is chosen answers", async ({
  page,
  core,
}) => {
  await openFront(page);
  await wordOf(page, "sat").hover();
  const sat = await rowOf(core, 1, 1, "▁sat");
  await expect(said(page)).toContainText(`“sat” looks at “${sat[0].name}” with ${percent(sat[0].weight)}`);
  await wordOf(page, "tired").click();
  await expect(wordOf(page, "tired")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Home");
  await expect(wordOf(page, "The")).toBeFocused();
  await expect(said(page)).toContainText("“The” looks at");
  await page.keyboard.press("ArrowLeft");
  await expect(wordOf(page, "The")).toBeFocused();
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expect(wordOf(page, "because")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await expect(wordOf(page, ".")).toBeFocused();
  await expect(page.locator("#sentence button[tabindex='0']")).toHaveCount(1);
  for (const next of ["#always", "#own-text", "#read-own", "input[name=head]"]) {
    await page.keyboard.press("Tab");
    await expect(page.locator(next).and(page.locator(":focus"))).toHaveCount(1);
  }
  await expect(page.locator("input[name=head][value='0.0']:focus, input[name=head]:checked:focus")).toHaveCount(1);
  await page.locator("input[name=head][value='1.2']").evaluate((input) => input.click());
  await wordOf(page, "it").hover();
  const predicate = await rowOf(core, 1, 2, "▁it");
  await expect(said(page)).toContainText(`“${predicate[0].name}” with ${percent(predicate[0].weight)}`);
  await expect(page.locator("#read-own")).toContainText("layer 1, head 2");
  await expect(page.locator("#habit")).toContainText("of a word’s look goes to");
});

test("the encoder’s page gives the same shares, and each head has one name on all pages", async ({ page }) => {
  await openFront(page);
  const onFront = await page.evaluate(() =>
    Array.from(document.querySelectorAll("[name=head]"), (choice) => {
      choice.click();
      const name = document.querySelector("#read-own").textContent;
      const shares = Array.from(document.querySelectorAll("#sentence .word"), (one) => one.dataset.share);
      return { name, hash: `#head=${name.match(/\d/g).slice(-2).join(".")}`, shares };
    }),
  );
  expect(onFront.map(({ name }) => name.match(/layer \d, head \d/)[0])).toEqual(
    [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => `layer ${layer}, head ${head}`)),
  );
  await page.goto(pathToFileURL(path.join(root, "dist-site/encoder.html")).href);
  await page.getByRole("button", { name: "Load the large model" }).click();
  await page.waitForFunction(() => performance.getEntriesByName("heed-encoder-ready").length > 0);
  for (const { name, hash, shares } of onFront) {
    const text = encodeURIComponent(SENTENCES.cat);
    const row = await page.evaluate(
      async ([words, title]) => {
        location.hash = words;
        // The event of the new address comes in a task of its own.
        while (!document.querySelector("#head-title").textContent.includes(title))
          await new Promise((next) => requestAnimationFrame(next));
        const { matrix } = document.querySelector("#head-matrix");
        const pieces = Array.from(document.querySelectorAll("#pieces button"), (one) => one.textContent);
        return Array.from(pieces, (_, at) => matrix.data[pieces.indexOf("it") * pieces.length + at]);
      },
      [`${hash}&text=${text}`, name.match(/\d, head \d/)[0]],
    );
    expect(
      row.map((weight) => (weight < 0.095 ? undefined : percent(weight))),
      name,
    ).toEqual(shares);
  }
});

test("the numbers under two words stand apart, and in the page, at each width @layout", async ({ page }) => {
  await openFront(page);
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await seen(page, () => {
      const words = Array.from(document.querySelectorAll("#sentence .word"));
      /** The box of the number under a word. */
      const placeOf = (word) => {
        const style = getComputedStyle(word, "::after");
        const left = word.getBoundingClientRect().left + parseFloat(style.left) + new DOMMatrix(style.transform).e;
        return { left, right: left + parseFloat(style.width), line: word.getBoundingClientRect().top };
      };
      let [pairs, out] = [0, 0];
      const close = [];
      for (const choice of document.querySelectorAll("[name=head]"))
        for (const word of (choice.click(), words)) {
          word.click();
          const places = words.filter((one) => one.dataset.share !== undefined).map(placeOf);
          out += places.filter(({ left, right }) => left < 0 || right > innerWidth).length;
          for (const [at, one] of places.entries())
            for (const other of places.slice(at + 1)) {
              if (Math.abs(one.line - other.line) > 10) continue;
              pairs++;
              const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right);
              if (gap < 5.9) close.push(`${choice.value} ${word.textContent}: ${gap.toFixed(1)} px`);
            }
        }
      return { pairs, out, close };
    });
    expect(found, `${width} px`).toEqual({ pairs: found.pairs, out: 0, close: [] });
    expect(found.pairs).toBeGreaterThan(20);
  }
});

test("a word’s loop to itself is open, and covers no word and leaves the figure at no width @layout", async ({
  page,
}) => {
  await openFront(page);
  for (const width of [360, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const astray = await seen(page, () => {
      const [found, stage] = [[], document.querySelector(".beat .stage").getBoundingClientRect()];
      const words = Array.from(document.querySelectorAll("#sentence .word"));
      let loops = 0;
      for (const choice of document.querySelectorAll("[name=head]"))
        for (const word of (choice.click(), words)) {
          word.click();
          const loop = document.querySelector(".beat .arcs .loop");
          if (loop === null) continue;
          loops++;
          const [box, half] = [loop.getBoundingClientRect(), Number(loop.getAttribute("stroke-width")) / 2];
          const [left, right, top, bottom] = [box.left - half, box.right + half, box.top - half, box.bottom + half];
          const name = `${choice.value} ${word.textContent}`;
          const covered = words
            .map((one) => ({ text: one.textContent, place: one.getBoundingClientRect() }))
            .filter(
              ({ place }) =>
                left < place.right && right > place.left && top < place.bottom - 0.5 && bottom > place.top + 0.5,
            );
          if (covered.length > 0) found.push(`${name} covers ${covered.map(({ text }) => text)}`);
          if (left < stage.left || right > stage.right || top < stage.top - 0.5)
            found.push(`${name} leaves the figure`);
          if (box.height < 2 * half || box.width < 3 * half) found.push(`${name} is a blob`);
        }
      return { found, loops };
    });
    expect(astray.found, `${width} px`).toEqual([]);
    expect(astray.loops).toBeGreaterThan(50);
  }
});

test("front: everybody can use it: axe, any width, no unwanted motion, forced colours, print @tour", async ({
  page,
  complaints,
}) => {
  await openFront(page);
  await expectOpenToAll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectServesEverybody(page);
  await page.emulateMedia({ forcedColors: "active" });
  await expectAxeFindsNothing(page, "forced colours", { but: ["color-contrast"] });
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await expect(page.locator("#sentence")).toBeVisible();
  await expect(page.locator("#languages")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("in German all texts change, and the links keep the language", async ({ page }) => {
  await openFront(page);
  const texts = () => page.locator("[data-t]").evaluateAll((all) => all.map((one) => one.textContent));
  const english = await texts();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/#lang=de$/);
  await expect(meaning(page)).toContainText("„sie“ bedeutet „Katze“ (");
  await expect(said(page)).toContainText("„it“ achtet zu 78\u00a0% auf „cat“");
  const german = await texts();
  expect(german).toHaveLength(english.length);
  for (const text of german) expect(text).not.toMatch(/^$|\{\w+\}|undefined/);
  await expectNoEnglish(page, { least: 50 });
  await expectFitsAnyWidth(page);
  await page.getByRole("link", { name: /^Verstehen/ }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.locator("a.brand").click();
  await expect(page.locator("#question")).toHaveText("Wörter achten auf Wörter");
});

test("the chosen language holds for an address without one, and gives way to one that names another", async ({
  page,
}) => {
  await keepStorage(page);
  await openFront(page, FRONT);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Deutsch" }).click();
  for (const [address, language] of [
    [FILE, "de"],
    [`${FILE}#v=1&lang=en&preset=cat`, "en"],
    [`${FILE}#v=1&preset=cat`, "de"],
    [`${FRONT}#use`, "de"],
  ]) {
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.locator("html"), address).toHaveAttribute("lang", language);
  }
});

test("each lesson of the short road has its picture, its minutes and its link; the npm line is copied", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const server = await serveSite();
  await openFront(page, `${server.url}/#lang=en`);
  const films = page.locator(".filmstrip li");
  await expect(films).toHaveCount(ROAD.length + 1);
  await expect(films.last().locator("a")).toHaveAttribute("href", /learn\/index\.html/);
  for (const [at, { name, minutes }] of ROAD.entries()) {
    const film = films.nth(at);
    await expect.poll(() => film.locator("svg > *").count(), name).toBeGreaterThan(0);
    await expect.poll(() => film.locator("svg").innerHTML(), name).not.toContain("NaN");
    await expect(film.locator(".minutes")).toHaveText(`${minutes} min`);
    await expect(film.locator("a")).toHaveAttribute("href", new RegExp(`/learn/${name}\\.html#lang=en$`));
  }
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.locator("#copied")).toHaveText("Copied.");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("npm install heed");
  await server.close();
});

test("it is one file of at most 400 KB gzipped, asks for nothing else, and says what is missing", async ({
  page,
  requests,
}) => {
  expect(gzipSync(readFileSync(path.join(root, "dist-site/index.html")), { level: 9 }).length).toBeLessThan(400 * 1024);
  await openFront(page);
  // Its worker is made of a blob.
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual(
    [`${FRONT}#lang=en`].map((url) => url.replace(/#.*/, "")),
  );
  await page.addInitScript(() => delete window.WebAssembly);
  await openFront(page);
  await expect(meaning(page)).toContainText("Nothing can be computed here. heed.load: this engine has no WebAssembly");
  await expect(page.getByRole("link", { name: /^Play with it/ })).toBeVisible();
});

test("old links of the playground lead to it, with their state or their place, over http and from disk", async ({
  page,
}) => {
  const server = await serveSite();
  for (const [from, to] of [
    [FRONT, FILE],
    [`${server.url}/`, `${server.url}/play.html`],
  ]) {
    for (const hash of ["#v=1&preset=cat", "#step-2", "#gradients-title"]) {
      await page.goto("about:blank");
      await page.goto(from + hash);
      await page.waitForURL((url) => url.href.startsWith(to) && url.hash === hash);
    }
    await expect(page.locator("#engine")).toContainText("Computed in this tab");
    for (const hash of ["#lang=de", "#use", "#v=1&sentence=The+dog+was+too+tired"]) {
      await openFront(page, from + hash);
      expect(page.url()).toBe(from + hash);
    }
  }
  await page.goto(`${FRONT}#v=1&preset=cat`);
  await expect(page.getByRole("textbox", { name: "X, cat, thing", exact: true })).toHaveValue("1");
  await server.close();
});
