// heed/draw: the text of its pictures, read by Python's parser of XML.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync, inflateSync } from "node:zlib";
import { drawings } from "../../scripts/docs/drawings.mjs";
import { load } from "../../dist/heed.js";
import { arcsOf, LARGEST_DRAWN, svgOf } from "../../dist/draw.js";
import { messageOf, STEERED, steersIn, STEERING_VALUES } from "./steering.mjs";

const heed = await load();

const READER = `
import json, sys, xml.etree.ElementTree as tree
def node(e):
    return {"tag": e.tag.split("}")[1], "at": e.attrib, "text": e.text or "", "in": [node(c) for c in e]}
print(json.dumps([node(tree.fromstring(text)) for text in json.load(sys.stdin)]))`;

/** Each picture as a list of all its elements, in their order. */
function parsed(...svgs) {
  const input = JSON.stringify(svgs);
  const read = execFileSync("python3", ["-c", READER], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  const all = (element) => [element, ...element.in.flatMap(all)];
  return JSON.parse(read).map((root) => all(root));
}

const named = (elements, tag) => elements.filter((element) => element.tag === tag);
const titleOf = (element) => element.in.find(({ tag }) => tag === "title")?.text;
/** The rectangles that are cells: they have a title. */
const cellsOf = (elements) => named(elements, "rect").filter((rect) => titleOf(rect) !== undefined);
const textsOf = (elements) => named(elements, "text").map(({ text }) => text);

/** A number as a title says it. */
const said = (value) => String(value).replaceAll("-", "\u2212").replace("e\u2212", "e-");
const WORDS = ["The", "animal", "was", "too", "tired"];
const number = (row, column) => Math.fround(Math.sin(1 + row * 1.7 + column * column * 0.31));
const square = (n, value) => ({
  data: Float32Array.from({ length: n * n }, (_, at) => value(Math.floor(at / n), at % n)),
  shape: [n, n],
});
const share = (row, column) => (column <= row ? (2 * (column + 1)) / ((row + 1) * (row + 2)) : 0);

test("each cell has a title with its names and its number, and the digits of it stand in the cell", () => {
  const rows = Array.from({ length: 4 }, (_, row) => Array.from({ length: 5 }, (_, column) => number(row, column)));
  const [drawn] = parsed(svgOf(rows, { columnLabels: WORDS }));
  const cells = cellsOf(drawn);
  assert.deepEqual(
    cells.map(titleOf),
    rows.flatMap((row, at) => row.map((value, column) => `${at + 1} → ${WORDS[column]}: ${said(value)}`)),
  );
  const digits = textsOf(drawn).filter((text) => /^−?\d\.\d{3}$/.test(text));
  assert.deepEqual(
    digits.map((text) => Number(text.replace("−", "-"))),
    rows.flat().map((value) => Number(value.toFixed(3))),
  );
  const [single] = parsed(svgOf(rows.map((row) => Float32Array.from(row))));
  for (const [at, title] of cellsOf(single).map(titleOf).entries())
    assert.equal(Math.fround(Number(title.split(": ")[1].replace("−", "-"))), rows.flat()[at]);
});

test("cells are hatched exactly where the mask hides them or the number is NaN", () => {
  const n = 5;
  const matrix = square(n, share);
  matrix.data[7] = NaN;
  const bits = Array.from({ length: n * n }, (_, at) => Number((at * at) % 3 !== 1));
  const causal = Array.from({ length: n * n }, (_, at) => Number(at % n <= Math.floor(at / n)));
  const nested = (list) => Array.from({ length: n }, (_, row) => list.slice(row * n, (row + 1) * n));
  const cases = [
    [undefined, bits.map(() => 1)],
    [bits, bits],
    [bits.map(Boolean), bits],
    [Uint8Array.from(bits), bits],
    [nested(bits), bits],
    [{ data: bits, shape: [n, n] }, bits],
    [{ causal: true }, causal],
    [bits.slice(0, n), bits.map((_, at) => bits[at % n])],
  ];
  const drawn = parsed(...cases.map(([mask]) => svgOf(matrix, { mask })));
  cases.forEach(([, shown], at) => {
    const cells = cellsOf(drawn[at]);
    const hatched = cells.map((cell) => Number(cell.at.fill === "url(#heed-hatch-auto)"));
    assert.deepEqual(
      hatched,
      shown.map((one, place) => Number(!one || place === 7)),
    );
    const masked = cells.map((cell) => Number(!titleOf(cell).endsWith(": masked")));
    assert.deepEqual(masked, shown);
  });
});

test("a cell of one head is that of the tensor which heed returns, and options of the call hide it", () => {
  const x = { data: Float32Array.from({ length: 2 * 2 * 4 * 2 }, (_, at) => Math.sin(at)), shape: [2, 2, 4, 2] };
  const { weights } = heed.attention(x, x, x, { causal: true, keyLengths: [4, 2], keep: ["weights"] });
  const heads = [0, 1, 2, 3].map((head) => svgOf(weights, { head, mask: { causal: true, keyLengths: [4, 2] } }));
  parsed(...heads).forEach((drawn, head) =>
    cellsOf(drawn).forEach((cell, at) => {
      const [row, column] = [Math.floor(at / 4), at % 4];
      const hidden = column > row || column >= [4, 2][head >> 1];
      const value = titleOf(cell).split(": ")[1];
      if (hidden) assert.equal(value, "masked");
      else assert.equal(Math.fround(Number(value)), weights.data[16 * head + at]);
    }),
  );
});

test("a screen reader has one picture with its title and the largest number of each row", () => {
  const [[root, ...rest], [bare, name]] = parsed(
    svgOf(square(3, share), { title: "Head 2", rowLabels: WORDS.slice(0, 3), mask: { causal: true } }),
    svgOf(square(3, share)),
  );
  assert.equal(root.at.role, "img");
  assert.equal(root.in[0].tag, "title");
  assert.equal(titleOf(root), "Head 2");
  assert.equal(
    rest.find(({ tag }) => tag === "desc").text,
    "3 rows, 3 columns. Hatched cells may not be attended to. “The” gives most, 100\u00a0%, to “The”. " +
      "“animal” gives most, 67\u00a0%, to “animal”. “was” gives most, 50\u00a0%, to “was”.",
  );
  assert.equal(bare.at.role, "img");
  assert.equal(name.text, "3 rows, 3 columns.");
  assert.match(svgOf(square(3, share), { description: "A <b>" }), /<desc>A &#60;b&#62;<\/desc>/);
});

test("an automatic picture is the light one, and its style turns each of its colours into that of the dark one", () => {
  for (const options of [{}, { kind: "scores" }, { mask: { causal: true } }]) {
    const pictures = ["auto", "light", "dark"].map((colours) => svgOf(square(4, share), { ...options, colours }));
    const [auto, light, dark] = parsed(...pictures);
    assert.deepEqual([named(light, "style").length, named(dark, "style").length], [0, 0]);
    const { text } = named(auto, "style")[0];
    assert.match(text, /^@media screen and \(prefers-color-scheme:dark\)\{.*\}$/);
    const rules = new Map(
      Array.from(text.matchAll(/\.([\w-]+)\{[\w-]+:(#\w+)\}/g), ([, name, colour]) => [name, colour]),
    );
    const painted = auto.filter(({ tag }) => tag !== "style");
    const parts = ["fill", "stroke", "stop-color"];
    painted.forEach(({ at: { class: name, ...at } }, index) => {
      for (const part of parts) {
        const isColour = at[part]?.startsWith("#");
        if (!isColour) continue;
        assert.equal(at[part], light[index].at[part]);
        assert.equal(rules.get(name) ?? at[part], dark[index].at[part]);
      }
      assert.ok(name === undefined || rules.has(name));
    });
  }
});

/** The cells of an embedded PNG: places in its palette. */
function pixelsOf(url, rows, columns) {
  const png = Buffer.from(url.replace("data:image/png;base64,", ""), "base64");
  const chunks = new Map();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  assert.deepEqual([chunks.get("IHDR").readUInt32BE(0), chunks.get("IHDR").readUInt32BE(4)], [columns, rows]);
  const lines = inflateSync(chunks.get("IDAT"));
  const places = Array.from({ length: rows * columns }, (_, at) => {
    const row = Math.floor(at / columns);
    return lines[row * (columns + 1) + 1 + (at % columns)];
  });
  const palette = chunks.get("PLTE");
  return places.map((place) => (place === 0 ? undefined : `#${palette.toString("hex", 3 * place, 3 * place + 3)}`));
}

test("cells of a large matrix are pixels of the colours that shapes have, and masked ones let hatching through", () => {
  const n = LARGEST_DRAWN;
  const options = { kind: "scores", domain: [-1, 1], colours: "dark", mask: { causal: true }, values: false };
  const wide = (rows) => ({ data: square(rows, number).data, shape: [rows, rows] });
  const [small, large] = parsed(svgOf(wide(n), options), svgOf(wide(n + 1), options));
  assert.equal(cellsOf(small).length, n * n);
  const [image] = named(large, "image");
  const pixels = pixelsOf(image.at.href, n + 1, n + 1);
  cellsOf(small).forEach((cell, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const pixel = pixels[row * (n + 1) + column];
    assert.equal(pixel ?? "url(#heed-hatch-dark)", cell.at.fill);
  });
  assert.match(named(large, "desc")[0].text, /The 129 × 129 cells are an embedded picture, one pixel each\./);
  assert.ok(
    named(large, "rect").some(
      ({ at: { fill, width } }) => fill === "url(#heed-hatch-dark)" && width === image.at.width,
    ),
  );
  const both = parsed(svgOf(wide(n + 1), { ...options, colours: "auto" }))[0];
  assert.deepEqual(
    named(both, "image").map(({ at }) => [at.class, at.display]),
    [
      ["heed-light", undefined],
      ["heed-dark", "none"],
    ],
  );
});

test("size, values and labels: what is asked for is drawn", () => {
  const of = (options, n = 4) => parsed(svgOf(square(n, share), { colours: "light", ...options }))[0];
  for (const size of [1, 12, 30, 80.5, 256])
    assert.ok(cellsOf(of({ size })).every(({ at }) => at.width === String(size) && at.height === String(size)));
  const isDigit = (text) => /^\d\.\d+$/.test(text);
  const count = (options) => textsOf(of(options)).filter(isDigit).length;
  assert.equal(count({}), 17); // 16 cells, and 0.5 at the bar
  assert.equal(count({ size: 29 }), 1);
  assert.equal(count({ values: false }), 1);
  assert.equal(textsOf(of({ kind: "vectors" })).filter(isDigit).length, 16);
  assert.equal(new Set(cellsOf(of({ kind: "vectors" })).map(({ at }) => at.fill)).size, 1);
  assert.ok(new Set(cellsOf(of({ kind: "vectors", values: false })).map(({ at }) => at.fill)).size > 4);
  const rowLabels = ["a", "b".repeat(60), "日本", "d"];
  const texts = textsOf(of({ rowLabels }));
  for (const label of ["a", `${"b".repeat(23)}…`, "日本", "d"])
    assert.equal(texts.filter((one) => one === label).length, 2);
  assert.deepEqual(
    textsOf(of({ size: 5 }, 100)).slice(0, 4),
    ["1", "6", "11", "16"].slice(0, 4),
    "labels that have no room are left out",
  );
});

test("nothing in a label or a title can end its element, and what would steer is shown", () => {
  const evil = ["</text><script>alert(1)</script>", '"&amp;<!--', "]]>", "{column}", STEERED, "\uffff\u0000"];
  const title = `</title><script>${STEERED}`;
  const matrix = square(6, share);
  const svgs = [
    svgOf(matrix, { rowLabels: evil, title, description: title }),
    arcsOf(matrix.data.slice(30), evil, { title }),
    arcsOf(matrix.data.slice(30), evil),
  ];
  for (const svg of svgs) {
    assert.doesNotMatch(svg, /<script|<!--|\]\]>|[^\P{Cc}\n]|[\u202a-\u202e\u2028\u2029\ud800]/u);
    assert.doesNotMatch(svg, / (on\w+|href|src)=/);
  }
  const [drawn, arcs] = parsed(...svgs);
  assert.ok(textsOf(drawn).includes('"&amp;<!--'));
  assert.ok(cellsOf(drawn).some((cell) => titleOf(cell).startsWith("{column} → </text>")));
  assert.ok(named(arcs, "text").some(({ text }) => text.startsWith("\\u001b[2J")));
});

test("numbers of any kind and sizes of any kind are drawn", () => {
  const odd = [[NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, -0, 0]];
  const cases = [
    ...["weights", "scores", "vectors"].flatMap((kind) => [
      svgOf(odd, { kind }),
      svgOf(odd, { kind, log: true }),
      svgOf(odd, { kind, perRow: true }),
    ]),
    svgOf([]),
    svgOf({ data: [], shape: [0, 3] }),
    svgOf({ data: [], shape: [3, 0] }),
    svgOf({ data: [1, 2, 3], shape: [3] }),
    arcsOf([0, 0], ["a", "b"]),
    arcsOf([NaN, NaN], ["a", ""]),
    arcsOf({ data: Float32Array.of(1), shape: [1, 1] }, ["a"]),
  ];
  for (const [at, elements] of parsed(...cases).entries())
    for (const { at: attributes } of elements)
      for (const [name, value] of Object.entries(attributes))
        assert.doesNotMatch(value, /NaN|Infinity/, `${at} ${name}`);
  assert.deepEqual(
    cellsOf(parsed(cases[0])[0]).map((cell) => titleOf(cell).split(": ")[1]),
    ["NaN", "∞", "−∞", "1e+308", "−1e+308", "5e-324", "0", "0"],
  );
});

test("a million rows with a million names are drawn in one small picture", () => {
  const count = 1_000_000;
  const rowLabels = Array.from({ length: count }, (_, at) => `row ${at}`);
  const svg = svgOf({ data: new Float32Array(count).fill(0.5), shape: [count, 1] }, { rowLabels, colours: "light" });
  const [drawn] = parsed(svg);
  assert.equal(pixelsOf(named(drawn, "image")[0].at.href, count, 1).length, count);
  assert.ok(named(drawn, "text").length < 2000);
});

test("the width of an arc is proportional to the share, and each word has its share as a title", () => {
  const words = ["it", "saw", "the", "other", "one", "and", "was", "glad"];
  const row = [0.02, 0.25, 0.001, 0.125, 0.3, 0.05, 0.2, 0.054];
  for (const options of [{}, { from: 0 }, { from: 3, width: 200 }, { size: 9 }, { size: 128, width: 700 }]) {
    const [drawn] = parsed(arcsOf(row, words, options));
    const { from = 7, size = 32 } = options;
    const paths = named(drawn, "path");
    const drawnShares = row.filter((one) => one >= 0.015);
    assert.equal(paths.length, drawnShares.length);
    paths.forEach(({ at }, place) => {
      const width = Number(at["stroke-width"]);
      assert.ok(Math.abs(width - 0.36 * size * drawnShares[place]) < 0.006, `${width}`);
    });
    const strongest = paths.map(({ at }) => Number(at["stroke-opacity"]));
    assert.deepEqual(
      [...drawnShares].sort((a, b) => a - b),
      drawnShares
        .map((one, place) => [one, strongest[place]])
        .sort((a, b) => a[1] - b[1])
        .map(([one]) => one),
    );
    const titles = named(drawn, "text").map(titleOf).filter(Boolean);
    assert.deepEqual(
      titles,
      words.map((word, at) => `${words[from]} → ${word}: ${row[at]}`),
    );
  }
});

test("the description of arcs has the words by their shares, and a word that may not be attended to has none", () => {
  const [drawn] = parsed(arcsOf([0.2, 0.7, 0.1, NaN], ["the", "animal", "it", "was"], { from: 2 }));
  assert.equal(
    named(drawn, "desc")[0].text,
    "“it” looks at “animal” with 70\u00a0%, “the” with 20\u00a0%, “it” with 10\u00a0%.",
  );
  assert.equal(named(drawn, "title")[0].text, "the animal it was");
  assert.equal(named(drawn, "text").map(titleOf).at(-1), "it → was: masked");
  assert.deepEqual(textsOf(drawn), ["the", "20\u00a0%", "animal", "70\u00a0%", "it", "10\u00a0%", "was"]);
  assert.deepEqual(textsOf(parsed(arcsOf([0.5, 0.5], ["a", "b"], { values: false }))[0]), ["a", "b"]);
});

test("words stand in their order, never over one another, in lines that are as wide as they may be", () => {
  const words = Array.from({ length: 60 }, (_, at) => "w".repeat(1 + ((at * 7) % 9)));
  const row = words.map(() => 1 / 60);
  const [drawn] = parsed(arcsOf(row, words, { width: 400 }));
  const placed = named(drawn, "text").map(({ at }) => ({ x: Number(at.x), y: Number(at.y), half: at.textLength / 2 }));
  placed.slice(1).forEach(({ x, y, half }, at) => {
    const before = placed[at];
    assert.ok(y > before.y || (y === before.y && x - half > before.x + before.half));
    assert.ok(x + half <= 400);
  });
  assert.ok(Number(drawn[0].at.width) <= 400);
});

test("what is given alike is drawn alike, to the last character, and nothing given is changed", () => {
  const matrix = Object.freeze({
    data: Object.freeze(Array.from(square(4, share).data)),
    shape: Object.freeze([4, 4]),
  });
  const options = Object.freeze({ rowLabels: Object.freeze(WORDS.slice(0, 4)), mask: Object.freeze({ causal: true }) });
  const first = svgOf(matrix, options);
  svgOf(square(5, number), { colours: "dark", log: true });
  assert.equal(svgOf(matrix, options), first);
});

test("the texts of a picture are those of another language where they are given", () => {
  const words = { size: "{rows} Zeilen", noWeight: "„{row}“ gibt nichts.", masked: "maskiert" };
  const [drawn] = parsed(svgOf([[0.5, 0]], { words, mask: [false, true] }));
  assert.equal(named(drawn, "desc")[0].text, "1 Zeilen Hatched cells may not be attended to. „1“ gibt nichts.");
  assert.equal(titleOf(cellsOf(drawn)[0]), "1 → 1: maskiert");
});

// It imports modules from data: addresses, as only Node needs to: the guide is built there.
const elsewhere = globalThis.Bun || globalThis.Deno ? "the guide is built by Node" : false;
test("the pictures of the guide are what its programs make", { skip: elsewhere }, async () => {
  for (const { file, text } of await drawings())
    assert.equal(readFileSync(file, "utf8"), text, "node scripts/docs/drawings.mjs writes them");
});

test("the entry has at most 14 KB", () => {
  const size = gzipSync(readFileSync(new URL("../../dist/draw.js", import.meta.url)), { level: 9 }).length;
  assert.ok(size <= 14 * 1024, `${size} bytes`);
});

test("no message sends what steers a terminal: it shows it", async () => {
  const matrix = [[0.5, 0.5]];
  const of = (names, value) => names.map((name) => ({ [name]: value }));
  const own = ["title", "colours", "values", "size", "words"];
  let refused = 0;
  for (const value of STEERING_VALUES) {
    const calls = [
      () => svgOf(value),
      () => svgOf([value]),
      () => svgOf([[value]]),
      () => arcsOf(value, ["a", "b"]),
      () => arcsOf([0.5, 0.5], value),
      () => arcsOf([0.5, 0.5], [value, "b"]),
      ...of([...own, "rowLabels", "mask", "kind", "domain", "perRow", "head", "description"], value).map(
        (options) => () => svgOf(matrix, options),
      ),
      ...of([...own, "from", "width"], value).map((options) => () => arcsOf([0.5, 0.5], ["a", "b"], options)),
      () => svgOf(matrix, { [STEERED]: 1 }),
      () => arcsOf([1], ["a"], { words: { [STEERED]: "a" } }),
    ];
    for (const call of calls) {
      const message = await messageOf(call);
      if (message === undefined) continue;
      refused++;
      assert.equal(steersIn(message), undefined, message);
      assert.match(message, /^heed\/draw\.(svgOf|arcsOf): /);
    }
  }
  assert.ok(refused > 200, `${refused} were refused`);
});

test("what does not fit is refused in a sentence", () => {
  const matrix = [[0.5, 0.5]];
  const needed = "matrix must be { data, shape }, as heed returns it, or rows of numbers; got";
  const svg = [
    [[], `${needed} undefined. Give the weights of a call with keep: ["weights"].`],
    [[new Map()], `${needed} object. Give the weights of a call with keep: ["weights"].`],
    [[[1, 2]], "matrix[0] must be a row of 0 numbers; got 1."],
    [[[[1], [1, 2]]], "matrix[1] must be a row of 1 numbers; got [1, 2]."],
    [[[[1, "2"]]], 'matrix.data must hold numbers; data[1] is "2".'],
    [[{ data: [1], shape: [1, 2] }], "a matrix of shape [1, 2] holds 2 numbers; its data holds 1."],
    [[matrix, null], "options must be an object; got null."],
    [
      [matrix, { color: 1 }],
      'there is no option named "color"; there are rowLabels, columnLabels, mask, title, head, kind, colours, ' +
        "domain, perRow, log, values, size, description, words.",
    ],
    [[matrix, { rowLabels: ["a", "b"] }], "rowLabels must be an array of 1 names; got 2."],
    [[matrix, { columnLabels: "ab" }], 'columnLabels must be an array of strings; got "ab".'],
    [[matrix, { colours: "blue" }], 'colours must be "auto" or "light" or "dark"; got "blue".'],
    [[matrix, { size: NaN }], "size must be a number from 1 to 256; got NaN."],
    [[matrix, { size: 12, values: true }], "size must be 30 or more with values: true; got 12."],
    [[matrix, { values: 1 }], "values must be true or false; got 1."],
    [[matrix, { head: 1 }], "head must be 0, as there is one matrix; got 1."],
    [[{ data: [1, 2], shape: [2, 1, 1] }, { head: 2 }], "head must be an integer from 0 to 1; got 2."],
    [[matrix, { domain: [0, Infinity] }], /heed\/draw\.svgOf: domain must be \[low, high\], two finite numbers/],
    [[matrix, { mask: new Map() }], /heed\/draw\.svgOf: mask must hold true or 1 .*; got object\.$/],
    [[matrix, { mask: [true] }], undefined],
    [[matrix, { mask: [true, true, true] }], /heed\/draw\.svgOf: mask must have a value for each of the 2 cells/],
    [[matrix, { words: { sise: "" } }], /heed\/draw\.svgOf: words has no text named "sise"; there are /],
  ];
  const arcs = [
    [[[1], []], "words must be an array of 1 to 1000 strings; got 0 of them. Draw a part of the text."],
    [[[1], "a"], 'words must be an array of 1 to 1000 strings; got "a".'],
    [[[1], [1]], "words must be an array of strings; got an array."],
    [[[1], ["a", "b"]], "row must be an array of 2 shares, one for each word; got 1."],
    [
      [
        [-0.5, 1],
        ["a", "b"],
      ],
      "row must hold shares from 0 to 1, or NaN for a hidden word; got -0.5 for word 0. " + "Draw scores with svgOf.",
    ],
    [[[1, 0], ["a", "b"], { from: 2 }], "from must be an integer from 0 to 1; got 2."],
    [[[1], ["a"], { width: 5 }], "width must be a number from 100 to 10000; got 5."],
  ];
  for (const [call, name, cases] of [
    [svgOf, "svgOf", svg],
    [arcsOf, "arcsOf", arcs],
  ])
    for (const [given, message] of cases) {
      if (message === undefined) call(...given);
      else if (typeof message === "string")
        assert.throws(() => call(...given), { message: `heed/draw.${name}: ${message}` });
      else assert.throws(() => call(...given), message);
    }
});
