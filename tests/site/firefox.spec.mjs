// The playground in Firefox: the main path, a cell opened, and what each toggle asks of the core.
import { expect } from "@playwright/test";
import { load } from "../../dist/heed.js";
import { testInFirefox } from "./firefox.mjs";
import { expectShown, numbers, WORKED, WORKED_LAB } from "./lab.mjs";
import { drawn, seenIn } from "./seen.mjs";

testInFirefox(
  "the page opens from disk, follows a change by keyboard, opens a cell, and computes what its toggles say",
  async (page) => {
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(WORKED_LAB);
    await page.waitForFunction(() => document.querySelector("#engine").textContent.includes("Computed in this tab"));
    await followsTheWorkedExample(page);
    await page.click("#reset");
    await opensACell(page);
    await turnsEveryToggle(page);
  },
);

const followed = (page) => page.$$eval("#follow-table tbody tr", (rows) => rows.map((row) => row.cells[3].textContent));
const shown = async (page, name) => {
  await drawn(page);
  return page.$eval(`attention-matrix[data-matrix=${name}]`, (host) =>
    Array.from(host.shadowRoot.querySelectorAll("tbody tr"), (row) =>
      Array.from(row.querySelectorAll("td"), (cell) => cell.textContent),
    ),
  );
};

async function followsTheWorkedExample(page) {
  await expect.poll(() => followed(page)).toEqual(WORKED.printed.weights_row1.map((weight) => weight.toFixed(4)));
  await page.focus("#step-on");
  for (let step = 1; step <= 5; step++) await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#moment").value === document.querySelector("#moment").max);
  await expect.poll(() => page.$eval("[data-follow=output]", (cell) => cell.textContent)).toBe("(0.3061, 0.8210)");
  await expect
    .poll(() => shown(page, "mixed"))
    .toEqual(WORKED.printed.output.map((row) => row.map((value) => value.toFixed(4))));

  await page.focus("#edit-x input");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("bad");
  await expect
    .poll(() => page.$eval("#edit-x-problem", (line) => line.textContent))
    .toContain("“bad” is not a number.");
  await page.keyboard.press("Escape");
  await page.keyboard.type("0.9");
  await expect.poll(() => followed(page)).not.toEqual(WORKED.printed.weights_row1.map((weight) => weight.toFixed(4)));
}

async function opensACell(page) {
  const focusedCell = () =>
    page.evaluate(() =>
      ((cell) => `${cell?.dataset.row},${cell?.dataset.column}`)(document.activeElement.shadowRoot?.activeElement),
    );
  const text = (selector) =>
    page.$eval(`[role=dialog] ${selector}, dialog[open] ${selector}`, (element) => element.textContent);
  await page.$eval("attention-matrix[data-matrix=weights]", (host) =>
    host.shadowRoot.querySelector("td[data-row='1'][data-column='0']").focus(),
  );
  await page.keyboard.press("Enter");
  await expect.poll(() => text("h2")).toBe("What “journey” gives to “Your”");
  const held = await page.$eval("attention-matrix[data-matrix=weights]", (host) => host.matrix.data[6]);
  expect(Math.fround(Number(await text(".returned")))).toBe(held);
  // The formula is MathML, laid out as a fraction and a sum.
  const formula = await seenIn(page, () => {
    const math = document.querySelector("[role=dialog] math, dialog[open] math");
    return { text: math.textContent, ...math.getBoundingClientRect().toJSON() };
  });
  expect(formula.text.replace(/\s/g, "")).toMatch(/exp|e/);
  expect([formula.width > 40, formula.height > 20]).toEqual([true, true]);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  for (let presses = 0; presses < 30 && (await focused()) !== "NumPy"; presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    /clipboard|did not let/.test(document.querySelector(".copy [role=status]").textContent),
  );
  await expect.poll(() => text(".copy [role=status]")).toBe("The NumPy program is on the clipboard.");
  await expect.poll(() => text(".copy pre")).toContain("import numpy as np");
  await page.keyboard.press("Escape");
  await expect.poll(focusedCell).toBe("1,0");
}

