// Events in any order: typing while the model writes, dropping a model while another opens, asking twice.
import { safetensors } from "../model/files.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { openHead, problem } from "./model-page.mjs";
import {
  asFiles,
  bert,
  byteLevel,
  expectShown,
  give,
  gpt2,
  idsOf,
  largeModel,
  llama,
  longGpt2,
  ofLetters,
  status,
  type,
} from "./own-models.mjs";
import { says } from "./says.mjs";
import { answerHeld, asked, ended, held, hold, release } from "./watched-workers.mjs";
import { expect, test } from "./viewer-page.mjs";

/** The page with a model and a text, while what it asks is written down. */
async function begin(page, model, text, count) {
  await give(page, model);
  if (text !== undefined) await type(page, text, count);
}

/** Lets the model write two tokens, and stops before the third. */
async function writeTwo(page) {
  await page.locator("#most").fill("30");
  await hold(page, "writeOn", 2);
  await page.locator("#write").click();
  await expect.poll(() => held(page)).toBe(1);
}

test("what is typed while the model writes stays, and so does a token that is put", async ({ page, complaints }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await writeTwo(page);
  await hold(page, "readText");
  await page.locator("#typed").fill(" the animal was wide");
  await answerHeld(page);
  await expect.poll(async () => (await asked(page, "endWriting")).length).toBe(1);
  await release(page);
  await expect(page.locator("#tokens button").last()).toContainText("wide");
  await page.locator("#tokens button").first().click();
  await expect(page.locator("#next-title")).toHaveText("After “the”");
  await expect.poll(async () => (await asked(page, "readText")).at(-1).text).toBe(" the animal was wide");
  await expect(page.locator("#typed")).toHaveValue(" the animal was wide");
  await expect(page.locator("#write")).toHaveText("Write");

  await writeTwo(page);
  const token = await page.locator("#next-list .token").first().textContent();
  const count = await page.locator("#tokens button").count();
  await hold(page, "readText");
  await page.locator("#next-list button").first().click();
  await answerHeld(page);
  await expect.poll(async () => (await asked(page, "endWriting")).length).toBe(2);
  await release(page);
  await expect(status(page)).toHaveText(`${count + 1} tokens`);
  await page.locator("#tokens button").first().click();
  await expect(page.locator("#next-title")).toHaveText("After “the”");
  await expect.poll(async () => (await asked(page, "readText")).at(-1).ids).toHaveLength(count + 1);
  await expect(page.locator("#tokens button").last()).toHaveText(token);
  // Stopped by its button, all that is written stays.
  await writeTwo(page);
  await page.locator("#write").click();
  await release(page);
  await expect(page.locator("#write")).toHaveText("Write");
  await expect.poll(() => page.locator("#tokens button").count()).toBeGreaterThan(count + 1);
  expect(complaints).toEqual([]);
});

test("the model writes no more than is read together, and the page says so", async ({ page }) => {
  await begin(page, gpt2(), " the cat".repeat(23), 46);
  await page.locator("#most").fill("1");
  await page.locator("#write").click();
  await expect(status(page)).toHaveText("47 tokens");
  await expect(page.locator("#write-note")).toBeEmpty();
  await page.locator("#most").fill("20");
  await page.locator("#write").click();
  await expect(page.locator("#write-note")).toHaveText("1 more token fits: 48 are read at most.");
  await expect(status(page)).toHaveText("48 tokens");
  await page.locator("#write").click();
  await expect(page.locator("#write-note")).toHaveText("0 more tokens fit: 48 are read at most.");
  await expect(page.locator("#write")).toHaveText("Write");
  await type(page, " the cat", 2);
  await expect(page.locator("#write-note")).toBeEmpty();
});

test("the model goes on writing where the page is in the background and gets no frames", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await page.locator("#most").fill("4");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    globalThis.requestAnimationFrame = () => 0;
    /** @type {HTMLElement} */ (document.querySelector("#write")).click();
  });
  await expect(status(page)).toHaveText("7 tokens");
});

