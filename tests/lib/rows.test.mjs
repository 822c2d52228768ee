// The rows of tensors (web/lib/rows): what follows from the axes of each, and what happens to a word that is no axis.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { product, randomOf } from "./support.mjs";

const folder = fileURLToPath(new URL("../../web/lib/rows", import.meta.url));

/** The rows as a module. `change` may change the text of its files. */
async function importRows(change = (text) => text) {
  const onLoad = ({ path }) => ({ contents: change(readFileSync(path, "utf8")), loader: "ts" });
  const { outputFiles } = await build({
    entryPoints: [`${folder}/index.ts`],
    bundle: true,
    format: "esm",
    write: false,
    plugins: [{ name: "change", setup: (plugins) => plugins.onLoad({ filter: /\.ts$/ }, onLoad) }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const rows = await importRows();
const { ATTENTION, ATTENTION_SIZES, CACHE_CALL, CACHE_HELD, CACHE_SIZES, LAYER, LAYER_SIZES } = rows;
const { LINEAR, LINEAR_SIZES, countIn, countOf, eachRun, extentsOf, shapeSeen, sizesIn, windowIn } = rows;
const KINDS = [
  [ATTENTION, ATTENTION_SIZES],
  [LAYER, LAYER_SIZES],
  [LINEAR, LINEAR_SIZES],
  [CACHE_CALL, CACHE_SIZES],
  [CACHE_HELD.float32, CACHE_SIZES],
  [CACHE_HELD.float16, CACHE_SIZES],
];

test("a row with an axis that its call does not have ends the import with a sentence", async () => {
  const wrong = [
    ['name: "k", when: "given", axes: "batch kvHeads keys dim"', "kvHeads", "kvHaeds", "attention.k"],
    ['name: "q", when: "given", axes: "batch heads queries dim"', "dim", "modelDim", "attention.q"],
    ['axes: "modelDim > heads*dim"', "heads*dim", "heads*dims", "selfAttention.queryWeight"],
    ['"batch queries outputDim|heads*valueDim"', "|heads", "|hats", "selfAttention.output"],
    ['axes: "rows inputs"', "inputs", "keys", "linear.x"],
    ["batch kvHeads rows dim*${bytes}", "rows", "rosw", "cache.keyRows"],
  ];
  for (const [row, from, to, name] of wrong) {
    let found = 0;
    const change = (text) => {
      found += text.split(row).length - 1;
      return text.replace(row, row.replace(from, to));
    };
    await assert.rejects(importRows(change), ({ message }) => {
      const axis = to.split(/[*|]/).find((word) => !from.split(/[*|]/).includes(word));
      assert.match(message, new RegExp(`^${name.replace(".", "\\.")} has no axis "${axis}"\\. The axes are `));
      return true;
    });
    assert.ok(found > 0, `${name} is written so`);
  }
});

/** Random sizes for this kind of call. Heads are whole groups. */
function drawSizes({ integer }, names) {
  const sizes = Object.fromEntries(names.map((name) => [name, integer(1, 5)]));
  for (const name of ["outIn", "half", "add"]) if (name in sizes) sizes[name] = integer(0, 1);
  if ("outputDim" in sizes) sizes.outputDim = integer(0, 3);
  if ("heads" in sizes) sizes.heads = sizes.kvHeads * integer(1, 3);
  return sizes;
}

/** The places of a window in the whole tensor. */
function placesOf(window) {
  const places = [];
  eachRun(window, (whole) => {
    for (let n = 0; n < window.run; n++) places.push(whole + n);
  });
  assert.equal(places.length, countOf(window));
  return places;
}

test("the parts of a cut have each number of a tensor once, or all of it where it has no such axis", () => {
  const random = randomOf(23);
  let cuts = 0;
  for (const [kind, names] of KINDS) {
    for (let n = 0; n < 40; n++) {
      const sizes = drawSizes(random, names);
      for (const row of kind.backward) {
        const own = row.hasOwnShape ? row.plain.words.map((word) => sizes[word] ?? 3) : undefined;
        const count = own ? product(own) : countIn(row, sizes);
        if (!own) assert.equal(product(extentsOf(row, sizes)), count);
        if (count === 0) continue; // There is no output projection.
        const all = Array.from({ length: count }, (_, place) => place);
        for (const axis of names) {
          if (!(sizes[axis] > 1)) continue;
          const at = random.integer(1, sizes[axis] - 1);
          const parts = [
            [0, at],
            [at, sizes[axis]],
          ].map((range) => ({ [axis]: range }));
          const places = parts.map((cut) => placesOf(windowIn(row, sizes, cut, own)));
          const isCut = places[0].length < count;
          if (isCut) cuts++;
          const what = `${kind.name}.${row.name}, ${axis} of ${JSON.stringify(sizes)}`;
          if (!isCut) assert.deepEqual(places, [all, all], what);
          else
            assert.deepEqual(
              places.flat().sort((a, b) => a - b),
              all,
              what,
            );
          if (isCut && !own && axis !== "outputDim")
            for (const [part, cut] of parts.entries())
              assert.equal(countIn(row, sizesIn(sizes, cut)), places[part].length, what);
        }
      }
    }
  }
  assert.ok(cuts > 5000, `${cuts} cuts`);
});

test("a caller without a batch, or without heads, sees a result without these axes", () => {
  const sizes = { batch: 1, heads: 1, kvHeads: 1, queries: 3, keys: 4, dim: 5, valueDim: 6, outputDim: 0, outIn: 0 };
  const seen = (name, unseen) => shapeSeen(LAYER.byName[name], sizes, unseen);
  assert.deepEqual(
    [0, 1, 2].map((unseen) => seen("k", unseen)),
    [
      [1, 1, 4, 5],
      [1, 4, 5],
      [4, 5],
    ],
  );
  assert.deepEqual(
    [0, 1, 2].map((unseen) => seen("lse", unseen)),
    [[1, 1, 3], [1, 3], [3]],
  );
  assert.deepEqual(
    [0, 1, 2].map((unseen) => seen("joined", unseen)),
    [
      [1, 3, 6],
      [3, 6],
      [3, 6],
    ],
  );
  assert.deepEqual(
    [0, 1, 2].map((unseen) => seen("output", unseen)),
    [
      [1, 3, 6],
      [3, 6],
      [3, 6],
    ],
  );
});