/** One after another, each on top of those before; the page shows what a call from here returns. */
async function turnsEveryToggle(page) {
  const heed = await load();
  const { x, query, key, value } = numbers();
  const projections = { queryWeight: query, keyWeight: key, valueWeight: value };
  let options = {};
  const compare = async (
    returned = heed.selfAttention(x, { ...projections, ...options, keep: ["scores", "weights", "joined"] }),
  ) => {
    for (const name of ["scores", "weights", "mixed"]) {
      const { data, shape } = returned[name === "mixed" ? "joined" : name];
      const [rows, columns] = shape.slice(-2);
      const hidden = (row, column) => options.causal && name !== "mixed" && column > row;
      const expected = Array.from({ length: rows }, (_, row) =>
        Array.from(data.subarray(row * columns, (row + 1) * columns)).filter((_, column) => !hidden(row, column)),
      );
      expectShown(
        (await shown(page, name)).map((row) => row.filter((text) => text !== "")),
        expected,
      );
    }
  };
  const choose = (name, chosen) => page.$eval(`input[name=${name}][value="${chosen}"]`, (input) => input.click());

  for (const [choice, scale] of [
    ["none", "none"],
    ["sqrt-dmodel", "sqrt-dmodel"],
    ["own", 1],
    ["sqrt-dk", "sqrt-dk"],
  ]) {
    await choose("scale", choice);
    options = { scale };
    await compare();
  }
  await page.click("#settings");
  await page.click("#causal");
  options = { causal: true };
  await compare();
  const hatched = () =>
    page.$eval(
      "attention-matrix[data-matrix=weights]",
      (host) => Array.from(host.shadowRoot.querySelectorAll("td[data-hatched]")).length,
    );
  await expect.poll(hatched).toBe(15);
  await page.click("#softmax");
  options = { causal: true, normalize: "none" };
  await compare();
  await page.click("#softmax");
  await page.click("#causal");
  options = {};
  await compare();

  await page.click("#gradients-on");
  const gradients = heed.selfAttentionBackward(
    x,
    x.map(() => value[0].map(() => 1)),
    projections,
  );
  for (const name of ["dx", "dQuery", "dKey", "dValue"]) {
    const { data, shape } = gradients[name === "dx" ? name : `${name}Weight`];
    const [rows, columns] = shape;
    expectShown(
      await shown(page, name),
      Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns))),
    );
  }
  await page.click("#gradients-on");

  await choose("turn", "columns");
  const { data } = heed.selfAttention(x, { ...projections, keep: ["weights"] }).weights;
  expectShown(
    await shown(page, "weights"),
    Array.from({ length: 6 }, (_, row) => Array.from({ length: 6 }, (_, column) => data[column * 6 + row])),
  );
  await expect
    .poll(() =>
      page.$eval(
        "attention-matrix[data-matrix=weights]",
        (host) => host.shadowRoot.querySelector(".sentence").textContent,
      ),
    )
    .toMatch(/^Column “journey”: 23\u00a0% on “journey”/);
  await choose("turn", "rows");

  await choose("heads", "2");
  for (const head of [0, 1]) {
    await choose("head", String(head));
    const weights = await page.evaluate(() =>
      ["query", "key", "value"].map((name) =>
        Array.from(document.querySelectorAll(`#edit-${name} tbody tr`), (row) =>
          Array.from(
            row.querySelectorAll("input"),
            (input) => (input.focus(), Number(input.value.replace("\u2212", "-"))),
          ),
        ),
      ),
    );
    await compare(
      heed.selfAttention(x, {
        queryWeight: weights[0],
        keyWeight: weights[1],
        valueWeight: weights[2],
        keep: ["scores", "weights", "joined"],
      }),
    );
  }
}