test("a hidden word is computed once for a token, whatever else of the page changes", async ({ page }) => {
  await begin(page, bert(), "the cat sat", 5);
  await expect(page.locator("#next-title")).toHaveText("If “sat” is hidden");
  const before = (await asked(page, "next")).length;
  await openHead(page, 1, 2);
  await page.keyboard.press("n");
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 3");
  await expect.poll(() => asked(page, "next")).toHaveLength(before);
  await page.locator("#tokens button").nth(1).click();
  await expect(page.locator("#next-title")).toHaveText("If “the” is hidden");
  await expect.poll(() => asked(page, "next")).toHaveLength(before + 1);
});

test("a text that cannot be computed says why where the next token would stand", async ({ page }) => {
  await begin(page, llama());
  await page.locator("#typed").fill(`${"5 9 ".repeat(70)} 61`);
  await expect(page.locator("#next-note")).toContainText("numbers from 0 to 60");
});

test("a model with fewer layers reads a long text while a head of a deeper layer is open", async ({ page }) => {
  await begin(page, longGpt2(3), " the cat".repeat(75), 150);
  await openHead(page, 2, 1);
  const other = longGpt2(2);
  await page.locator("#file").setInputFiles(asFiles(other.files));
  await expect(page.locator("#file-facts")).toContainText("2 layers");
  await expect(page.locator("#scan")).toBeHidden();
  await expect(problem(page)).toBeEmpty();
  await openHead(page, 1, 1);
  const ids = Array.from({ length: 75 }, () => idsOf(byteLevel(), ["Ġthe", "Ġcat"])).flat();
  await expectShown(page, textbookModel(other.config, other.tensors, ids).weights[1][1].flat());
});

test("a model whose first text cannot be read leaves no worker behind", async ({ page }) => {
  const { tensors, files } = gpt2();
  const values = tensors["h.1.attn.c_proj.weight"].values.slice();
  values[5] = NaN;
  const broken = { ...tensors, "h.1.attn.c_proj.weight": { ...tensors["h.1.attn.c_proj.weight"], values } };
  await page
    .locator("#file")
    .setInputFiles(asFiles({ ...files, "model.safetensors": Buffer.from(safetensors(broken)) }));
  await expect(problem(page)).toContainText("NaN or Infinity");
  await expect.poll(() => ended(page)).toBe(1);
  await expect(page.locator("#plan")).toBeHidden();
});

test("a keyboard that opens a large model goes on with it, or where files are chosen if it is left or fails", async ({
  page,
}, info) => {
  const large = await largeModel(info);
  const again = async () => {
    await page.locator("#file").setInputFiles(large);
    await expect(page.locator("#plan-open")).toBeFocused();
    await hold(page, "openModel");
    await page.keyboard.press("Enter");
    await expect(page.locator("#plan-cancel")).toBeFocused();
    await expect.poll(() => held(page)).toBe(1);
  };
  await again();
  await page.keyboard.press("Enter");
  await expect(page.locator("#plan")).toBeHidden();
  await expect(page.locator("#choose")).toBeFocused();
  await page.evaluate(() => void (globalThis.watched.held = []));
  await again();
  await answerHeld(page, "It is broken.");
  await expect(problem(page)).toHaveText("It is broken.");
  await expect(page.locator("#choose")).toBeFocused();
  await again();
  await release(page);
  await expect(page.locator("#opened")).toBeFocused();
  await again();
  await page.keyboard.press("Enter");
  await expect(page.locator("#choose-again")).toBeFocused();
});

test("a model that is dropped while another one reads its first text is asked about, and the other is gone", async ({
  page,
}, info) => {
  const large = await largeModel(info);
  await hold(page, "readText");
  await page.locator("#file").setInputFiles(asFiles(llama().files));
  await expect.poll(() => held(page)).toBe(1);
  await page.locator("#file").setInputFiles(large);
  await expect(page.locator("#plan-open")).toBeVisible();
  await expect.poll(() => ended(page)).toBe(1);
  await release(page);
  await page.locator("#plan-open").click();
  await expect(page.locator("#file-name")).toHaveText("gpt2");
  await expect(page.locator("#plan")).toBeHidden();
});

