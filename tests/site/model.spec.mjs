// The viewer of one's own model: a file comes in, its heads fill the grid, each opens, and nothing of it is run.
import { appendFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expectNoEnglish } from "./german.mjs";
import {
  asFile,
  attention,
  captions,
  cell,
  focusedHead,
  give,
  headOf,
  HEADS,
  LAYERS,
  EXAMPLE,
  MODEL,
  N,
  npz,
  openHead,
  openModel,
  safetensors,
  SHAPE,
  shownNumbers,
  untilRead,
  WORDS,
} from "./model-page.mjs";
import { expectFitsAnyWidth, expectServesEverybody } from "./open-to-all.mjs";
import { npyNumbers, numberBytes, safetensorsOf, weightsOf, zipOf } from "./model-writers.mjs";
import { says } from "./says.mjs";
import { seen, twentyFrames } from "./seen.mjs";
import { root, serveSite } from "./serve.mjs";
import { expect, openExample, test } from "./viewer-page.mjs";

const VALUES = attention();
const LABELS = ["previous", "next", "self", "first"];

const choose = (page, name, value) => page.locator(`input[name=${name}][value=${value}]`).check();

const download = async (page, act) => {
  const [saved] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
};

test("from disk the example opens by itself, says what it is, and asks for nothing", async ({
  page,
  complaints,
  requests,
}) => {
  await openModel(page);
  await expect(page.locator("#about-example")).toContainText(says("model.about-example"));
  await expect(page.locator("#file-facts")).toContainText("2 layers × 4 heads · 14 tokens");
  await expect(page.locator("#file-facts")).toContainText(says("model.with-vectors"));
  await openHead(page, 1, 1);
  const labels = await page.evaluate(() => document.querySelector("#head-matrix").rowLabels);
  const [it, animal, street] = ["it", "animal", "street"].map((word) => labels.indexOf(word));
  const numbers = await shownNumbers(page);
  // The row of "it" as all pages have it: it gives more to the street than to the animal.
  for (const [at, weight] of [
    [street, 0.3],
    [animal, 0.17],
  ])
    expect(Math.abs(numbers[it * labels.length + at] - weight)).toBeLessThan(0.005);
  await page.keyboard.press("Escape");
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([MODEL]);
  expect(complaints).toEqual([]);
});

test("a click on the corner of the grid, where no head is, opens none", async ({ page, complaints }) => {
  await openExample(page);
  await expect(page).toHaveURL(/file=example$/);
  const address = page.url();
  await page.locator("#grid td:not([data-layer])").click();
  await twentyFrames(page);
  expect(page.url()).toBe(address);
  await expect(page.locator("#file-problem")).toBeEmpty();
  expect(complaints).toEqual([]);
});

test("a file of each kind shows its own numbers under its own tokens", async ({ page, complaints }) => {
  const nested = (values, [extent, ...rest]) =>
    Array.from({ length: extent }, (_, at) => {
      const each = values.length / extent;
      return rest.length === 0 ? values[at] : nested(values.slice(at * each, (at + 1) * each), rest);
    });
  const files = {
    "a.npz": npz(VALUES),
    "b.npz": npz(VALUES, { deflate: true, descriptors: true }),
    "c.safetensors": safetensors(VALUES),
    "d.npy": npyNumbers(VALUES, SHAPE),
    "e.json": JSON.stringify({ tokens: WORDS, attention: nested(Array.from(VALUES), SHAPE) }),
  };
  for (const [name, content] of Object.entries(files)) {
    await give(page, name, content);
    await expect(page.locator("#file-name")).toHaveText(name);
    await expect.poll(() => captions(page)).toEqual(Array.from({ length: LAYERS }, () => LABELS).flat());
    await openHead(page, 1, 3);
    await expect.poll(() => shownNumbers(page)).toEqual(headOf(VALUES, 1, 3));
    const labels = await page.evaluate(() => document.querySelector("#head-matrix").rowLabels);
    expect(labels).toEqual(name === "d.npy" ? [] : WORDS);
    expect(page.url()).toContain(`file=${name}`);
  }
  expect(complaints).toEqual([]);
});

