// The page that trains a small language model. A short training shows that its parts work; how well a model learns is
// asked in Node, where it learns as PyTorch's does.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import { expect, test } from "./lab.mjs";
import { expectReadableInForcedColours, expectServesEverybody } from "./open-to-all.mjs";
import { says } from "./says.mjs";
import { seen, twentyFrames } from "./seen.mjs";
import { root } from "./serve.mjs";
import { held, hold, release, watchWorkers } from "./watched-workers.mjs";

/** How long a short training may take on a slow machine that has other work. */
const TRAINED_MS = 90_000;
const TRAIN = pathToFileURL(path.join(root, "dist-site/train.html")).href;
const SHORT = "steps=60&dim=16&heads=2&tokens=16&batch=4";

const start = (page) => page.locator("#start");
const status = (page) => page.locator("#status");

async function open(page, hash = SHORT) {
  await page.goto("about:blank");
  await page.goto(`${TRAIN}#${hash}`);
}

async function train(page) {
  await start(page).click();
  await expect(status(page)).toContainText("numbers learned", { timeout: TRAINED_MS });
}

async function giveText(page, text) {
  await page.getByRole("radio", { name: "Your own text" }).check();
  await page.locator("#own-text").fill(text);
}

/** A file that the page offers, as an input takes it. */
async function savedFile(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return { name, mimeType: "application/octet-stream", buffer: await readFile(await download.path()) };
}

async function drop(page, files) {
  const given = files.map(({ name, buffer }) => [name, buffer.toString("base64")]);
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of all)
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, given);
}

test("one button trains a model: its loss falls below that of single letters, and its heads are seen", async ({
  page,
}) => {
  await open(page, "steps=300&dim=32&tokens=32");
  await train(page);
  const figures = await page.locator("#legend b").allTextContents();
  expect(figures).toHaveLength(7);
  expect(Number(figures[1])).toBeLessThan(Number(figures[2]));
  await expect(page.locator("#heads figure")).toHaveCount(4);
  await expect(page.locator("#sample")).not.toBeEmpty();
  await expect(page.locator("#finding")).toContainText("of the five countings");
  // the letters stand in a plane, the vowels together
  await expect.poll(() => page.locator("#near text").count()).toBeGreaterThan(40);
  const [vowelsNear, vowels] = (await page.locator("#near-vowels").textContent())
    .match(/(\d+) of (\d+) vowels/)
    .slice(1);
  expect(Number(vowelsNear)).toBeGreaterThanOrEqual(Number(vowels) - 1);
  // how much the letters before tell, and what happened in the heads, both from this run
  await expect(page.locator("#places td")).toHaveCount(5);
  await expect(page.locator("#story")).toContainText(says("train.story-none"));
  // back to the first kept step, where nothing is learned
  const learned = await page.locator("#sample").textContent();
  await page.getByRole("slider", { name: says("train.kept") }).fill("0");
  await expect(page.locator("#shown-step")).toHaveText("0");
  await expect(page.locator("#sample")).not.toHaveText(learned);
});

test("a head is switched off, text is written with its probabilities, and the files hold the model", async ({
  page,
}) => {
  await open(page);
  await train(page);
  await page.locator("#heads input").first().check();
  await expect(page.locator("#off-says")).toContainText(says("train.off-costs.one"));
  await page.locator("#heads input").first().uncheck();
  await page.locator("#temperature").fill("9");
  await page.locator("#write-seed").fill("");
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
  // What counts: the nearest that can be, and what the field began with.
  await expect(page.locator("#temperature")).toHaveValue("3");
  await expect(page.locator("#write-seed")).toHaveValue("1");
  await page.locator("#written button").nth(3).click();
  await expect(page.locator("#likeliest")).toContainText(says("train.likeliest"));
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("#written button").nth(4)).toBeFocused();
  const files = [];
  for (const name of ["config.json", "tokenizer.json", "model.safetensors"]) files.push(await savedFile(page, name));
  const [config, tokenizer] = files.slice(0, 2).map(({ buffer }) => JSON.parse(buffer.toString()));
  expect([config.n_embd, config.n_head, config.n_positions]).toEqual([16, 2, 16]);
  expect(Object.keys(tokenizer.model.vocab)).toHaveLength(config.vocab_size);
});

