// custom-elements.json says what the element has, no less and no more. element-views.spec.mjs has its parts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { AttentionMatrix, write } from "./element-dom.mjs";
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
  assert.equal(schemaVersion, "1.0.0");
  assert.deepEqual([module, element.tagName, element.name], ["dist/element.js", "attention-matrix", "AttentionMatrix"]);
  assert.deepEqual(
    exports.map(({ kind, name }) => [kind, name]),
    [
      ["js", "AttentionMatrix"],
      ["custom-element-definition", "attention-matrix"],
    ],
  );
});

test("attributes and properties are the element's own, each described and with its default", () => {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(AttentionMatrix.prototype))
    .filter(([, { get }]) => get)
    .map(([name]) => name);
  // perrow, rowlabels: what a framework's server writes for perRow and rowLabels is read, too.
  const aliases = names(element.attributes).filter((name) => name.includes("-"));
  // Every element of HTML has the last one.
  const observed = [...names(element.attributes), ...aliases.map((name) => name.replaceAll("-", "")), "aria-label"];
  assert.deepEqual(observed.sort(), [...AttentionMatrix.observedAttributes].sort());
  assert.deepEqual(names(element.members), properties.sort());
  for (const { name, description, type, default: value } of element.attributes)
    assert.deepEqual([name, Boolean(description && type && value)], [name, true]);
  for (const { name, description, attribute, default: value } of element.members)
    assert.deepEqual([name, Boolean((description || attribute) && value)], [name, true]);
});

test("every property takes what its attribute takes, and the other way round", () => {
  const reflected = element.members.filter(({ attribute }) => attribute);
  assert.equal(reflected.length, element.attributes.length);
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
    const host = write();
    host[name] = value;
    assert.equal(host.getAttribute(attribute), value === true ? "" : String(value), name);
    assert.deepEqual(host[name], reflects ? value : JSON.parse(value), name);
  }
});

test("custom properties are those that its style reads, and events those that its types name", () => {
  const styles = readFileSync(path.join(root, "web/element/styles.ts"), "utf8");
  assert.deepEqual(names(element.cssProperties), [...new Set(styles.match(/--matrix-[a-z]+/g))].sort());
  const types = readFileSync(path.join(root, "web/element/frameworks.ts"), "utf8");
  assert.deepEqual(
    names(element.events),
    Array.from(types.matchAll(/"(matrix-\w+)": CustomEvent/g), ([, name]) => name).sort(),
  );
  assert.deepEqual(
    element.slots.map(({ name }) => name),
    ["caption", ""],
  );
});