test("by keyboard alone: through the grid, two marks, a comparison, a head, its neighbours, and back", async ({
  page,
}) => {
  // The way into a grid leads to the cell that had focus last, also after another file.
  await openModel(page);
  await give(page, "a.npz", npz(VALUES));
  const { keyboard } = page;
  await expect(page.locator("#definitions-box")).not.toHaveAttribute("open");
  await page.locator("#definitions-box summary").press("Shift+Tab");
  await expect.poll(() => focusedHead(page)).toBe("0.0");
  for (const [key, at] of [
    ["ArrowRight", "0.1"],
    ["ArrowDown", "1.1"],
    ["End", "1.3"],
    ["ArrowRight", "1.3"],
    ["Home", "1.0"],
    ["Control+End", "2.3"],
    ["ArrowUp", "1.3"],
    ["Control+Home", "0.0"],
    ["PageDown", "2.0"],
  ]) {
    await keyboard.press(key);
    await expect.poll(() => focusedHead(page), key).toBe(at);
  }
  await keyboard.press("Space");
  await expect(cell(page, 2, 0)).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("#compare-marked")).toBeDisabled();
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(page.locator("#head-title")).toHaveText("Layer 2, head 1");
  await expect(page.locator("#head-title")).toBeFocused();
  await keyboard.press("n");
  await expect(page.locator("#head-title")).toHaveText("Layer 2, head 2");
  await keyboard.press("p");
  await keyboard.press("p");
  await expect(page.locator("#head-title")).toHaveText("Layer 2, head 0");
  await keyboard.press("Escape");
  await expect.poll(() => focusedHead(page)).toBe("2.0");
  await keyboard.press("Shift+Tab");
  await keyboard.press("Shift+Tab");
  await expect(page.locator("#compare-marked")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.locator("#head-title")).toHaveText("L2 H0 and L2 H1");
  await expect(page.locator("#head-title")).toBeFocused();
  await keyboard.press("Escape");
  await expect.poll(() => focusedHead(page)).toBe("2.0");
});