test("a saved model opens again: its weights alone, or its three files dropped on a fresh page", async ({ page }) => {
  await open(page);
  await train(page);
  const files = [];
  for (const name of ["model.safetensors", "config.json", "tokenizer.json"]) files.push(await savedFile(page, name));
  const [weights] = files;
  const [heldOut, sample] = [page.locator("#legend .held-out b"), page.locator("#sample")];
  const learned = [await heldOut.textContent(), await sample.textContent()];
  // What is damaged changes nothing.
  await page.locator("#open").setInputFiles([{ ...weights, buffer: weights.buffer.subarray(0, 500) }]);
  await expect(status(page)).toContainText("This went wrong: heed/layers.loadModel");
  await expect(page.locator("[name=dim]")).toHaveValue("16");
  await expect(sample).toHaveText(learned[1]);
  await page.locator("#scrub").fill("0");
  await expect(sample).not.toHaveText(learned[1]);
  await page.locator("#open").setInputFiles([weights]);
  await expect(status(page)).toContainText(says("train.opened"));
  expect([await heldOut.textContent(), await sample.textContent()]).toEqual(learned);
  await expect(page.locator("#scrub")).toHaveAttribute("max", "0");
  await open(page, "dim=64");
  await drop(page, files);
  await expect(status(page)).toContainText(says("train.opened"));
  expect([await heldOut.textContent(), await sample.textContent()]).toEqual(learned);
  await expect(page.locator("[name=dim]")).toHaveValue("16");
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
  // Another text has other letters.
  await page.getByRole("radio", { name: "First names" }).check();
  await drop(page, files);
  await expect(status(page)).toContainText(says("train.open-letters"));
  const other = {
    ...files[1],
    buffer: Buffer.from(files[1].buffer.toString().replace('"n_embd": 16', '"n_embd": 999')),
  };
  await drop(page, [weights, other]);
  await expect(status(page)).toContainText(says("train.open-sizes"));
  await expect(page.locator("[name=dim]")).toHaveValue("16");
});

test("heads that are off stay off at every step, in both languages, and in the files", async ({ page }) => {
  await open(page);
  await train(page);
  const off = page.locator("#off-says");
  await page.locator("#heads input").first().check();
  await expect(off).toContainText(says("train.off-costs.one"));
  await expect(page.locator("#off-saved")).toBeVisible();
  const last = await off.textContent();
  await page.locator("#scrub").fill("0");
  await expect(off).not.toHaveText(last);
  await expect(off).toContainText(says("train.off-costs.one"));
  await page.locator("#heads input").first().uncheck();
  await expect(off).toBeEmpty();
  await expect(page.locator("#off-saved")).toBeHidden();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(start(page)).toHaveText("Neu trainieren");
  await expect(off).toBeEmpty();
});

test("a second training takes the first one's parts away, and a worker that breaks off is told", async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        globalThis.workers.push(this);
      }
    };
  });
  await open(page);
  await train(page);
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
  await page.locator("[name=steps]").evaluate((field) => (field.value = "20000"));
  await start(page).click();
  await expect(page.locator("#write-part")).toBeHidden();
  await expect(page.locator("#story-part")).toBeHidden();
  await expect(status(page)).toContainText("Step ", { timeout: TRAINED_MS });
  await expect(page.locator("#written button")).toHaveCount(0);
  await page.evaluate(() => {
    const [worker] = globalThis.workers;
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory." }));
  });
  await expect(status(page)).toContainText("The computation broke off: out of memory.");
  await expect(page.locator("#heads-part")).toBeHidden();
  await page.locator("[name=steps]").evaluate((field) => (field.value = "60"));
  await train(page);
  await expect.poll(() => page.evaluate(() => globalThis.workers.length)).toBe(2);
});

