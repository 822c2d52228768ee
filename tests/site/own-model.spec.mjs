// A model of the reader runs on the page: its files come in, and its heads over each typed text are the textbook's.
import { CONFIGS } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { textbookModel } from "../model/oracle.mjs";
import { expectNoEnglish } from "./german.mjs";
import { EXAMPLE, openHead, openModel, problem, shownNumbers } from "./model-page.mjs";
import {
  asFiles,
  bert,
  byteLevel,
  CAT_IDS,
  expectShown,
  give,
  gpt2,
  idsOf,
  largeModel,
  llama,
  mistral,
  ofConfig,
  softmax,
  status,
  type,
  wordPiece,
} from "./own-models.mjs";
import { says } from "./says.mjs";
import { seen } from "./seen.mjs";
import { expect, openExample, test } from "./viewer-page.mjs";

/** The bound of every weight; the page shows four digits of it. */
const BOUND = 1e-4;

async function expectHead(page, expected, place) {
  await openHead(page, ...place);
  await expectShown(page, expected.weights[place[0]][place[1]].flat());
  await page.keyboard.press("Escape");
}

test("a folder's files open, and every head of a typed text is the textbook's: GPT-2 and BERT", async ({
  page,
  complaints,
  requests,
}) => {
  const model = gpt2();
  await give(page, model);
  await expect(page.locator("#file-facts")).toContainText("3 layers × 4 heads");
  await type(page, " the cat sat on the mat", 6);
  const expected = textbookModel(model.config, model.tensors, CAT_IDS);
  for (const place of [
    [0, 0],
    [1, 3],
    [2, 2],
  ])
    await expectHead(page, expected, place);
  await openHead(page, 2, 1);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("#head-matrix").rowLabels))
    .toEqual("the cat sat on the mat".split(" "));
  await page.keyboard.press("Escape");

  const other = bert();
  await give(page, other);
  await type(page, "The cat sat", 5);
  const ids = idsOf(wordPiece(), ["[CLS]", "the", "cat", "sat", "[SEP]"]);
  await expectHead(page, textbookModel(other.config, other.tensors, ids), [1, 2]);
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("without a tokenizer the model runs on token numbers: Llama, and Mistral with its window", async ({ page }) => {
  for (const model of [llama(), mistral()]) {
    await give(page, model);
    await expect(page.locator("#notes")).toContainText(says("model.tokenizer-none"));
    await type(page, "5, 9 14 5 3 60 2 7", 8);
    const expected = textbookModel(model.config, model.tensors, [5, 9, 14, 5, 3, 60, 2, 7]);
    await expectHead(page, expected, [1, 1]);
    await page.locator("#typed").fill("5 61");
    await expect(status(page)).toContainText("ids must hold numbers from 0 to 60");
  }
  // Six tokens back a window of five ends: the weight opens, and says that it may not look there.
  await type(page, "5 9 14 5 3 60 2 7", 8);
  await openHead(page, 1, 1);
  await expect(page.locator("#own-scores")).toContainText("Each number opens");
  const hidden = await page.$eval("#head-matrix", ({ mask }) => Array.from(mask).flatMap((may, at) => (may ? [] : at)));
  const expected = Array.from({ length: 64 }, (_, at) => at).filter((at) => {
    const back = Math.floor(at / 8) - (at % 8);
    return back < 0 || back >= 5;
  });
  expect(hidden).toEqual(expected);
  await expect(page.locator("#head-note")).toBeEmpty();
  await seen(page.locator("#head-matrix td[data-row='7'][data-column='4']"), (cell) => cell.focus());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("What “7” gives to “3”");
});

const FAMILIES = [
  ...["gpt_neox", "xlm-roberta", "camembert", "electra, a generator", "electra, a discriminator"],
  ...["gpt_neo", "mpnet", "modernbert", "gemma3_text", "heed's own"],
];