test("heads are sorted by a statistic, layers are left out, and colours follow the choices", async ({ page }) => {
  await give(page, "a.npz", npz(VALUES));
  const order = () =>
    page
      .locator("#grid td[data-layer]")
      .evaluateAll((cells) => cells.map(({ dataset }) => `${dataset.layer}.${dataset.head}`));
  await page.locator("#sort").selectOption("previous");
  await expect.poll(async () => (await order()).slice(0, 3)).toEqual(["0.0", "1.0", "2.0"]);
  await expect(cell(page, 0, 0)).toHaveAttribute("aria-label", /previous 0\.9\d, previous$/);
  await page.locator("#layer-from").selectOption("1");
  await expect.poll(async () => (await order()).length).toBe((LAYERS - 1) * HEADS);
  await page.locator("#sort").selectOption("layer");
  await expect.poll(order).toEqual(["1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "2.3"]);
  const ink = () =>
    seen(page.locator("#grid canvas"), (canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let sum = 0;
      for (let at = 0; at < data.length; at += 4) sum += data[at + 3] === 255 ? 255 - data[at] : 0;
      return sum;
    });
  const own = await ink();
  expect(own).toBeGreaterThan(0);
  await choose(page, "domain", "one");
  await expect.poll(ink).not.toBe(own);
  await expect(page).toHaveURL(/domain=one/);
  await page.reload();
  await expect(page.locator("#wanted")).toContainText("“a.npz”");
});

test("a pixel of a large head shows the strongest of its numbers, or their mean", async ({ page }) => {
  const wide = 256;
  // Four rows and four columns share a pixel. The first holds one 1; the second holds 0.5 throughout.
  const values = new Float32Array(wide ** 2);
  values[0] = 1;
  for (let row = 0; row < 4; row++) values.fill(0.5, row * wide + 4, row * wide + 8);
  await give(page, "wide.npy", npyNumbers(values, [1, 1, wide, wide]));
  const darker = () =>
    seen(page.locator("#grid canvas"), (canvas) => {
      const { data } = canvas.getContext("2d").getImageData(4, 4, 2, 1);
      return data[0] < data[4] ? "first" : "second";
    });
  await expect.poll(darker).toBe("first");
  await choose(page, "pool", "mean");
  await expect.poll(darker).toBe("second");
});

test("two heads: shared colours, the difference, and the divergence of each row", async ({ page }) => {
  await give(page, "a.npz", npz(VALUES));
  await openHead(page, 0, 0);
  await page.locator("#compare-with").selectOption("2.1");
  await expect(page.locator("#compare-mean")).toContainText(says("heads.mean-of-all"));
  const [left, right] = [headOf(VALUES, 0, 0), headOf(VALUES, 2, 1)];
  await expect.poll(() => shownNumbers(page, "compare-right")).toEqual(right);
  await expect
    .poll(() => shownNumbers(page, "compare-difference"))
    .toEqual(left.map((value, at) => Math.fround(right[at] - value)));
  const domains = await page.evaluate(() =>
    ["compare-left", "compare-right"].map((id) => document.getElementById(id).domain),
  );
  expect(domains[0]).toEqual(domains[1]);
  const bits = Array.from({ length: N }, (_, i) => {
    const [p, q] = [left, right].map((all) => all.slice(i * N, (i + 1) * N));
    const half = p.map((one, j) => (one + q[j]) / 2);
    const kl = (a) => a.reduce((sum, one, j) => sum + (one > 0 ? one * Math.log2(one / half[j]) : 0), 0);
    return (kl(p) + kl(q)) / 2;
  });
  const listed = await page.locator("#compare-rows li > span:nth-child(2)").allTextContents();
  const mean = bits.reduce((sum, one) => sum + one, 0) / N;
  await expect(page.locator("#compare-mean")).toHaveText(`Mean over all rows: ${mean.toFixed(3)} bits.`);
  expect(listed.map(Number)).toEqual(bits.toSorted((a, b) => b - a).map((one) => Number(one.toFixed(3))));
  await page.locator("#compare-left td[data-row='3'][data-column='2']").focus();
  await expect
    .poll(() => page.evaluate(() => document.getElementById("compare-right").mark))
    .toEqual({ row: 3, column: 2 });
  // A sharp head and an even one: the even one alone would have colours up to 0.125.
  const pair = Float32Array.from({ length: 2 * N * N }, (_, at) => (at < N * N ? Number(at % (N + 1) === 0) : 1 / N));
  await give(page, "pair.npy", npyNumbers(pair, [1, 2, N, N]));
  await openHead(page, 0, 0);
  await page.locator("#compare-with").selectOption("0.1");
  await expect(page.locator("#head-title")).toHaveText("L0 H0 and L0 H1");
  await expect.poll(() => page.evaluate(() => document.getElementById("compare-right").domain)).toEqual([0, 1]);
});

test("the same head of two files stands side by side, and another length is told", async ({ page }) => {
  await give(page, "a.npz", npz(VALUES));
  await openHead(page, 1, 1);
  const second = VALUES.map((_, at) => VALUES[(at + N * N) % VALUES.length]);
  const chooseOther = async (name, content) => {
    const chooser = page.waitForEvent("filechooser");
    await page.locator("#compare-file").click();
    await (await chooser).setFiles(asFile(name, content));
  };
  await chooseOther("b.npz", npz(second));
  await expect(page.locator("#head-title")).toHaveText("L1 H1 of a.npz and L1 H1 of b.npz");
  await expect.poll(() => shownNumbers(page, "compare-right")).toEqual(headOf(second, 1, 1));
  expect(page.url()).toContain("of=b.npz");
  await chooseOther("c.npy", npyNumbers(weightsOf(3, 4, 5, 5), [3, 4, 5, 5]));
  await expect(page.locator("#compare-problem")).toContainText("8 × 8 weights, the other 5 × 5");
  await expect(page.locator("#compare-more")).toBeHidden();
});

test("with q and k in the file heed computes the head itself, and the inspector opens its products", async ({
  page,
}) => {
  await openExample(page);
  await openHead(page, 0, 0);
  await expect(page.locator("#own-scores")).toContainText(
    /differ from it by at most \d\.?\d*e−\d\. Each number opens\./,
  );
  await page.locator("#head-matrix td[data-row='2'][data-column='1']").press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { level: 2 })).toContainText("What “didn” gives to “animal”");
  await expect(panel.locator(".location"), "named as in the grid").toContainText("· L0 H0");
  await expect(panel).toContainText("float64");
  await page.keyboard.press("Escape");
  await expect(page.locator("#head-title")).toHaveText("Layer 0, head 0");
  // a model that does more than softmax(q·kᵀ): the file's weights are not those
  const random = weightsOf(1, 1, N, N);
  const other = safetensorsOf({
    attention: { dtype: "F32", shape: [1, 1, N, N], bytes: numberBytes(random) },
    q: { dtype: "F32", shape: [1, 1, N, 4], bytes: numberBytes(weightsOf(1, 1, N, 4).map((one) => 40 * one)) },
    k: { dtype: "F32", shape: [1, 1, N, 4], bytes: numberBytes(weightsOf(1, 1, N, 4).map((one) => 7 * one)) },
  });
  await give(page, "turned.safetensors", other);
  await openHead(page, 0, 0);
  await expect(page.locator("#own-scores")).toContainText(says("model.own-differs"));
});

