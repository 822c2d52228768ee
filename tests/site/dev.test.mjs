// npm run dev, in a copy of the checkout: what changes there is seen in the pages, and open pages load again.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { root } from "../../scripts/setup/checkout.mjs";

const kPatience = 120_000;
const kCopied = ["scripts", "web", "examples", "tests/bench/results", "package.json", "CHANGELOG.md", "SECURITY.md"];

let copy, site, report;
let compiled = 0;
before(async () => {
  copy = mkdtempSync(join(tmpdir(), "heed-dev-"));
  for (const name of [...kCopied, "dist", "src/calls.def", "src/calls_forward.def"])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ["node_modules", "build"]) symlinkSync(join(root, name), join(copy, name));
  const { develop } = await import(pathToFileURL(join(copy, "scripts/dev.mjs")).href);
  report = await import(pathToFileURL(join(copy, "scripts/setup/report.mjs")).href);
  site = await develop({ compile: async () => void compiled++ });
});
after(async () => {
  await site?.close();
  rmSync(copy, { recursive: true, force: true });
});

const pageAt = async (file) => (await fetch(`${site.url}/${file}`, { signal: AbortSignal.timeout(kPatience) })).text();
const inCopy = (file) => join(copy, file);
const replaceIn = (file, from, to) => {
  const text = readFileSync(inCopy(file), "utf8");
  assert.ok(text.includes(from), `${file} has ${from}`);
  writeFileSync(inCopy(file), text.replace(from, to));
};

/** Changes something and waits until an open page is told to load again. */
async function changed(change) {
  const response = await fetch(`${site.url}/changes`, { signal: AbortSignal.timeout(kPatience) });
  const events = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  assert.match((await events.next()).value, /^:/);
  change();
  for (;;) {
    const { value, done } = await events.next();
    assert.ok(!done, "the stream stays open");
    if (value.includes("data:")) return events.return();
  }
}

test("a change of a text, a style, a script, facts or Markdown is heard and seen", async () => {
  const lesson = "web/site/pages/look-up";
  assert.doesNotMatch(await pageAt("learn/look-up.html"), /Zugvogel/);
  await changed(() => replaceIn(`${lesson}/texts/en.json`, '"title": "', '"title": "Zugvogel '));
  assert.match(await pageAt("learn/look-up.html"), /Zugvogel/);
  // As many editors save: another file takes the place of the old one.
  await changed(() => {
    writeFileSync(inCopy(`${lesson}/new`), `${readFileSync(inCopy(`${lesson}/styles.css`), "utf8")}\n.zugvogel{top:0}`);
    renameSync(inCopy(`${lesson}/new`), inCopy(`${lesson}/styles.css`));
  });
  assert.match(await pageAt("learn/look-up.html"), /\.zugvogel/);
  await changed(() => replaceIn(`${lesson}/styles.css`, ".zugvogel", ".kranich"));
  assert.match(await pageAt("learn/look-up.html"), /\.kranich/);
  await changed(() => replaceIn(`${lesson}/main.ts`, "\n", '\ndocument.body.dataset.kranich = "heard";\n'));
  assert.match(await pageAt("learn/look-up.html"), /dataset\.kranich="heard"/);
  const { minutes } = JSON.parse(readFileSync(inCopy(`${lesson}/page.json`), "utf8"));
  await changed(() => replaceIn(`${lesson}/page.json`, `"minutes": ${minutes}`, '"minutes": 77'));
  assert.match(await pageAt("learn/look-up.html"), /data-minutes="77"/);
  await changed(() => replaceIn("web/site/docs/running.md", "# ", "# Kraniche: "));
  assert.match(await pageAt("docs/running.html"), /Kraniche: /);
});