test("a loss that is no number ends the training at the last step that can be used", async ({ page }) => {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      const { method, argument } = message;
      const rate = { learningRate: 1e30 };
      const changed = { ...message, argument: { ...argument, settings: { ...argument?.settings, ...rate } } };
      return postMessage.call(this, method === "begin" ? changed : message, ...rest);
    };
  });
  await open(page, "steps=5000&dim=16&heads=2&tokens=16&batch=4");
  await start(page).click();
  await expect(status(page)).toContainText(says("train.diverged"), { timeout: TRAINED_MS });
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
  await expect(page.locator("main")).not.toContainText("NaN");
});

test("the next training begins with an empty bar, and what is typed while a model opens is not that model's", async ({
  page,
}) => {
  await watchWorkers(page);
  await open(page);
  await train(page);
  const files = [];
  for (const name of ["model.safetensors", "config.json", "tokenizer.json"]) files.push(await savedFile(page, name));
  await hold(page, "begin");
  await start(page).click();
  await expect(page.locator("#progress")).toBeVisible();
  await expect(page.locator("#progress")).toHaveJSProperty("value", 0);
  await release(page);
  await expect(status(page)).toContainText("numbers learned", { timeout: TRAINED_MS });
  await hold(page, "open");
  await page.locator("#open").setInputFiles(files);
  await expect.poll(() => held(page)).toBe(1);
  await page.locator("[name=heads]").evaluate((field) => (field.value = "1"));
  await release(page);
  await expect(status(page)).toContainText(says("train.opened"));
  await expect(page.locator("#heads figure")).toHaveCount(2);
});

test("a page with a model that is not saved asks before it is closed", async ({ page }) => {
  await open(page);
  await train(page);
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await savedFile(page, "model.safetensors");
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
});

test("a dropped file is the text: its beginning and encoding are said, and selected text is left alone", async ({
  page,
}) => {
  await open(page);
  const [own, about] = [page.locator("#own-text"), page.locator("#own-file-says")];
  const euros = Buffer.concat([Buffer.from("Größe 12 ", "latin1"), Buffer.from([0x80])]);
  await drop(page, [{ name: "grüße.txt", buffer: euros }]);
  await expect(own).toHaveValue("Größe 12 €");
  await expect(about).toContainText("The field shows grüße.txt");
  await expect(page.locator("#own-encoding")).toContainText("windows-1252");
  await drop(page, [{ name: "long.txt", buffer: Buffer.from("All work and no play.\n".repeat(400)) }]);
  await expect(about).toContainText("only the beginning of long.txt");
  await expect(page.locator("#own-encoding")).toBeHidden();
  await expect(page.locator("#own-says")).toContainText("8.8 KB");
  await expect(own).not.toBeEditable();
  await page.locator("#own-instead").click();
  await expect(own).toBeEditable();
  await expect(own).toHaveValue("");
  await expect(about).toBeHidden();
  const prevented = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "selected");
    const given = { bubbles: true, cancelable: true, dataTransfer };
    const events = ["dragover", "drop"].map((type) => new DragEvent(type, given));
    for (const event of events) document.querySelector("#own-text").dispatchEvent(event);
    return events.map((event) => event.defaultPrevented);
  });
  expect(prevented).toEqual([false, false]);
});