test("until a token is pointed at, the strips show the one that gives another one most", async ({ page }) => {
  const values = VALUES.map((value) => value);
  values.set([0, 0.97, 0.01, 0.02, 0, 0, 0, 0], 5 * N);
  await give(page, "a.safetensors", safetensors(values));
  await openHead(page, 0, 0);
  await expect(page.locator(".strips h3")).toHaveText([`“${WORDS[5]}” looks at`, `“${WORDS[5]}” is looked at by`]);
  await expect(page.locator(".strips p").first().locator("button").nth(1)).toHaveAttribute("title", "97\u00a0%");
  const kept = () => page.$eval("#head-matrix", ({ row, mark }) => ({ row, mark }));
  await expect.poll(kept).toEqual({ row: null, mark: {} });
});

test("a token of the text shows its row and its column; raw tokens on demand", async ({ page }) => {
  const tokens = ["<s>", "Ġthe", "Ġwalk", "ing", ".", "Ġ", "Ċ", "Ġend"];
  await give(page, "a.safetensors", safetensors(VALUES, tokens));
  await openHead(page, 0, 0);
  const strip = page.locator(".strips p").first();
  await expect(strip.locator("button")).toHaveText(["<s>", "the", "walk", "…ing", ".", "␣", "↵", "end"]);
  await strip.locator("button").nth(2).hover();
  await expect(page.locator(".strips h3").first()).toHaveText("“walk” looks at");
  await expect
    .poll(() =>
      page.evaluate(() => [document.querySelector("#head-matrix").row, document.querySelector("#head-matrix").mark]),
    )
    .toEqual([2, { column: 2 }]);
  await expect(strip.locator("button").nth(1)).toHaveAttribute("title", /9\d\u00a0%/);
  await strip.locator("button").nth(3).click();
  await page.mouse.move(0, 0);
  await expect(page.locator(".strips h3").first()).toHaveText("“…ing” looks at");
  await page.locator("#raw-tokens").check();
  await expect(page.locator(".strips p").first().locator("button")).toHaveText(tokens);
  await page.locator("#raw-tokens").uncheck();
  await page.locator("#compare-with").selectOption("1.1");
  const columns = (id) => page.evaluate((at) => document.getElementById(at).columnLabels[1], id);
  await expect(page.locator("#head-title")).toHaveText("L0 H0 and L1 H1");
  await expect.poll(() => columns("compare-right")).toBe("the");
  await page.locator("#raw-tokens").check();
  await expect.poll(() => columns("compare-right")).toBe("Ġthe");
  await expect(page.locator("#head-title")).toHaveText("L0 H0 and L1 H1");
});

