// custom-elements.json says what the element has, no less and no more.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, matrix, test } from "./element-page.mjs";
import { root } from "./serve.mjs";

const { modules, schemaVersion } = JSON.parse(readFileSync(path.join(root, "dist/custom-elements.json"), "utf8"));
const [
  {
    path: module,
    declarations: [element],
    exports,
  },
] = modules;
const names = (list) => list.map(({ name }) => name).sort();

test("it names the element, its class, and the file that defines it", () => {
  expect(schemaVersion).toBe("1.0.0");
  expect([module, element.tagName, element.name]).toEqual(["dist/element.js", "attention-matrix", "AttentionMatrix"]);
  expect(exports.map(({ kind, name }) => [kind, name])).toEqual([
    ["js", "AttentionMatrix"],
    ["custom-element-definition", "attention-matrix"],
  ]);
});

test("attributes and properties are the element's own, each described", async ({ page }) => {
  const own = await matrix(page).evaluate((host) => ({
    attributes: host.constructor.observedAttributes,
    properties: Object.entries(Object.getOwnPropertyDescriptors(host.constructor.prototype))
      .filter(([, { get }]) => get)
      .map(([name]) => name),
  }));
  // perrow, rowlabels: what a framework's server writes for perRow and rowLabels is read, too.
  const aliases = names(element.attributes).filter((name) => name.includes("-"));
  // Every element of HTML has the last one.
  const observed = [...names(element.attributes), ...aliases.map((name) => name.replaceAll("-", "")), "aria-label"];
  expect(observed.sort()).toEqual([...own.attributes].sort());
  expect(names(element.members)).toEqual(own.properties.sort());
  for (const { name, description, type } of element.attributes)
    expect([name, Boolean(description && type)]).toEqual([name, true]);
  for (const { name, description, attribute } of element.members)
    expect([name, Boolean(description || attribute)]).toEqual([name, true]);
});

test("every property takes what its attribute takes, and the other way round", async ({ page }) => {
  const reflected = element.members.filter(({ attribute }) => attribute);
  expect(reflected.length).toBe(element.attributes.length);
  for (const { name, attribute, type, reflects } of reflected) {
    const value = {
      boolean: true,
      string: "dark",
      number: 3,
      "number | null": 3,
      Kind: "scores",
      View: "arcs",
      Along: "columns",
      Pool: "mean",
      "Matrix | null": '{"data":[1],"shape":[1,1]}',
      "Mask | null": "[true]",
      "readonly string[]": '["a"]',
    }[type.text];
    await expect
      .poll(() =>
        matrix(page).evaluate((host, given) => ((host[given.name] = given.value), host.getAttribute(given.attribute)), {
          name,
          attribute,
          value,
        }),
      )
      .toBe(value === true ? "" : String(value));
    const held = reflects ? value : JSON.parse(value);
    await expect.poll(() => matrix(page).evaluate((host, given) => host[given], name)).toEqual(held);
  }
});

test("parts are those that are there in one view or another", async ({ page }) => {
  const found = new Set();
  for (const [view, n] of [
    ["heatmap", 2],
    ["arcs", 2],
    ["heatmap", 65],
  ]) {
    await matrix(page).evaluate(
      (host, given) =>
        Object.assign(host, {
          view: given.view,
          editable: true,
          matrix: { data: new Float32Array(given.n ** 2), shape: [given.n, given.n] },
        }),
      { view, n },
    );
    await page.locator("attention-matrix td[data-row]").first().focus();
    await page.keyboard.press("Enter");
    for (const part of await matrix(page).evaluate((host) =>
      Array.from(host.shadowRoot.querySelectorAll("[part]"), (each) => each.getAttribute("part")),
    ))
      found.add(part);
    await page.keyboard.press("Escape");
  }
  expect(names(element.cssParts)).toEqual([...found].sort());
});

test("custom properties are those that its style reads, and events those that its types name", () => {
  const styles = readFileSync(path.join(root, "web/element/styles.ts"), "utf8");
  expect(names(element.cssProperties)).toEqual([...new Set(styles.match(/--matrix-[a-z]+/g))].sort());
  const types = readFileSync(path.join(root, "web/element/frameworks.ts"), "utf8");
  expect(names(element.events)).toEqual(
    Array.from(types.matchAll(/"(matrix-\w+)": CustomEvent/g), ([, name]) => name).sort(),
  );
  expect(element.slots.map(({ name }) => name)).toEqual(["caption", ""]);
});
