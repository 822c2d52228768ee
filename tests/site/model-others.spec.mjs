// The viewer with files as other people have them: batches, transposed heads, vectors alone, damage, long and
// right-to-left tokens, several files at once.
import {
  asFile,
  attention,
  cell,
  give,
  headOf,
  HEADS,
  LAYERS,
  MODEL,
  N,
  npz,
  openHead,
  safetensors,
  shownNumbers,
  WORDS,
} from "./model-page.mjs";
import { npyNumbers, npyTexts, weightsOf, zipOf } from "./model-writers.mjs";
import { says } from "./says.mjs";
import { seen } from "./seen.mjs";
import { expect, openExample, test } from "./viewer-page.mjs";

const VALUES = attention();
const labels = (page) =>
  page.evaluate(() => {
    const { rowLabels, columnLabels } = document.querySelector("#head-matrix");
    return { rowLabels, columnLabels };
  });

test("the second text of a batch never stands under the first one's tokens", async ({ page, complaints }) => {
  const batch = npyNumbers(weightsOf(2, 2, 3, N, N), [2, 2, 3, N, N]);
  await give(page, "batch.npz", zipOf({ "attention.npy": batch, "tokens.npy": npyTexts(WORDS) }));
  await expect(page.locator("#notes")).toContainText("“tokens” is one list for 2 texts");
  await openHead(page, 0, 0);
  await expect.poll(() => labels(page)).toEqual({ rowLabels: WORDS, columnLabels: WORDS });
  await page.locator("#text").selectOption({ label: "text 1" });
  await expect(page.locator("#notes")).toContainText(says("files.not-first-text"));
  await expect.poll(() => labels(page)).toEqual({ rowLabels: [], columnLabels: [] });
  await expect(page.locator("#head-matrix .axis.rows span").first()).toHaveText("1");
  await expect(page.locator(".strips")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("the page's own lines of Python save the tokens of each text", async ({ page }) => {
  for (const kind of ["npz", "safetensors", "json"]) {
    await page.locator(`input[name=recipe][value=${kind}]`).check({ force: true });
    await expect(page.locator("#recipe")).toContainText("[tok.convert_ids_to_tokens(text) for text in ids]");
  }
});

test("transposed heads are recognised, and are turned when asked; the link and a second file follow", async ({
  page,
  complaints,
}) => {
  const turned = VALUES.map((_, at) => {
    const [head, row, column] = [Math.floor(at / (N * N)), Math.floor(at / N) % N, at % N];
    return VALUES[head * N * N + column * N + row];
  });
  await expect(page.locator("#reading-choice")).toBeHidden();
  await give(page, "turned.npz", npz(turned));
  await expect(page.locator("#heads-problem")).toContainText(says("heads.turned"));
  const choice = page.getByLabel("Exchange rows and columns");
  await expect(choice).not.toBeChecked();
  await openHead(page, 1, 2);
  await expect.poll(() => shownNumbers(page)).toEqual(headOf(turned, 1, 2));
  await choice.check();
  await expect.poll(() => shownNumbers(page)).toEqual(headOf(VALUES, 1, 2));
  await expect(page.locator("#heads-problem")).toBeEmpty();
  await expect(page).toHaveURL(/read=turned/);
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#compare-file").click();
  await (await chooser).setFiles(asFile("also turned.npz", npz(turned)));
  await expect(page.locator("#head-title")).toHaveText("L1 H2 of turned.npz and L1 H2 of also turned.npz");
  await expect.poll(() => shownNumbers(page, "compare-right")).toEqual(headOf(VALUES, 1, 2));
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link.replace(/&with=.*/, ""));
  await give(page, "turned.npz", npz(turned));
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 2");
  await expect.poll(() => shownNumbers(page)).toEqual(headOf(VALUES, 1, 2));
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect.poll(() => shownNumbers(page)).toEqual(headOf(turned, 1, 2));
  await expect(page).not.toHaveURL(/read=/);
  expect(complaints).toEqual([]);
});

test("a file of q and k alone opens with the weights that heed computes of them, causal if asked", async ({
  page,
  complaints,
}) => {
  const vectors = (factor) =>
    npyNumbers(
      weightsOf(LAYERS, HEADS, N, 4).map((one) => factor * one),
      [LAYERS, HEADS, N, 4],
    );
  const file = zipOf({ "q.npy": vectors(9), "k.npy": vectors(-4), "v.npy": vectors(1), "tokens.npy": npyTexts(WORDS) });
  await give(page, "vectors.npz", file);
  await expect(page.locator("#notes")).toContainText("The file has no weights. They are computed from its q and k");
  await expect(page.locator("#file-facts")).toContainText(says("model.only-vectors"));
  await expect(page.locator("#heads-problem")).toBeEmpty();
  await openHead(page, 2, 1);
  await expect(page.locator("#own-scores")).toHaveText(
    "The file has no weights. heed computes softmax(q·kᵀ ∕ √4) from its q and k, and each number opens.",
  );
  const rows = (numbers) => Array.from({ length: N }, (_, row) => numbers.slice(row * N, (row + 1) * N));
  for (const row of rows(await shownNumbers(page))) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  await expect.poll(async () => (await labels(page)).rowLabels).toEqual(WORDS);
  await page.getByLabel("No token looks ahead (causal)").check();
  await expect(page.locator("#own-scores")).toContainText("softmax(q·kᵀ ∕ √4), causal");
  const causal = rows(await shownNumbers(page));
  causal.forEach((row, at) => expect(row.slice(at + 1)).toEqual(row.slice(at + 1).map(() => 0)));
  expect(causal[0][0]).toBe(1);
  await expect(page).toHaveURL(/read=causal/);
  await page.locator("#head-matrix td[data-row='2'][data-column='1']").press("Enter");
  await expect(page.getByRole("dialog")).toContainText("What “cat” gives to “the”");
  expect(complaints).toEqual([]);
});

test("a mask of the file is hatched; without one zeros above the diagonal are, and a note says so", async ({
  page,
}) => {
  const causal = VALUES.slice();
  for (let row = 0; row < N; row++) causal.fill(0, row * N + row + 1, (row + 1) * N);
  await give(page, "causal.npz", npz(causal));
  await openHead(page, 0, 0);
  const hatched = () => page.$eval("#head-matrix", ({ mask }) => Array.from(mask ?? []).filter((may) => !may).length);
  await expect.poll(hatched).toBe((N * (N - 1)) / 2);
  await expect(page.locator("#head-note")).toHaveText(says("heads.as-causal"));
  await expect(page.locator("#head-matrix").getByRole("gridcell", { name: "masked" })).toHaveCount((N * (N - 1)) / 2);
  await page.locator("#after").click();
  await expect.poll(hatched).toBe(0);
  await expect(page.locator("#head-note")).toBeEmpty();
  const rows = Array.from({ length: N }, (_, row) => headOf(VALUES, 0, 0).slice(row * N, (row + 1) * N));
  const mask = [WORDS.map((word) => word !== "[SEP]")];
  await give(page, "padded.json", JSON.stringify({ tokens: WORDS, attention: [[rows]], mask }));
  await openHead(page, 0, 0);
  await expect.poll(hatched).toBe(N);
  await expect(page.locator("#head-note")).toBeEmpty();
});

test("of several files that are dropped at once one is opened, and the others are named", async ({ page }) => {
  await page.evaluate(
    (content) => {
      const dataTransfer = new DataTransfer();
      for (const name of ["first.npz", "second.npz", "third.npz"])
        dataTransfer.items.add(new File([Uint8Array.from(content)], name));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    Array.from(npz(VALUES)),
  );
  await expect(page.locator("#file-name")).toHaveText("first.npz");
  await expect(page.locator("#status")).toHaveText(/first\.npz was opened: .* Not opened: second\.npz, third\.npz\./);
  await give(page, "next.npz", npz(VALUES));
  await expect(page.locator("#status")).toBeEmpty();
});

test("damage is told: of a small file before, of a large one once it is read", async ({ page }) => {
  await openExample(page);
  const flipped = (file) => {
    file[file.length - 3000] ^= 1;
    return file;
  };
  const small = npyNumbers(weightsOf(2, 2, 32, 32), [2, 2, 32, 32]);
  await page.locator("#file").setInputFiles(asFile("small.npz", flipped(zipOf({ "attention.npy": small }))));
  await expect(page.locator("#file-problem")).toContainText(says("files.other-bytes"));
  await expect(page.locator("#about-example")).toBeVisible();
  const large = npyNumbers(new Float32Array(18 * 512 * 512).fill(1 / 512), [3, 6, 512, 512]);
  await give(page, "large.npz", flipped(zipOf({ "attention.npy": large })));
  await expect(page.locator("#file-problem")).toContainText(says("files.other-bytes"));
  await expect(page.locator("#file-name")).toHaveText("large.npz");
  await give(page, "good.npz", npz(VALUES));
  await expect(page.locator("#file-problem")).toBeEmpty();
});

const LONG = [
  "[CLS]",
  "w".repeat(200),
  "x".repeat(30),
  "a",
  "antidisestablishmentarianism",
  "y".repeat(1000),
  ".",
  "[SEP]",
];
const HEBREW = ["[CLS]", "הילד", "קרא", "ספר", "1948", "كتاب", "the", "[SEP]"];

test(
  "long and right-to-left tokens stay in their place, in each view, at each width",
  { tag: "@layout" },
  async ({ page, complaints }) => {
    for (const [name, tokens] of Object.entries({ long: LONG, hebrew: HEBREW })) {
      await give(page, `${name}.safetensors`, safetensors(VALUES, tokens));
      await openHead(page, 0, 0);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const view of ["heatmap", "arcs", "table"]) {
          await page.locator(`input[name=view][value=${view}]`).check({ force: true });
          const what = `${name}, ${view}, ${width} px`;
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), what)
            .toBeLessThanOrEqual(width);
          const over = await seen(page, () => {
            const element = document.querySelector("#head-matrix");
            const top = element.getBoundingClientRect().top - 1;
            return Array.from(element.shadowRoot.querySelectorAll(".axis span, th span"))
              .filter((one) => one.checkVisibility() && one.closest(".field, .spoken") === null)
              .filter((one) => one.getBoundingClientRect().top < top).length;
          });
          expect(over, what).toBe(0);
          // What a label covers cannot be ticked.
          await page.locator("#raw-tokens").click();
          await page.locator("#raw-tokens").click();
        }
      }
      await page.locator(".strips button").nth(1).hover();
      await expect(page.locator(".strips h3").first()).toContainText(tokens[1]);
      await page.locator("#compare-with").selectOption("1.1");
      await expect(page.locator("#compare-mean")).toContainText("Mean");
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${name}, compared, ${width} px`)
          .toBeLessThanOrEqual(width);
      }
      await page.keyboard.press("Escape");
    }
    expect(complaints).toEqual([]);
  },
);

test("numbers stand where they belong beside a token that is written from right to left", async ({ page }) => {
  await give(page, "hebrew.safetensors", safetensors(VALUES, HEBREW));
  await openHead(page, 0, 0);
  await page.locator(".strips button").nth(2).hover();
  const title = await page.locator(".strips h3").first().textContent();
  expect(title).toBe("“\u2068קרא\u2069” looks at");
  await expect(page.locator("#head-matrix .sentence")).toContainText("\u2068הילד\u2069");
  expect(MODEL).toContain("model.html");
  await expect(cell(page, 0, 0)).toBeAttached();
});