test("saved: the picture of all heads, all statistics, and a head as CSV and .npy", async ({ page }) => {
  await give(page, "a.npz", npz(VALUES));
  const picture = await download(page, () => page.getByRole("button", { name: "Save the picture" }).click());
  expect(picture.name).toBe("heed-a-heads.png");
  expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
  const csv = (
    await download(page, () => page.getByRole("button", { name: "Save the statistics" }).click())
  ).bytes.toString();
  const [titles, ...rows] = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(rows.length).toBe(LAYERS * HEADS);
  const head = headOf(VALUES, 1, 0);
  const previous = Array.from({ length: N - 1 }, (_, at) => head[(at + 1) * N + at]).reduce((a, b) => a + b) / (N - 1);
  expect(Number(rows[HEADS][titles.indexOf("previous")])).toBeCloseTo(previous, 6);
  expect(Number(rows[HEADS][titles.indexOf("largest")])).toBe(Math.max(...head));
  await openHead(page, 1, 2);
  await page.locator("#export > button").click();
  const npy = await download(page, () => page.getByRole("button", { name: /^NumPy/ }).click());
  expect(
    Array.from(
      new Float32Array(
        npy.bytes.buffer.slice(
          npy.bytes.byteOffset + npy.bytes.length - 4 * N * N,
          npy.bytes.byteOffset + npy.bytes.length,
        ),
      ),
    ),
  ).toEqual(headOf(VALUES, 1, 2));
  const svg = await download(page, () => page.getByRole("button", { name: /^SVG/ }).click());
  expect(svg.bytes.toString()).toContain("read from a.npz.");
});

test("a head that opens takes focus, also where its colours change before its numbers are there", async ({ page }) => {
  await openExample(page);
  await page.evaluate(() => {
    document.querySelector("#grid td[data-layer='1'][data-head='2']").click();
    document.querySelector("[name=domain][value=one]").click();
  });
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 2");
  await expect(page.locator("#head-title")).toBeFocused();
});

test("a link holds head, view and comparison, never content; without its file the page asks for it by name", async ({
  page,
}) => {
  await give(page, "my <b>model</b>.npz", npz(VALUES));
  await openHead(page, 1, 2);
  await choose(page, "view", "arcs");
  await page.locator("#compare-with").selectOption("0.1");
  const link = page.url();
  for (const part of ["head=1.2", "view=arcs", "with=0.1"]) expect(link).toContain(part);
  for (const word of WORDS.filter(({ length }) => length > 2)) expect(decodeURIComponent(link)).not.toContain(word);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator("#wanted")).toContainText("L1 H2 next to L0 H1 of “my <b>model</b>.npz”. Choose that file");
  await expect(page.locator("#opened")).toBeHidden();
  await give(page, "my <b>model</b>.npz", npz(VALUES));
  await expect(page.locator("#head-title")).toHaveText("L1 H2 and L0 H1");
  await expect.poll(() => shownNumbers(page, "compare-left")).toEqual(headOf(VALUES, 1, 2));
  await page.keyboard.press("Escape");
  await expect(page.locator("#heads")).toBeVisible();
  await page.goBack();
  await expect(page.locator("#head-title")).toHaveText("L1 H2 and L0 H1");
  await page.goto("about:blank");
  await page.goto(`${MODEL}#v=1&head=99.99&sort=evil&view=<script>&layers=9-2`);
  await expect(page.locator("#file-name")).toHaveText("A trained encoder reads a sentence");
  await expect(page.locator("#heads")).toBeVisible();
});

test("the way past the header leaves the file, the open head and the link as they are", async ({ page }) => {
  await give(page, "a.npz", npz(VALUES));
  await openHead(page, 1, 2);
  const [link, steps] = [page.url(), await page.evaluate(() => history.length)];
  await page.locator("a.skip").press("Enter");
  await expect(page.locator("#opened")).toBeFocused();
  await expect.poll(() => page.url()).toBe(link);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps);
  await expect(page.locator("#head-title")).toHaveText("Layer 1, head 2");
  await expect.poll(() => shownNumbers(page)).toEqual(headOf(VALUES, 1, 2));
});

