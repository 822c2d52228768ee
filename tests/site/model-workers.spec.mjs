// The viewer where the workers that it starts fail, are missing, or may not read files.
import { expect, test } from "./lab.mjs";
import { attention, EXAMPLE, give, npz, openHead, openModel, problem } from "./model-page.mjs";
import { largeModel } from "./own-models.mjs";

test("a file opens after the worker that reads files has broken off", async ({ page }) => {
  await page.addInitScript(() => {
    const Plain = Worker;
    let left = 1;
    globalThis.Worker = class extends Plain {
      postMessage(message, ...others) {
        if (message.method !== "open" || left-- <= 0) return super.postMessage(message, ...others);
        this.terminate();
        queueMicrotask(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" })));
      }
    };
  });
  await page.goto(EXAMPLE);
  await expect(problem(page)).toContainText("out of memory");
  await give(page, "mine.npz", npz(attention()));
  await expect(page.locator("#file-name")).toHaveText("mine.npz");
  await openHead(page, 1, 2);
  await expect(problem(page)).toBeEmpty();
});

for (const [where, place] of [
  ["model", "#file-problem"],
  ["train", "#status"],
  ["learn/small-model", "#engine"],
])
  test(`without workers ${where}.html says so`, async ({ page, complaints }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Worker"));
    await page.goto(EXAMPLE.replace("model.html", `${where}.html`));
    if (where === "train") await page.locator("#start").click();
    await expect(page.locator(place)).toContainText("Worker");
    expect(complaints).toEqual([]);
  });

test("where the worker may not read files, the page reads a beginning, and then hands over pieces", async ({
  page,
}, info) => {
  await page.addInitScript(() => {
    globalThis.reads = [];
    const plain = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function () {
      globalThis.reads.push(this.size);
      return plain.call(this);
    };
    const Plain = Worker;
    globalThis.Worker = class extends Plain {
      postMessage(message, ...others) {
        const { id, method, argument } = message;
        const refuse = () => this.dispatchEvent(new MessageEvent("message", { data: { id, answer: false } }));
        if (method === "reads") return queueMicrotask(refuse);
        super.postMessage(message, ...others);
        if (method === "openModel") globalThis.ports = argument.weights.map(({ port }) => port instanceof MessagePort);
      }
    };
  });
  await openModel(page);
  await page.locator("#file").setInputFiles(await largeModel(info));
  await expect(page.locator("#plan-open")).toBeVisible();
  await expect(page.locator("#plan-text")).toContainText(/reading it takes about (a|\d+) second/);
  expect(Math.max(...(await page.evaluate(() => globalThis.reads)))).toBeLessThanOrEqual(8 * 2 ** 20);
  await page.locator("#plan-open").click();
  await expect(page.locator("#model-text")).toBeVisible();
  await expect.poll(() => page.evaluate(() => globalThis.ports)).toEqual([true]);
  expect(Math.max(...(await page.evaluate(() => globalThis.reads)))).toBeLessThanOrEqual(2 ** 24);
});