test("a folder of each family opens, its heads are the textbook's, and a weight opens to its score", async ({
  page,
}) => {
  const ids = [5, 9, 14, 5, 3, 60, 2, 7];
  for (const family of FAMILIES) {
    const model = ofConfig(CONFIGS[family]);
    await give(page, model);
    await type(page, ids.join(" "), ids.length);
    await expectHead(page, textbookModel(model.config, model.tensors, ids), [1, 1]);
    await openHead(page, 1, 1);
    await expect(page.locator("#own-scores")).toContainText("Each number opens");
    await seen(page.locator("#head-matrix td[data-row='7'][data-column='6']"), (cell) => cell.focus());
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog");
    await expect(panel).toContainText("What “7” gives to “2”");
    await expect(panel).toContainText(family === "mpnet" ? "Bias" : "exp");
    await page.keyboard.press("Escape");
    await page.locator("#back").click();
  }
});

test("the open head follows the text while it is typed", async ({ page }) => {
  const model = gpt2();
  await give(page, model);
  await openHead(page, 1, 1);
  await page.locator("#typed").fill("");
  await page.locator("#typed").pressSequentially(" the cat sat on");
  await expect(status(page)).toHaveText("4 tokens");
  const ids = idsOf(byteLevel(), "Ġthe Ġcat Ġsat Ġon".split(" "));
  const wanted = textbookModel(model.config, model.tensors, ids).weights[1][1].flat();
  await expectShown(page, wanted);
  await page.locator("#typed").fill("");
  await expect(status(page)).toContainText(says("model.text-empty"));
});

/** The tokens of the list, likeliest first, with the shares that stand beside them. */
const listed = (page) =>
  page.locator("#next-list button").evaluateAll((buttons) =>
    buttons.map((button) => ({
      token: button.querySelector(".token").textContent,
      share: Number.parseFloat(button.querySelector(".chance").textContent.replace("<", "")) / 100,
    })),
  );