test("a model that opens while another writes reads what the field says in the end", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await writeTwo(page);
  await hold(page, "readText");
  await page.locator("#file").setInputFiles(asFiles(ofLetters(" the cat sat on a mat").files));
  await expect.poll(() => held(page)).toBe(2);
  // The writer's next step, and a scan of its heads, before the other model answers.
  await hold(page, "scanText");
  await answerHeld(page);
  await expect.poll(async () => (await asked(page, "writeOn")).length).toBeGreaterThan(2);
  await release(page);
  await expect.poll(() => ended(page)).toBe(1);
  await expect(page.locator("#write")).toHaveText("Write");
  const isRead = async () =>
    (await asked(page, "readText")).at(-1).text === (await page.locator("#typed").inputValue());
  await expect.poll(isRead).toBe(true);
});

test("what is typed while another model reads its first text is what that one reads", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await hold(page, "readText");
  await page.locator("#file").setInputFiles(asFiles(gpt2().files));
  await expect.poll(() => held(page)).toBe(1);
  await page.evaluate(() => void (globalThis.watched.holds = {}));
  await type(page, " the animal was wide", 4);
  await release(page);
  await expect.poll(() => ended(page)).toBe(1);
  await expect.poll(async () => (await asked(page, "readText")).at(-1).text).toBe(" the animal was wide");
  await expect(status(page)).toHaveText("4 tokens");
});

test("a token that was taken while another model opened is not put into that one's text", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await hold(page, "readText");
  await page.locator("#next-list button").first().click();
  await expect.poll(() => held(page)).toBe(1);
  await page.locator("#file").setInputFiles(asFiles(llama().files));
  await expect.poll(() => held(page)).toBe(2);
  // The other model's alone.
  await page.evaluate(() => globalThis.watched.held.pop().post());
  await expect(page.locator("#file-name")).toHaveText("llama");
  await release(page);
  await expect(status(page)).toHaveText("8 tokens");
  await expect.poll(async () => (await asked(page, "readText")).at(-1).ids).toHaveLength(8);
});

test("a model that another one overtakes says nothing any more", async ({ page }) => {
  await page.evaluate(() => {
    const plain = Blob.prototype.text;
    globalThis.texts = [];
    Blob.prototype.text = function () {
      if (globalThis.texts.length > 0) return plain.call(this);
      return new Promise((read) => globalThis.texts.push(() => read(plain.call(this))));
    };
  });
  await page.locator("#file").setInputFiles(asFiles(gpt2().files));
  await expect.poll(() => page.evaluate(() => globalThis.texts.length)).toBe(1);
  await give(page, llama());
  const said = await page.evaluate(async () => {
    const heard = [];
    const text = document.getElementById("plan-text");
    new MutationObserver(() => heard.push(text.textContent)).observe(text, { childList: true, subtree: true });
    globalThis.texts[0]();
    await new Promise((failed) => Object.assign(new Image(), { onerror: failed, src: "data:," }));
    await new Promise((drawn) => requestAnimationFrame(drawn));
    return heard;
  });
  expect(said).toEqual([]);
  await expect(page.locator("#plan")).toBeHidden();
  await expect(page.locator("#file-name")).toHaveText("llama");
});

test("a run for “why” that was stopped stays stopped until a token is chosen", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await openHead(page, 2, 1);
  await hold(page, "whyParts");
  await page.locator("#why summary").click();
  await expect.poll(() => held(page)).toBe(1);
  await page.locator("#why-stop").evaluate((button) => button.click());
  await expect(page.locator("#why-sum")).toHaveText(says("model.why-stopped"));
  await page.locator("#tokens button").first().click();
  await expect(page.locator("#next-title")).toHaveText("After “the”");
  await page.locator("input[name=colours]").last().check({ force: true });
  await expect.poll(() => asked(page, "whyParts")).toHaveLength(1);
  await expect(page.locator("#why-sum")).toHaveText(says("model.why-stopped"));
  await release(page);
  await page.locator("#why-query").selectOption("1");
  await expect(page.locator("#why-found")).toBeVisible();
  await expect.poll(() => asked(page, "whyParts")).toHaveLength(2);
});

test("“its mean” says over which tokens: up to the chosen one where the model looks back only", async ({ page }) => {
  await begin(page, gpt2(), " the cat sat", 3);
  await page.locator("#what-if summary").click();
  await expect(page.locator("#mean-note")).toHaveText(says("what-if.mean-before"));
  await give(page, bert());
  await expect(page.locator("#mean-note")).toHaveText(says("what-if.mean-all"));
});