test("a folder or a file that cannot be read is said, and the file that was dropped last counts", async ({ page }) => {
  await open(page);
  const [own, about] = [page.locator("#own-text"), page.locator("#own-file-says")];
  const text = { name: "text.txt", mimeType: "text/plain", buffer: Buffer.from("a text") };
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer;
    const slow = Promise.withResolvers();
    File.prototype.arrayBuffer = function () {
      // So Chromium answers for a folder.
      if (this.name === "folder") return Promise.reject(new DOMException("A requested file could not be found."));
      return this.name === "slow.txt" ? slow.promise : read.call(this);
    };
    globalThis.endSlow = () => slow.resolve(new TextEncoder().encode("the first").buffer);
  });
  await drop(page, [{ name: "folder", buffer: Buffer.from("") }]);
  await expect(about).toContainText("folder cannot be read");
  await expect(own).toBeVisible();
  await page.locator("#own-file").setInputFiles(text);
  await expect(own).toHaveValue("a text");
  await expect(about).toContainText("The field shows text.txt");
  await drop(page, [{ name: "folder", buffer: Buffer.from("") }]);
  await expect(about).toContainText("folder cannot be read");
  await expect(own).toHaveValue("a text");
  await drop(page, [{ name: "slow.txt", buffer: Buffer.from("the first") }]);
  await drop(page, [{ name: "last.txt", buffer: Buffer.from("the last") }]);
  await expect(own).toHaveValue("the last");
  // The field of files shows no name of a file that another one has replaced.
  await expect(page.locator("#own-file")).toHaveValue("");
  await page.evaluate(() => globalThis.endSlow());
  await expect(own).toHaveValue("the last");
  await expect(about).toContainText("The field shows last.txt");
});