async function expectListed(page, title, logits, tokenizer) {
  await expect(page.locator("#next-title")).toHaveText(title);
  const names = Object.entries(tokenizer.model.vocab);
  const wanted = softmax(logits)
    .map((share, id) => ({ share, name: names.find(([, one]) => one === id)[0] }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 10);
  const farthest = async () => {
    const shown = await listed(page);
    return Math.max(...wanted.map(({ share }, at) => Math.abs(share - (shown[at]?.share ?? Infinity))));
  };
  await expect.poll(farthest).toBeLessThan(0.006);
  const shown = await listed(page);
  for (const [at, { name }] of wanted.entries()) if (/^Ġ\w+$/.test(name)) expect(shown[at].token).toBe(name.slice(1));
  return wanted;
}

test("behind each token stand the likeliest next ones with the textbook's probabilities", async ({ page }) => {
  const model = gpt2();
  await give(page, model);
  await type(page, " the cat sat on the mat", 6);
  const ids = CAT_IDS;
  const { logits } = textbookModel(model.config, model.tensors, ids);
  await expectListed(page, "After “mat”", logits[5], byteLevel());
  await page.locator("#tokens button[aria-pressed=true]").focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expectListed(page, "After “cat”", logits[1], byteLevel());
  const share = softmax(logits[1])[ids[2]];
  const shown = await page.locator("#next-note").textContent();
  expect(shown).toContain("The text goes on with “sat”");
  expect(Math.abs(Number.parseFloat(/which has (?:<\s)?([\d.]+)/.exec(shown)[1]) / 100 - share)).toBeLessThan(0.006);
  const bars = await page
    .locator("#tokens button")
    .evaluateAll((all) => all.map((button) => Number.parseFloat(button.style.getPropertyValue("--share")) / 100));
  for (const [at, bar] of bars.entries())
    expect(Math.abs(bar - (at === 0 ? 0 : softmax(logits[at - 1])[ids[at]]))).toBeLessThan(0.001);
  // A token of the list goes after the chosen one.
  const [{ name }] = await expectListed(page, "After “cat”", logits[1], byteLevel());
  await page.locator("#next-list button").first().click();
  await expect(status(page)).toHaveText("3 tokens");
  await expect
    .poll(() => page.locator("#tokens button").last().textContent())
    .toContain(name.replace(/^Ġ/, "").slice(0, 1));
});

test("a model that reads both ways says what stands where a word is hidden", async ({ page }) => {
  const model = bert();
  await give(page, model);
  await type(page, "the cat sat", 5);
  await page.locator("#tokens button", { hasText: "cat" }).click();
  const ids = idsOf(wordPiece(), ["[CLS]", "the", "[MASK]", "sat", "[SEP]"]);
  const { logits } = textbookModel(model.config, model.tensors, ids);
  await expectListed(page, "If “cat” is hidden", logits[2], wordPiece());
  const share = softmax(logits[2])[wordPiece().model.vocab.cat];
  const shown = await page.locator("#next-note").textContent();
  expect(Math.abs(Number.parseFloat(/itself has (?:<\s)?([\d.]+)/.exec(shown)[1]) / 100 - share)).toBeLessThan(0.006);
  await expect(page.locator("#write-tools")).toBeHidden();
  await give(page, bert({ head: false, prefix: "" }));
  await expect(page.locator("#notes")).toContainText(says("model.no-words"));
  await expect(page.locator("#next")).toBeHidden();
});

test("a token that is put leaves all other signs in the field, which says the text that is read", async ({ page }) => {
  await give(page, bert());
  await type(page, "the [MASK] sat on the [MASK] [UNK]", 9);
  await page.locator("#next-list button").first().click();
  await expect(page.locator("#typed")).not.toHaveValue("the [MASK] sat on the [MASK] [UNK]");
  await expect(page.locator("#typed")).toHaveValue(/^the \S+ sat on the \[MASK\] \[UNK\]$/);
  await expect(status(page)).toHaveText("9 tokens");
  await give(page, gpt2());
  await type(page, "a<|endoftext|> the cat", 4);
  await page.locator("#next-list button").first().click();
  await expect(status(page)).toHaveText("5 tokens");
  await expect(page.locator("#typed")).toHaveValue(/^a<\|endoftext\|> the cat/);
});

test("another model begins at its own last token, whichever was chosen in the text before", async ({ page }) => {
  await give(page, gpt2());
  await type(page, " the cat sat", 3);
  await page.locator("#tokens button").nth(1).click();
  await expect(page.locator("#tokens button").nth(1)).toHaveAttribute("aria-pressed", "true");
  await give(page, llama());
  await expect(page.locator("#tokens button").last()).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("#tokens [aria-pressed=true]")).toHaveCount(1);
});

test("it writes token by token, with the heads of each step, and the same seed writes the same", async ({ page }) => {
  const model = gpt2();
  await give(page, model);
  await type(page, " the cat sat", 3);
  await openHead(page, 1, 2);
  await page.locator("#temperature").fill("0");
  await page.locator("#most").fill("6");
  await page.evaluate(() => {
    globalThis.steps = {};
    const look = () => {
      const { data } = document.querySelector("#head-matrix").matrix;
      globalThis.steps[Math.sqrt(data.length)] = Array.from(data);
    };
    setInterval(look, 0);
  });
  await page.locator("#write").click();
  await expect(status(page)).toHaveText("9 tokens");
  await expect(page.locator("#write")).toHaveText("Write");
  // The likeliest token each time, by the textbook.
  const ids = idsOf(byteLevel(), "Ġthe Ġcat Ġsat".split(" "));
  for (let step = 0; step < 6; step++) {
    const last = textbookModel(model.config, model.tensors, ids).logits.at(-1);
    ids.push(last.indexOf(Math.max(...last)));
  }
  const { weights } = textbookModel(model.config, model.tensors, ids);
  await expect.poll(async () => (await shownNumbers(page)).length).toBe(81);
  const steps = await page.evaluate(() => globalThis.steps);
  const found = Object.keys(steps)
    .map(Number)
    .filter((count) => count > 3 && count < 9);
  expect(found.length).toBeGreaterThan(0);
  for (const count of [...found, 9]) {
    const wanted = weights[1][2].slice(0, count).flatMap((row) => row.slice(0, count));
    for (const [at, weight] of wanted.entries()) expect(Math.abs(steps[count][at] - weight)).toBeLessThan(BOUND);
  }

  await page.locator("#temperature").fill("1.5");
  const texts = [];
  for (const seed of ["5", "5", "6"]) {
    await type(page, " the cat sat", 3);
    await page.locator("#seed").fill(seed);
    await page.locator("#write").click();
    await expect(status(page)).toHaveText("9 tokens");
    texts.push((await page.locator("#tokens button").allTextContents()).join("|"));
  }
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).not.toBe(texts[0]);
});

