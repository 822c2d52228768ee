// The guide to frameworks shows what `npm run environments` found, and the programs that it ran.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ENVIRONMENTS, EXTERNAL, RECIPES } from "../environments/environments.mjs";
import { GUIDE, guideOf, GUIDES, readResults } from "../environments/guide.mjs";

const text = readFileSync(GUIDE, "utf8");
const results = readResults();

test("every environment has a result", () => {
  const names = (list) => list.map(({ name }) => name).sort();
  assert.deepEqual(Object.keys(results.environments).sort(), names(ENVIRONMENTS));
  assert.deepEqual(Object.keys(results.external).sort(), names(EXTERNAL));
  assert.deepEqual(Object.keys(results.recipes).sort(), names(RECIPES));
});

test("the tables and programs of the guide are those of the run", () => {
  assert.equal(guideOf(text, results), text, "npm run environments writes them");
  const marked = text.match(/<!-- program: /g).length;
  assert.equal(text.match(/^```\w+$/gm).length, marked, "each program of the guide is one that was run");
});

test("the guide to slides and articles shows what was tried, each with its picture", () => {
  const recipes = readFileSync(GUIDES[1], "utf8");
  assert.equal(guideOf(recipes, results), recipes, "npm run environments writes it");
  const pictures = Array.from(recipes.matchAll(/!\[[^\]]{20,}\]\(pictures\/([\w-]+)\.webp\)/g), ([, name]) => name);
  assert.equal(pictures.length, RECIPES.length);
  const app = (file) => readFileSync(new URL(`../environments/apps/${file}`, import.meta.url), "utf8");
  const [, program] = /```js\n([^]*?)```/.exec(app("observable/src/index.md"));
  assert.ok(recipes.includes(program), "Observable's program is the one that was run");
  const [frame] = /<iframe.*<\/iframe>/.exec(recipes);
  for (const file of ["mkdocs/docs/index.md", "sphinx/index.md", "pandoc/page.md", "reveal-frame/index.html"])
    assert.ok(app(file).includes(frame), `${file} has the frame of the guide`);
});

test("a program for a notebook finds its element by an id of its own, because all cells share one page", () => {
  const cell = readFileSync(new URL("../environments/apps/notebook/cell.html", import.meta.url), "utf8");
  const [, id] = /<attention-matrix id="([\w-]+)"/.exec(cell);
  assert.ok(cell.includes(`querySelector("#${id}")`));
  assert.doesNotMatch(cell, /querySelector\("attention-matrix"\)/);
});

test("a new user has a result within two minutes in Vite, Next, Node, Deno, Bun and a plain page", () => {
  for (const name of ["Vite", "Next, server component", "Node, `import`", "Deno", "Bun", "plain page"])
    assert.ok(results.environments[name].seconds <= 120, `${name}: ${results.environments[name].seconds} s`);
});