test("before what the model writes stands what it has read, without letters that it does not know", async ({
  page,
}) => {
  const written = async (text, prompt) => {
    await giveText(page, text);
    await train(page);
    await page.locator("#prompt").fill(prompt);
    await page.locator("#write").click();
    await expect(page.locator("#written button")).toHaveCount(240);
  };
  const read = page.locator("#written .prompt");
  await open(page);
  const abc = "abcdefghij".repeat(60);
  await written(abc, "The cat, ag");
  await expect(read).toHaveText("hecaag");
  // 540 letters are learned, and the next one is held out.
  await written(abc, "XYZ");
  await expect(read).toHaveText("a");
  const rare = Array.from({ length: 450 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  await written(rare + rare.slice(0, 100).repeat(20), `${rare[0]}${rare[449]}a`);
  await expect(read).toHaveText(`${rare[0]}��`);
});

test("a written letter shows what each head saw, and each weight opens down to its products", async ({ page }) => {
  await open(page);
  await train(page);
  await page.locator("#write").click();
  await expect(page.locator("#attended-part")).toBeHidden();
  await page.locator("#written button").nth(9).click();
  const cells = page.locator("#attended td[data-row]");
  await expect(cells).toHaveCount(2 * 12);
  const shown = await cells.nth(15).textContent();
  await cells.nth(15).click();
  const panel = page.locator(".inspector");
  await expect(panel).toContainText("Products and their sum");
  const returned = Number((await panel.locator(".returned").textContent()).replace("−", "-"));
  expect(Math.abs(returned - Number(shown))).toBeLessThanOrEqual(0.006);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  // So does the loss of the letter: to its logits, and each of them to its products.
  const loss = page.locator("#attended-loss button");
  await loss.click();
  await expect(panel.locator(".returned")).toContainText((await loss.textContent()).slice(0, 4));
  await panel.getByRole("button", { name: /\d/ }).first().click();
  await expect(panel.locator("thead")).toContainText("h");
  await expect(panel.locator("tbody tr")).toHaveCount(16);
  await page.keyboard.press("Escape");
  await expect(loss).toBeFocused();
  // Another letter has another line.
  await page.locator("#written button").nth(10).click();
  await expect(cells.nth(15)).not.toHaveText("");
  await page.locator("#write").click();
  await expect(page.locator("#attended-part")).toBeHidden();
});

test("nanoGPT's recipe says how long it takes before it runs, and runs in parts", async ({ page }) => {
  await open(page, "steps=50&dim=128&layers=4&tokens=16&batch=4");
  await train(page);
  await page.locator("#settings summary").click();
  await page.locator("#nano").click();
  await expect(page.locator("[name=layers]")).toHaveValue("4");
  await expect(status(page)).toContainText(/On this machine 2,?000 steps take about [\d.]+ minutes/, {
    timeout: TRAINED_MS,
  });
  // The time of other settings is not told.
  await page.locator("#nano").click();
  await page.locator("#small").click();
  await expect(status(page)).toContainText(says("train.rest"));
  await page.locator("[name=steps]").fill("20000");
  await page.locator("[name=steps]").blur();
  await expect(status(page)).toContainText(/On this machine 20,?000/, { timeout: TRAINED_MS });
  // Nor is any told before there is a text. It is told as soon as there is one.
  await page.locator("#small").click();
  await page.getByRole("radio", { name: "Your own text" }).check();
  await page.locator("#nano").click();
  await expect(status(page)).toContainText(says("train.rest"));
  await page.locator("#own-text").fill("All work and no play. ".repeat(50));
  await expect(status(page)).toContainText(/On this machine 2,?000/, { timeout: TRAINED_MS });
  // A link with a large training says it, too.
  await open(page, "steps=10000");
  await expect(status(page)).toContainText(/On this machine 10,?000/, { timeout: TRAINED_MS });
});

test("a learning rate that is no number gives way, in the link and in the field", async ({ page }) => {
  await open(page, `${SHORT}&learningRate=NaN`);
  const rate = page.locator("[name=learningRate]");
  await expect(rate).toHaveValue("0.008");
  await page.locator("#settings summary").click();
  for (const wrong of ["", "1e999", "-3"]) {
    await rate.fill(wrong);
    await train(page);
    expect(Number(await rate.inputValue())).toBeGreaterThan(0);
    await expect(status(page)).not.toContainText("NaN");
    await start(page).focus();
  }
});

test("texts of one letter, of signs and of other directions are learned, and too little is refused", async ({
  page,
}) => {
  await open(page);
  await giveText(page, "short");
  await expect(page.locator("#own-says")).toHaveText("It has 5 letters. The model needs at least 400 letters.");
  await start(page).click();
  await expect(page.locator("#own-text")).toBeFocused();
  for (const text of ["a".repeat(600), "🙂🙃 שלום עולם ".repeat(80), "中文字母".repeat(200)]) {
    await giveText(page, text);
    await expect(page.locator("#own-says")).toContainText("by heart");
    await train(page);
    // Of a single letter everybody is sure, and who is as sure as the model does not beat it.
    if (text.startsWith("a")) await expect(page.locator("#finding")).toHaveText(/^(?!.*beat).* reaches 0\.000\.$/);
    // Of letters without vowels and capitals nothing is said.
    await expect(page.locator("#near-vowels, #near-capitals").filter({ hasText: /./ })).toHaveCount(0);
  }
  await giveText(
    page,
    Array.from({ length: 450 }, (_, at) => String.fromCodePoint(0x4e00 + at))
      .join("")
      .repeat(2),
  );
  await train(page);
  await expect(page.locator("#rare-says")).toContainText("51 letters are too rare");
  // Long lines need a longer text: a letter is a code point, and not two.
  await page.locator("[name=tokens]").evaluate((field) => (field.value = "256"));
  await giveText(page, "🙂".repeat(514));
  await expect(page.locator("#own-says")).toContainText("needs at least 515 letters");
});

test("a training is paused, goes on, and is stopped at a step that can be used", async ({ page }) => {
  await open(page, "steps=5000&dim=16&heads=2&tokens=16&batch=4");
  await start(page).click();
  await expect(status(page)).toContainText("Step ", { timeout: TRAINED_MS });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Stop here" }).click();
  await expect(status(page)).toContainText(/^Stopped at step \d+ of 5000\. The loss/, { timeout: TRAINED_MS });
  await expect(start(page)).toBeFocused();
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
});

test("the page answers while it trains", async ({ page }) => {
  await open(page, "steps=5000");
  await start(page).click();
  await expect(status(page)).toContainText("Step ", { timeout: TRAINED_MS });
  await expect(twentyFrames(page)).resolves.toBe(20);
  await page.getByRole("button", { name: "Stop here" }).click();
});

test("a link has the settings and the language, and German pages have no English", async ({ page }) => {
  await open(page, "dim=32&seed=7&lang=de");
  await expect(page.locator("[name=dim]")).toHaveValue("32");
  await expect(page.locator("[name=seed]")).toHaveValue("7");
  await expectNoEnglish(page, { least: 30 });
});

test("another link on the open page changes the fields, and the way past the header keeps them", async ({ page }) => {
  await open(page, "v=1&lang=en&dim=32");
  await expect(page.locator("[name=dim]")).toHaveValue("32");
  await page.evaluate(() => void (location.hash = "v=1&lang=de&dim=16&seed=7"));
  await expect(page.locator("[name=dim]")).toHaveValue("16");
  await expect(page.locator("[name=seed]")).toHaveValue("7");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const [link, steps] = [page.url(), await page.evaluate(() => history.length)];
  await page.locator("a.skip").press("Enter");
  await expect(page.locator("#text-title")).toBeFocused();
  await expect.poll(() => page.url()).toBe(link);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
  await expect(page.locator("[name=dim]")).toHaveValue("16");
});

test("train: axe finds nothing before and after a training, at three widths @tour", async ({ page }) => {
  await open(page);
  await expectServesEverybody(page);
  await expectAxeFindsNothingInEitherTheme(page, "before");
  await train(page);
  await page.locator("#write").click();
  await expect(page.locator("#written button")).toHaveCount(240);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAxeFindsNothingInEitherTheme(page, `after, ${width} px`);
    await expect.poll(() => seen(page, () => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.locator("#written button").nth(3).click();
  await expect(page.locator("#written [aria-current]")).toHaveCount(1);
  await expect(page.locator("#attended-part")).toBeVisible();
  await expectReadableInForcedColours(page);
});

test("the heads of the step that is shown are saved as one page, and its reader chooses among them", async ({
  page,
}, info) => {
  await open(page);
  await train(page);
  const menu = page.getByRole("group", { name: "Export" });
  const save = async (step) => {
    await page.locator("#scrub").fill(String(step));
    const shown = await page.locator("#shown-step").textContent();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const titles = await menu.getByRole("combobox").locator("option").allTextContents();
    expect(titles).toEqual([0, 1].map((head) => `Head L0 H${head} at step ${shown}`));
    await menu.getByRole("combobox").selectOption({ index: 1 });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      menu.getByRole("button", { name: "HTML" }).click(),
    ]);
    await page.keyboard.press("Escape");
    const file = info.outputPath(download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };
  const line = await page.locator("#line").textContent();
  const [first, last] = [await save(0), await save(2)];
  expect(path.basename(first)).toMatch(/^heed-step0-layer0-head1-16x16-.*\.html$/);
  const seenIn = async (file) => {
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByRole("combobox", { name: "Head" })).toHaveValue("1");
    const shown = () =>
      page.evaluate(() => {
        const { matrix, rowLabels, mask } = document.querySelector("attention-matrix");
        return { data: Array.from(matrix.data), rowLabels, mask: Array.from(mask) };
      });
    const second = await shown();
    await page.getByRole("combobox", { name: "Head" }).selectOption("0");
    await expect.poll(async () => (await shown()).data).not.toEqual(second.data);
    return second;
  };
  const { data, rowLabels, mask } = await seenIn(first);
  expect(rowLabels).toEqual(Array.from(line, (letter) => (letter === " " ? "␣" : letter)));
  for (let row = 0; row < 16; row++) {
    expect(data.slice(16 * row, 16 * row + row + 1).reduce((sum, one) => sum + one)).toBeCloseTo(1, 5);
    expect(mask.slice(16 * row, 16 * row + 16)).toEqual(Array.from({ length: 16 }, (_, at) => Number(at <= row)));
  }
  await expect.poll(async () => (await seenIn(last)).data).not.toEqual(data);
});