test("parts of a model are put together, and a text that is too long for it is cut, which is said", async ({
  page,
}) => {
  const { config, tensors, files } = gpt2();
  const names = Object.keys(tensors);
  const part = (from, to) =>
    Buffer.from(safetensors(Object.fromEntries(names.slice(from, to).map((name) => [name, tensors[name]]))));
  const shards = {
    "model-00001-of-00002.safetensors": part(0, 9),
    "model-00002-of-00002.safetensors": part(9, names.length),
  };
  const { "model.safetensors": _, ...rest } = files;
  await give(page, { files: { ...rest, ...shards } });
  await page.locator("#typed").fill(" the cat".repeat(40));
  await expect(status(page)).toContainText(`The first ${config.n_positions} tokens are read`);
  await expect(status(page)).toContainText(`${80 - config.n_positions} are left out`);
});

test("a large model says its size and time before it opens, and opens only if it is asked to", async ({
  page,
}, info) => {
  await openExample(page);
  const large = await largeModel(info);
  const choose = () => page.locator("#file").setInputFiles(large);
  await choose();
  await expect(page.locator("#plan-text")).toContainText(/gpt2 is [\d.]+ MB.*reading it takes about (a|\d+) second/);
  await page.locator("#plan-cancel").click();
  await expect(page.locator("#plan")).toBeHidden();
  await expect(page.locator("#file-name")).toHaveText("A trained encoder reads a sentence");
  await choose();
  await page.locator("#plan-open").click();
  await expect(page.locator("#model-text")).toBeVisible();
  await expect(page.locator("#plan")).toBeHidden();
});

test("broken and foreign files get a sentence each, and the page stays usable", async ({ page, complaints }) => {
  await openExample(page);
  const model = gpt2();
  const { "config.json": config, "model.safetensors": weights, "tokenizer.json": tokenizer } = model.files;
  const changed = (change) => JSON.stringify({ ...JSON.parse(config), ...change });
  const cases = [
    [{ "config.json": changed({ model_type: "bloom" }), "model.safetensors": weights }, /model_type is "bloom"/],
    [{ "config.json": changed({ n_embd: 48 }), "model.safetensors": weights }, /\[61|48\]/],
    [{ "config.json": "{", "model.safetensors": weights }, /config must be JSON/],
    [{ "config.json": config }, /The weights are missing/],
    [{ "config.json": config, "pytorch_model.bin": "PK" }, /The weights are in “pytorch_model.bin”/],
    [{ "adapter_config.json": "{}", "adapter_model.safetensors": weights }, /This is an adapter/],
    [
      {
        "config.json": config,
        "model-00001-of-00003.safetensors": weights,
        "model-00003-of-00003.safetensors": weights,
      },
      /missing: model-00002-of-00003.safetensors/,
    ],
    [
      {
        "config.json": config,
        "model.safetensors.index.json": JSON.stringify({ weight_map: { a: "x.safetensors", b: "y.safetensors" } }),
        "x.safetensors": weights,
      },
      /missing: y.safetensors/,
    ],
    [{ "config.json": config, "model.safetensors": "version https://git-lfs.github.com/spec/v1\noid" }, /Git LFS/],
    [{ "config.json": config, "model.safetensors": weights.subarray(0, weights.length - 400) }, /./],
    [{ "config.json": config, "model.safetensors": weights, "tokenizer.json": tokenizerWith(900) }, /another model/],
  ];
  for (const [files, sentence] of cases) {
    await page.locator("#file").setInputFiles(asFiles(files));
    await expect(problem(page)).toHaveText(sentence);
    await expect(page.locator("#file-name")).toHaveText("A trained encoder reads a sentence");
  }
  // A tokenizer that cannot be read leaves the model its token numbers.
  const unknown = JSON.stringify({ ...JSON.parse(tokenizer), normalizer: { type: "Nmt" } });
  for (const [text, note] of [
    [unknown, "Nmt (Normalizer)"],
    ["{", "tokenizer.json cannot be read"],
  ]) {
    await give(page, { files: { ...model.files, "tokenizer.json": text } });
    await expect(page.locator("#notes")).toContainText(note);
  }
  await give(page, model);
  await expect(problem(page)).toBeEmpty();
  await expect(page.locator("#notes")).toBeEmpty();
  expect(complaints).toEqual([]);

  function tokenizerWith(id) {
    const parts = JSON.parse(tokenizer);
    parts.model.vocab.beyond = id;
    return JSON.stringify(parts);
  }
});

