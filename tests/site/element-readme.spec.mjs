// The two ways to use the element that its documentation shows, run as they stand there.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { root, serve } from "./serve.mjs";

const section = /<!-- element:begin -->([\s\S]*?)<!-- element:end -->/.exec(
  readFileSync(path.join(root, "web/site/docs/element.md"), "utf8"),
)[1];
const snippet = (language) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)[1];
const MAP =
  `<script type="importmap">{ "imports": { "heed": "/dist/heed.js", "heed/element": "/dist/element.js" } ` +
  "}</script>";
const page = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>readme</title>${MAP}<body>${body}`;

let server;
test.beforeAll(async () => {
  const texts = {
    "/table.html": page(snippet("html")),
    "/core.html": page(`<script type="module">${snippet("js")}</script>`),
  };
  server = await serve({ "/dist/": path.join(root, "dist") }, { texts });
});
test.afterAll(() => server.close());

test("a table becomes a heat map", { tag: "@layout" }, async ({ page: tab }) => {
  await tab.goto(`${server.url}/table.html`);
  await expect(tab.getByRole("grid", { name: "What “it” looks at" })).toBeVisible();
  await expect(tab.locator("attention-matrix td[data-row='1']")).toHaveText([/^0\.08/, /^0\.62/, /^0\.30/]);
  await expect(tab.locator("attention-matrix td[data-row='0']").nth(2)).toHaveAccessibleName("masked");
});

test("the core's weights become a heat map whose cells can be opened", { tag: "@layout" }, async ({ page: tab }) => {
  const said = [];
  tab.on("console", (message) => said.push(message.text()));
  await tab.goto(`${server.url}/core.html`);
  const cell = tab.locator("attention-matrix td[data-row='1']").first();
  await expect(cell).toHaveText(/^0\.\d{3,4}$/);
  // As many decimals as the font leaves room for, rounded from the core's own number.
  const shown = await cell.textContent();
  const weight = await tab.locator("attention-matrix").evaluate(({ matrix: { data, shape } }) => data[shape.at(-1)]);
  expect(shown).toBe(weight.toFixed(shown.length - 2));
  expect(shown).toMatch(/^0\.13[89]/);
  await tab.locator("attention-matrix td[data-row='1'][data-column='2']").click();
  await expect.poll(() => said).toContain("journey → starts");
});