test("in German no English is left: example, head, comparison, problems of files; English brings it back", async ({
  page,
  complaints,
}) => {
  // The tokens of the texts are English.
  const named = /^\S+$/;
  await openModel(page, `${EXAMPLE}&lang=de`);
  await expect(page).toHaveTitle("Sieh in dein eigenes Modell\u00a0hinein · heed");
  await expect(page.locator("#file-facts")).toHaveText(
    "2 Schichten × 4 Köpfe · 14 Token · float32 · mit q und k · 92,9 KB",
  );
  await expectNoEnglish(page, { named });
  await expectAxeFindsNothingInEitherTheme(page, "in German");
  await expectFitsAnyWidth(page);
  await openHead(page, 1, 1);
  await expect(page.locator("#own-scores")).toHaveText(/weichen davon um höchstens \d(,\d)?e−\d ab\. Jede Zahl/);
  await expectNoEnglish(page, { named });
  await expect(page).toHaveURL(/head=1\.1/);
  await page.locator("#compare-with").selectOption("0.1");
  await expect(page.locator("#head-title")).toHaveText("L1 H1 und L0 H1");
  await expectNoEnglish(page, { named });
  await page.goBack();
  await expect(page.locator("#head-title")).toHaveText("Schicht 1, Kopf 1");
  await page.locator("#file").setInputFiles(asFile("cut.npz", npz(VALUES).subarray(0, 900)));
  await expect(page.locator("#file-problem")).toHaveText(/^Der Zip-Datei fehlt das vollständige Verzeichnis/);
  const holed = VALUES.slice();
  holed[5] = NaN;
  await give(page, "holed.npz", npz(holed));
  await expect(page.locator("#heads-problem")).toHaveText(/: L0 H0 enthält NaN oder unendliche Zahlen\.$/);
  await page.locator("#sort").selectOption("previous");
  await expectNoEnglish(page, { named });
  await test.step("in English the file stays open, and its link asks for English", async () => {
    await page.locator("#languages button[lang=en]").click();
    await expect(page.locator("#heads-problem")).toHaveText(/: L0 H0 holds NaN or infinite numbers\.$/);
    await expect(page.locator("#sort option:checked")).toHaveText("previous");
    await expect(page.locator("#file-facts")).toContainText(`3 layers × 4 heads · ${N} tokens`);
    await expect(cell(page, 1, 0)).toHaveAttribute("aria-label", /^Layer 1, head 0: previous 0\.\d\d, previous$/);
    await expect(page).toHaveURL(/lang=en&file=holed\.npz/);
  });
  expect(complaints).toEqual([]);
});

test("a broken file gets a sentence and lines of Python, and the page stays usable", async ({
  page,
  complaints,
}, info) => {
  await openExample(page);
  const input = page.locator("#file");
  await input.setInputFiles(asFile("weights.bin", zipOf({ "archive/data.pkl": Buffer.from("cos\nsystem\n") })));
  await expect(page.locator("#file-problem")).toHaveText(/file of torch\.save.*never runs/);
  await expect(page.locator("#file-python")).toContainText("np.savez(");
  await expect(page.locator("#heads")).toBeVisible();
  await input.setInputFiles(asFile("cut.npz", npz(VALUES).subarray(0, 900)));
  await expect(page.locator("#file-problem")).toContainText("was cut off");
  await give(page, "a.npz", npz(VALUES));
  await expect(page.locator("#file-problem")).toBeEmpty();
  await input.setInputFiles(asFile("b.npy", Buffer.from("\x93NUMPY broken", "latin1")));
  await expect(page.locator("#file-problem")).toBeVisible();
  await expect(page.locator("#file-name")).toHaveText("a.npz");
  const holed = VALUES.slice();
  holed[5] = NaN;
  await give(page, "holed.npz", npz(holed));
  await expect(page.locator("#heads-problem")).toContainText("L0 H0 holds NaN or infinite numbers");
  await expect.poll(async () => (await captions(page)).slice(0, 2)).toEqual(["–", "next"]);
  await test.step("a file that changes after it was opened", async () => {
    const file = info.outputPath("changing.npy");
    const large = npyNumbers(new Float32Array(2 * 512 * 512).fill(1 / 512), [1, 2, 512, 512]);
    await writeFile(file, large);
    await page.evaluate(() => performance.clearMarks());
    await input.setInputFiles(file);
    await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
    await appendFile(file, "more");
    await cell(page, 0, 1).click();
    await expect(page.locator("#file-problem")).toHaveText(
      /moved or changed after it was chosen\. Choose the file again/,
    );
    await give(page, "a.npz", npz(VALUES));
    await openHead(page, 0, 1);
    await expect.poll(() => shownNumbers(page)).toEqual(headOf(VALUES, 0, 1));
    await expect(page.locator("#file-problem")).toBeEmpty();
  });
  expect(complaints).toEqual([]);
});