test("the temporary files of editors are no changes", async () => {
  const printed = [];
  report.reportTo({ write: (text) => printed.push(text) });
  await changed(() => {
    for (const name of ["sedJ4hPz1", "4913", "main.ts~", ".main.ts.swp", ".#main.ts"]) {
      writeFileSync(inCopy(`web/site/pages/look-up/${name}`), "");
      rmSync(inCopy(`web/site/pages/look-up/${name}`));
    }
    replaceIn("web/site/pages/look-up/styles.css", ".kranich", ".reiher");
  });
  report.reportTo(process.stdout);
  assert.deepEqual(printed, ["changed: web/site/pages/look-up/styles.css\n"]);
});

test("a broken text and broken facts are named with file and line", async () => {
  const lesson = "web/site/pages/look-up";
  for (const file of [`${lesson}/texts/de.json`, `${lesson}/page.json`]) {
    const whole = readFileSync(inCopy(file), "utf8");
    const [first, second, ...rest] = whole.split("\n");
    await changed(() => writeFileSync(inCopy(file), [first, second.replace(/,$/, ""), ...rest].join("\n")));
    assert.match(await pageAt("learn/look-up.html"), new RegExp(`${file}:3:`));
    await changed(() => writeFileSync(inCopy(file), whole));
  }
});

test("a folder that comes later is watched as well", async () => {
  await changed(() => mkdirSync(inCopy("web/site/docs/programs/heed-later")));
  await changed(() => writeFileSync(inCopy("web/site/docs/programs/heed-later/one.mjs"), ""));
  await changed(() => rmSync(inCopy("web/site/docs/programs/heed-later"), { recursive: true }));
});

test("a change of the core is compiled and packed, one of the package is packed, before pages load again", async () => {
  rmSync(inCopy("dist/heed.js"));
  await changed(() => writeFileSync(inCopy("src/attention.cpp"), "// new\n"));
  assert.equal(compiled, 1);
  assert.match(readFileSync(inCopy("dist/heed.js"), "utf8"), /export/);
  await changed(() => replaceIn("web/lib/index.ts", "\n", "\nexport const kranich = 1;\n"));
  assert.equal(compiled, 1);
  assert.match(readFileSync(inCopy("dist/heed.js"), "utf8"), /kranich/);
});

test("a page that cannot be built says why, and is there again once it can", async () => {
  const main = "web/site/pages/look-up/main.ts";
  await changed(() => replaceIn(main, "\n", "\nimport './no-such-file.js';\n"));
  const said = await pageAt("learn/look-up.html");
  assert.match(said, /no-such-file/);
  assert.match(said, /EventSource/);
  const navigator = { serviceWorker: { register: async () => "kept" } };
  runInNewContext(/<script>(.*)<\/script>/.exec(said)[1], { navigator, EventSource: class {} });
  await assert.rejects(navigator.serviceWorker.register("service-worker.js"), "no page is kept for offline use here");
  await changed(() => replaceIn(main, "\nimport './no-such-file.js';\n", "\n"));
  assert.match(await pageAt("learn/look-up.html"), /Kranich|Zugvogel/i);
});

test("a page listens to changes here alone, and its policy names no other host", async () => {
  const policyOf = (page) => /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)[1];
  const [here, built] = [await pageAt("play.html"), readFileSync(join(root, "dist-site/play.html"), "utf8")];
  assert.equal(
    policyOf(here).replace(/'sha256-[^']*'/g, ""),
    policyOf(built)
      .replace("worker-src", "connect-src 'self'; worker-src")
      .replace(/'sha256-[^']*'/g, ""),
  );
  assert.ok(here.includes('new EventSource("/changes")'));
  assert.ok(!built.includes("EventSource("));
});

test("the front door, the files beside the pages, and what is not there have their answers", async () => {
  assert.match(await pageAt(""), /<html/);
  assert.match(await pageAt("docs/"), /<html/);
  assert.match(await pageAt("learn/heed-embed.js"), /customElements/);
  assert.match(await pageAt("docs/docs.css"), /@font-face\{font-family:"Heed Text"/);
  assert.match(await pageAt("docs/search-index.js"), /"running\.html"/);
  assert.match(await pageAt("missing.html"), /no such page/);
});