test("names and tokens of a hostile model are text, and its letters come out whole", async ({ page, complaints }) => {
  const model = bert();
  const bad = "<img src=x onerror=alert(1)>";
  const parts = JSON.parse(model.files["tokenizer.json"]);
  const entries = Object.entries(parts.model.vocab).map(([piece, id]) => [piece === "cat" ? bad : piece, id]);
  parts.model.vocab = Object.fromEntries(entries);
  parts.added_tokens.push({ ...parts.added_tokens[0], id: parts.model.vocab[bad], content: bad });
  const config = JSON.stringify({ ...model.config, _name_or_path: `somebody/${bad}` });
  await give(page, {
    files: {
      "model.safetensors": model.files["model.safetensors"],
      "config.json": config,
      "tokenizer.json": JSON.stringify(parts),
    },
  });
  await type(page, `the ${bad} sat 🐈 \ud83d`, 6);
  await openHead(page, 0, 0);
  await expect(page.locator("img")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.querySelector("#head-matrix").rowLabels)).toContain(bad);
  expect(complaints).toEqual([]);
});

test("in German no English is left: the plan, the text, the heads, what is missing", async ({ page }) => {
  // The tokens of the texts are English.
  const named = /^\S+$/;
  await openModel(page, `${EXAMPLE}&lang=de`);
  await give(page, llama());
  await expectNoEnglish(page, { named });
  const { "config.json": config } = gpt2().files;
  await page.locator("#file").setInputFiles(asFiles({ "config.json": config, "other.bin": "PK" }));
  await expect(problem(page)).toContainText("Die Gewichte stehen in „other.bin“");
  await expectNoEnglish(page);
});

test("each query and key opens to its products: GPT-2 and BERT, whose positions do not turn them", async ({ page }) => {
  for (const [model, count] of [
    [gpt2(), 3],
    [bert(), 5],
  ]) {
    await give(page, model);
    await type(page, " the cat sat", count);
    await openHead(page, 1, 2);
    await expect(page.locator("#own-scores")).toContainText("Each number opens");
    const panel = page.locator("dialog.inspector[open]");
    for (const [at, letter] of ["Q", "K"].entries()) {
      await page.locator("#head-matrix td[data-row='2'][data-column='1']").press("Enter");
      await panel.locator(".origin").nth(at).click();
      await expect(panel.locator(".location")).toContainText(`· ${letter}, row`);
      await expect(panel).toContainText("32 products");
      const [returned, exact] = (await panel.locator(".rounding dd").allTextContents()).map((text) =>
        Number(text.replace("−", "-")),
      );
      expect(Math.abs(exact - returned)).toBeLessThan(1e-5 * Math.max(1, Math.abs(exact)));
      await page.keyboard.press("Escape");
    }
    await page.locator("#back").click();
  }
});