test("a hostile file runs no code: names and tokens are text, and the policy holds", async ({
  page,
  complaints,
  requests,
}) => {
  const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const tokens = [
    evil,
    "__proto__",
    "javascript:alert(1)",
    "${window.hacked=1}",
    "</td>",
    "constructor",
    "\u202e",
    "x",
  ];
  await give(page, `${evil.replaceAll("/", "")}.safetensors`, safetensors(VALUES, tokens));
  await openHead(page, 0, 0);
  await page.locator(".strips button").first().hover();
  await choose(page, "view", "table");
  await page.locator("#compare-with").selectOption("1.1");
  await expect(page.locator("#compare-mean")).toContainText("Mean");
  await expect
    .poll(() => page.evaluate(() => [window.hacked, {}.hacked, document.querySelectorAll("main img").length]))
    .toEqual([undefined, undefined, 0]);
  await expect.poll(() => page.evaluate(() => document.querySelector("#head-matrix").rowLabels[0])).toBe(evil);
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|connect-src/);
  expect(requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a file of several attentions, or of several texts, lets the reader choose", async ({ page }) => {
  const cross = [
    [
      [
        [0.5, 0.25, 0.25],
        [0.125, 0.75, 0.125],
      ],
    ],
  ];
  const parts = [
    {
      name: "Encoder",
      attn: [
        [
          [
            [0.5, 0.5],
            [0.25, 0.75],
          ],
        ],
      ],
      left_text: ["a", "b"],
      right_text: ["a", "b"],
    },
    { name: "Cross", attn: cross, left_text: ["x", "y"], right_text: ["c", "d", "e"] },
  ];
  await give(page, "two.json", JSON.stringify({ attention: parts }));
  await page.locator("#part").selectOption({ label: "Cross.attn" });
  await expect(page.locator("#file-facts")).toContainText("2 × 3 tokens");
  await openHead(page, 0, 0);
  await expect.poll(() => shownNumbers(page)).toEqual(cross.flat(3));
  await expect
    .poll(() => page.evaluate(() => document.querySelector("#head-matrix").columnLabels))
    .toEqual(["c", "d", "e"]);
  await expect(page.locator(".strips")).toBeHidden();
  const texts = weightsOf(2, 3, 2, N, N);
  await give(page, "batch.npy", npyNumbers(texts, [2, 3, 2, N, N]));
  await untilRead(page, () => page.locator("#text").selectOption({ label: "text 2" }));
  await openHead(page, 1, 1);
  const at = ((1 * 3 + 2) * 2 + 1) * N * N;
  await expect.poll(() => shownNumbers(page)).toEqual(Array.from(texts.subarray(at, at + N * N)));
});

