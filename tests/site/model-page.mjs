// What the tests of the viewer share: its address, files for it, and reading what it shows.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { numberBytes, npyNumbers, npyTexts, safetensorsOf, zipOf } from "./model-writers.mjs";
import { drawn } from "./seen.mjs";
import { root } from "./serve.mjs";
import { openViews } from "./views.mjs";

export const MODEL = pathToFileURL(path.join(root, "dist-site/model.html")).href;
/** The page with its example open. */
export const EXAMPLE = `${MODEL}#file=example`;
export const WORDS = "[CLS] the cat saw the dog . [SEP]".split(" ");
export const N = WORDS.length;
export const LAYERS = 3;
export const HEADS = 4;

/** Which place each head looks at: so its label is known. */
const LIKES = [(i) => i - 1, (i) => i + 1, (i) => i, () => 0];

/** Weights of three layers of four heads: previous, next, self, first; each layer looks less sharply. */
export function attention() {
  const values = new Float32Array(LAYERS * HEADS * N * N);
  for (let layer = 0; layer < LAYERS; layer++)
    for (let head = 0; head < HEADS; head++)
      for (let i = 0; i < N; i++) {
        const liked = Math.min(N - 1, Math.max(0, LIKES[head](i)));
        const rest = 0.05 * (layer + 1);
        const others = Array.from({ length: N }, (_, j) => (j === liked ? 0 : 1 + ((i * 3 + j * 5 + head) % 4)));
        const sum = others.reduce((total, one) => total + one);
        const row = ((layer * HEADS + head) * N + i) * N;
        others.forEach((one, j) => (values[row + j] = j === liked ? 1 - rest : (rest * one) / sum));
      }
  return values;
}

export const SHAPE = [LAYERS, HEADS, N, N];

export const headOf = (values, layer, head) =>
  Array.from(values.subarray((layer * HEADS + head) * N * N, (layer * HEADS + head + 1) * N * N));

export const npz = (values, options) =>
  zipOf({ "attention.npy": npyNumbers(values, SHAPE), "tokens.npy": npyTexts(WORDS) }, options);

export const safetensors = (values, tokens = WORDS) =>
  safetensorsOf(
    { attention: { dtype: "F32", shape: SHAPE, bytes: numberBytes(values) } },
    { tokens: JSON.stringify(tokens) },
  );

export const asFile = (name, content) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.isBuffer(content) ? content : Buffer.from(content),
});

/** Opens the page with its example and waits for the example's heads. */
export async function openModel(page, address = EXAMPLE) {
  await openViews(page);
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
}

/** Gives the page a file and waits until all heads are read. */
export const give = (page, name, content) =>
  untilRead(page, () => page.locator("#file").setInputFiles(asFile(name, content)));

/** Does something after which heads are read, and waits until all are. */
export async function untilRead(page, act) {
  await page.evaluate(() => performance.clearMarks());
  await act();
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
}

export const cell = (page, layer, head) => page.locator(`#grid td[data-layer="${layer}"][data-head="${head}"]`);

/** Opens a head, and waits until it is drawn and computed. */
export async function openHead(page, layer, head) {
  await cell(page, layer, head).click();
  await page.waitForFunction(() => document.activeElement?.id === "head-title");
  await drawn(page);
}

export const shownNumbers = (page, id = "head-matrix") =>
  page.evaluate((name) => Array.from(document.getElementById(name).matrix.data), id);

export const problem = (page) => page.locator("#file-problem");

export const captions = (page) => page.locator("#grid td[data-layer] span").allTextContents();

export const focusedHead = (page) =>
  page.evaluate(() => `${document.activeElement.dataset.layer}.${document.activeElement.dataset.head}`);
