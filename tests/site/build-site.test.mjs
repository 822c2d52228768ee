// What a build keeps for the next one, in a copy of the checkout: a change rebuilds the pages that it reaches.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/setup/checkout.mjs";

const COPIED = ["scripts", "web", "examples", "tests/bench/results", "package.json", "package-lock.json"];
const MORE = ["CHANGELOG.md", "SECURITY.md", "dist", "build/saved-page.txt", "src/calls.def", "src/calls_forward.def"];
const PAGES = ["context", "look-up"];
const TEXTS = "web/site/pages/context/texts/en.json";

let copy, site;
before(async () => {
  copy = mkdtempSync(join(tmpdir(), "heed-build-"));
  for (const name of [...COPIED, ...MORE]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  site = await import(pathToFileURL(join(copy, "scripts/build-site.mjs")).href);
});
after(() => rmSync(copy, { recursive: true, force: true }));

const inCopy = (file) => join(copy, file);
const read = (file) => readFileSync(inCopy(file), "utf8");
const page = (name) => read(`out/learn/${name}.html`);
const replaceIn = (file, from, to) => {
  assert.ok(read(file).includes(from), `${file} has ${from}`);
  writeFileSync(inCopy(file), read(file).replace(from, to));
};

/** Builds the pages. @returns the pages whose scripts were made, and not taken from the last build */
async function build() {
  const scripts = () =>
    readdirSync(inCopy("build"))
      .filter((folder) => folder === "kept")
      .flatMap((folder) => readdirSync(inCopy(`build/${folder}`)))
      .filter((file) => file.includes("main.ts"))
      .map((file) => [file, read(`build/kept/${file}`)]);
  const held = new Map(scripts());
  site.startKeeping();
  await site.buildPages(PAGES, inCopy("out"));
  return PAGES.filter((name) => scripts().some(([file, text]) => file.includes(name) && held.get(file) !== text));
}

test("a text that changes reaches its page, and no script is made again", async () => {
  assert.deepEqual(await build(), PAGES);
  const first = PAGES.map(page);
  assert.deepEqual(await build(), []);
  assert.deepEqual(PAGES.map(page), first);
  const { lead } = JSON.parse(read(TEXTS));
  replaceIn(TEXTS, JSON.stringify(lead), JSON.stringify(`Zugvogel ${lead}`));
  assert.deepEqual(await build(), []);
  assert.match(page("context"), /<meta name="description" content="Zugvogel/);
  assert.match(page("context"), /"?lead"?:["'`]Zugvogel/);
  assert.deepEqual(page("look-up"), first[1]);
});

test("a change in the code of any room, in a style, in a body or in the package reaches the pages", async () => {
  await build();
  replaceIn("web/show/make.ts", "createElement(name);", 'createElement(name);\nmade.id = "kranich";\n');
  assert.deepEqual(await build(), PAGES);
  for (const name of PAGES) assert.match(page(name), /\.id="kranich"/);
  writeFileSync(inCopy("dist/heed.js"), `${read("dist/heed.js")}\nglobalThis.kranich = "packed";\n`);
  assert.deepEqual(await build(), PAGES);
  for (const name of PAGES) assert.match(page(name), /kranich="packed"/);
  writeFileSync(inCopy("web/site/styles.css"), `${read("web/site/styles.css")}\n.kranich { top: 0 }`);
  replaceIn("web/site/pages/look-up/body.html", "<", "<b>Kranich</b><");
  assert.deepEqual(await build(), []);
  for (const name of PAGES) assert.match(page(name), /\.kranich/);
  assert.match(page("look-up"), /<b>Kranich<\/b>/);
});

test("a template that asks for a part without a name in the build makes the build fail", async () => {
  replaceIn("web/site/pages/look-up/body.html", "<", "%kranich%<");
  await assert.rejects(build(), /a template asks for %kranich%/);
  replaceIn("web/site/pages/look-up/body.html", "%kranich%", "");
});

test("a style and the texts of a room come with the script that imports them, and go with it", async () => {
  const main = "web/site/pages/look-up/main.ts";
  const imported = '\nimport { offerSlide } from "../../rooms/slides/index.js";\n';
  const shows = () => [/\.slide-offer|\.slides?\b/, /Copy this picture/].map((part) => part.test(page("look-up")));
  await build();
  assert.deepEqual(shows(), [false, false]);
  replaceIn(main, "\n", imported);
  await build();
  assert.deepEqual(shows(), [false, false], "of a room that the script does not use nothing comes");
  replaceIn(main, imported, `${imported}console.log(offerSlide);\n`);
  await build();
  assert.deepEqual(shows(), [true, true]);
  replaceIn(main, `${imported}console.log(offerSlide);\n`, "\n");
});

test("a script that holds a file outside of its key makes the build fail", async () => {
  writeFileSync(inCopy("elsewhere.ts"), "export const one = 1;\n");
  replaceIn("web/site/pages/look-up/main.ts", "\n", '\nimport { one } from "../../../../elsewhere.js";\nalert(one);\n');
  await assert.rejects(build(), /pages\/look-up\/main\.ts holds elsewhere\.ts\. Add it to CODE or BUILT/);
});
