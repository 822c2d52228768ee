// What a page computes and says is in files that name no element and no page, so that Node can load and test them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { siteProgram } from "./runs.mjs";
import { root } from "./serve.mjs";

const FOLDER = path.join(root, "web/site/pages");
const withoutComments = (text) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
const isPure = (text) => !/\b(page|byId|document|window)\b/.test(withoutComments(text));

/** Scripts of pages and of workers begin to work when they are loaded. */
const PURE = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/(^|[\\/])(main|worker)\.ts$/.test(name))
  .filter((name) => isPure(readFileSync(path.join(FOLDER, name), "utf8")));

test("a file of a page that names no element and no page loads without a document", async () => {
  assert.ok(PURE.includes(path.join("one-query", "worked.ts")));
  const imports = PURE.map((name) => JSON.stringify(`./pages/${name}`)).map(
    (file) => `[${file}, () => import(${file})]`,
  );
  const { files } = await siteProgram(`export const files = [${imports.join(",\n")}];`);
  const failed = [];
  for (const [name, load] of files) await load().catch(({ message }) => failed.push(`${name}: ${message}`));
  assert.deepEqual(failed, []);
});
