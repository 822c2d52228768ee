// Every program and page in examples/, run where the package is installed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { chromium } from "@playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { launchOptions } from "../site/chromium.mjs";
import { install, node, root } from "./tarball.mjs";

const examples = path.join(root, "examples");
const texts = Object.fromEntries(
  readdirSync(examples).map((name) => [name, readFileSync(path.join(examples, name), "utf8")]),
);
const folder = await install("examples", texts);

for (const [name, text] of Object.entries(texts).filter(([file]) => file.endsWith(".mjs"))) {
  test(`examples/${name} prints what its comments say`, async () => {
    const printed = (await node([name], folder)).trim().split("\n").filter(Boolean);
    assert.ok(printed.length > 0, "it prints something");
    for (const line of printed) assert.ok(text.includes(`// ${line}`), `it printed ${line}`);
  });
}

test("examples/element.html shows the weights, and says where the reader is", async () => {
  const server = await serve({ "/": folder });
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    const complaints = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    await page.goto(`${server.url}/element.html`);
    await page.getByRole("grid", { name: "Weights" }).waitFor();
    await page.locator("attention-matrix td[data-row='3'][data-column='1']").focus();
    await page.getByText("You are at “tired”.").waitFor();
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the list of examples names each of them", () => {
  const listed = [...texts["README.md"].matchAll(/^\| \[(.+?)\]/gm)].map(([, name]) => name);
  assert.deepEqual(
    listed.sort(),
    Object.keys(texts)
      .filter((name) => name !== "README.md")
      .sort(),
  );
});