test("a file can be dropped anywhere, and JSON can be pasted", async ({ page }) => {
  const drop = (bytes) =>
    page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], "dropped.npz"));
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, Array.from(bytes));
  await drop(npz(VALUES));
  await expect(page.locator("#file-name")).toHaveText("dropped.npz");
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", '{"tokens": ["a", "b"], "attention": [[1, 0], [0.25, 0.75]]}');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.locator("#file-name")).toHaveText("pasted.json");
  await expect(page.locator("#file-facts")).toContainText("1 layer × 1 head · 2 tokens");
});

test("reading can be stopped and continued, and a head opens meanwhile", async ({ page }) => {
  const [layers, n] = [12, 384];
  const values = weightsOf(1, 1, n, n);
  const bytes = numberBytes(Array.from({ length: layers }, () => Array.from(values)).flat());
  const shape = `'<f4', 'fortran_order': False, 'shape': (${layers}, 1, ${n}, ${n}), }`;
  const header = Buffer.from(`{'descr': ${shape}`.padEnd(117) + "\n", "latin1");
  const prefix = Buffer.from("\x93NUMPY\x01\0\x76\0", "latin1");
  await page.evaluate(() => {
    const watch = () => {
      // The page is shared: a bar may still have the length of an earlier file.
      const [{ hidden }, { max, value }] = ["#scan", "#scan-bar"].map((one) => document.querySelector(one));
      if (!hidden && max === 12 && value < 12) document.querySelector("#stop-scan").click();
      else requestAnimationFrame(watch);
    };
    watch();
  });
  await page.locator("#file").setInputFiles(asFile("long.npy", Buffer.concat([prefix, header, bytes])));
  await expect(page.locator("#stop-scan")).toHaveText("Continue");
  await expect(page.locator("#scan-count")).toHaveText(/^\d+ of 12 heads$/);
  await cell(page, 11, 0).click();
  await expect(page.locator("#head-title")).toHaveText("Layer 11, head 0");
  await page.keyboard.press("Escape");
  await page.locator("#stop-scan").click();
  await expect(page.locator("#scan")).toBeHidden();
  await expect(page.locator("#grid td.wrong")).toHaveCount(0);
});

test(
  "axe finds nothing in the grid, a head and a comparison, light or dark, and nothing runs out of the page @tour",
  { tag: "@layout" },
  async ({ page }) => {
    await openExample(page);
    const look = async (what) => {
      await test.step(`${what}: widths`, () => expectFitsAnyWidth(page));
      await expectAxeFindsNothingInEitherTheme(page, what);
    };
    await look("the example");
    await expectServesEverybody(page);
    await test.step("what is chosen has the system's colour where colours are forced", async () => {
      const ground = (what) => seen(page.locator(what).first(), (element) => getComputedStyle(element).backgroundColor);
      await page.emulateMedia({ forcedColors: "active" });
      const [chosen, language] = [
        await ground(".desk .choice :checked + span"),
        await ground("#languages [aria-pressed=true]"),
      ];
      expect(chosen).toBe(language);
      await page.emulateMedia({ forcedColors: "none" });
    });
    await page.locator("#file").setInputFiles(asFile("notes.txt", "hello, world, this is no attention"));
    await expect(page.locator("#file-python")).toBeVisible();
    await look("a file that is none");
    await give(page, "a-file-with-a-name-that-is-quite-long-and-has-no-room-on-a-phone.npz", npz(VALUES));
    await cell(page, 0, 0).press("Space");
    await look("a file, one head marked");
    await openHead(page, 0, 0);
    await look("a head");
    await page.locator("#compare-with").selectOption("2.1");
    await expect(page.locator("#compare-mean")).toContainText("Mean");
    await look("a comparison");
  },
);

test("over http the page opens files too, and is kept for offline use", async ({ page, complaints }) => {
  const server = await serveSite();
  await openModel(page, `${server.url}/model.html#file=example`);
  await give(page, "a.npz", npz(VALUES));
  await expect.poll(() => captions(page)).toContain("previous");
  const worker = await readFile(path.join(root, "dist-site/service-worker.js"), "utf8");
  expect(worker).toContain("model.html");
  expect(complaints).toEqual([]);
  await server.close();
});
