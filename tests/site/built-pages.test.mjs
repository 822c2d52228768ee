// What the built pages are, without a browser: their bytes, their type, and the links from one to the next.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { textOf } from "../../scripts/build-lib.mjs";
import { homeOf, previewOf, withPreview } from "../../scripts/previews.mjs";
import { deeperThan, FRAMED, LESSONS, ROAD } from "../../scripts/site-pages.mjs";
import { carried } from "./faces.mjs";
import { root } from "./serve.mjs";

const SITE = path.join(root, "dist-site");
const FILES = readdirSync(SITE, { recursive: true })
  .map((file) => String(file).replaceAll(path.sep, "/"))
  .filter((file) => file.endsWith(".html"));
/** The files that carry faces: pages, and the style of the documentation, which its pages share. */
const CARRIERS = [...FILES.filter((file) => !file.startsWith("docs/")), "docs/docs.css"];
const read = (file) => readFileSync(path.join(SITE, file), "utf8");
const NAMES = FRAMED.map(({ name }) => name);

test("a framed page is one file of at most 350 kB gzipped, a lesson of its limit, with each wasm once", () => {
  const begin = textOf(readFileSync(path.join(root, "dist/simd.wasm")).subarray(0, 24));
  for (const { name, kind, worker, gzipLimit = kind === "lesson" ? 393 * 1024 : 350 * 1024 } of FRAMED) {
    const page = read(`learn/${name}.html`);
    assert.ok(gzipSync(page, { level: 9 }).length <= gzipLimit, name);
    const cores = page.split(begin).length - 1;
    assert.ok(cores <= 2, name);
    if (worker !== undefined) assert.equal(cores, 2, name);
  }
});

test("next and previous lead through the road, into what deepens a lesson and back, and then to the model", () => {
  const linksOf = (name) =>
    ["prev", "next"].map((rel) => {
      const links = Array.from(
        read(`learn/${name}.html`).matchAll(new RegExp(`<a rel="${rel}"[^>]* href="([^"]*)"`, "g")),
      );
      assert.ok(links.length <= 1, `${name}: ${rel}`);
      return links[0]?.[1];
    });
  const file = (name) => name && `${name}.html`;
  const road = ["index", ...ROAD.map(({ name }) => name)];
  const onward = (name) => file(name) ?? "../model.html";
  for (const [at, name] of road.entries()) {
    assert.deepEqual(linksOf(name), [file(road[at - 1]), onward(road[at + 1])], name);
    const side = deeperThan(name).map((one) => one.name);
    for (const [place, deep] of side.entries())
      assert.deepEqual(linksOf(deep), [file(side[place - 1] ?? name), onward(side[place + 1] ?? road[at + 1])], deep);
    const page = read(`learn/${name}.html`);
    const [aside = ""] = /<aside class="deeper".*?<\/aside>/s.exec(page) ?? [];
    assert.deepEqual(
      Array.from(aside.matchAll(/href="([\w-]+)\.html"/g), ([, to]) => to),
      side,
      name,
    );
  }
  const others = NAMES.filter((name) => name !== "index" && !LESSONS.some((lesson) => lesson.name === name));
  for (const [at, name] of others.entries())
    assert.deepEqual(linksOf(name), [file(others[at - 1]), file(others[at + 1])], name);
});

test("each lesson has a map of at most 4 KB: its parts of the machine are lit, and its link leads to the first", () => {
  for (const { name, map: parts } of LESSONS) {
    const [, part, map, said] =
      /<a class="map"[^>]* href="whole\.html#part=([\w-]+)">(<svg.*?<\/svg>)<span[^>]*>(.+?)</.exec(
        read(`learn/${name}.html`),
      );
    assert.equal(part, parts[0], name);
    assert.ok(Buffer.byteLength(map) <= 4096, `${name}: ${Buffer.byteLength(map)} bytes`);
    assert.match(map, /aria-hidden="true"/);
    assert.ok(said.length > 16, `${name}: a name for a reader's voice`);
    assert.deepEqual(litIn(map), parts[0] === "across" ? ["look-0"] : parts.toSorted(), name);
  }
});

/** The parts of a map that are lit, as in page.json. */
function litIn(map) {
  const rows = Array.from(map.matchAll(/class="row (now|later)"/g), ([, state], at) => state === "now" && `rows-${at}`);
  const opened = Array.from(map.matchAll(/class="opened look-(\d)"/g), ([, layer]) => layer);
  const looks = Array.from(map.matchAll(/class="look look-(\d) now"/g), ([, layer]) =>
    opened.includes(layer) ? `head-${layer}` : `look-${layer}`,
  );
  const nets = Array.from(
    map.matchAll(/class="net me (now|later)"/g),
    ([, state], at) => state === "now" && `net-${at}`,
  );
  const shares = map.includes('class="shares look-0 now"') && "shares";
  const lit = [...rows, ...looks, ...nets, shares].filter(Boolean);
  return lit.map((one) => one.replace("rows-0", "rows")).toSorted();
}

test("type adds at most 95 KB gzipped to a page, and no math face to one without formulas", () => {
  for (const file of CARRIERS) {
    const html = read(file);
    const rules = html.match(/@font-face ?\{[^}]*\}/g).join("");
    assert.ok(gzipSync(rules, { level: 9 }).length <= 95_000, file);
    assert.equal(carried(html).has("Heed Math"), /<math[ >]/.test(html), file);
  }
  assert.deepEqual(carried(read("bench.html")), new Set(["Heed Text", "Heed Sans"]));
});

test("the faces' licence stands in every file that carries them and beside these, with their copyright lines", () => {
  const licence = readFileSync(path.join(SITE, "font-licence.txt"), "utf8");
  for (const words of [
    "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007",
    "Copyright 2001-2021 The STIX Fonts Project Authors",
    "© 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’",
    "PERMISSION & CONDITIONS",
    "OTHER DEALINGS IN THE FONT SOFTWARE",
  ])
    assert.ok(licence.includes(words), words);
  assert.deepEqual(
    CARRIERS.filter((file) => !read(file).includes(licence)),
    [],
  );
});

const descriptionOf = (page) => /<meta name="description" content="([^"]*)">/.exec(page)[1];

test("each page has a description of its own, in words without formulas", () => {
  const found = FILES.map((file) => descriptionOf(read(file)));
  assert.equal(new Set(found).size, FILES.length);
  for (const [at, text] of found.entries()) {
    assert.doesNotMatch(text, /[\\$<]/, FILES[at]);
    assert.ok(text.length > 20, `${FILES[at]}: ${text}`);
  }
});

test("with a homepage each page has its title, description, address and picture where it is sent on; else none", () => {
  assert.equal(homeOf({ homepage: "https://OWNER.github.io/heed/" }), undefined);
  const home = homeOf({ homepage: "https://a.example/heed" });
  for (const file of ["index.html", "learn/context.html", "learn/index.html", "docs/api.html"]) {
    const page = read(file);
    assert.equal(withPreview(page, file, undefined), page);
    const named = Object.fromEntries(
      Array.from(
        withPreview(page, file, home).matchAll(/<meta property="og:([\w:]+)" content="([^"]*)">/g),
        ([, ...one]) => one,
      ),
    );
    assert.equal(named.description, descriptionOf(page));
    assert.match(named.title, /heed/);
    assert.equal(named.url, `https://a.example/heed/${file.replace("index.html", "")}`);
    assert.equal(named.image, `https://a.example/heed/${previewOf(file)}`);
  }
});
