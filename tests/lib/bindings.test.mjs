// The compiled module itself (src/bindings.cpp): its memory, and its tables against the lists of web/lib.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { OPTION_LIST, optionList, wordsOf } from "../../scripts/calls.mjs";

const built = (file) => new URL(`../../build/wasm-simd/${file}`, import.meta.url);
const { default: createCore } = await import(built("heed.mjs"));

function start() {
  return createCore({
    instantiateWasm(imports, receive) {
      void WebAssembly.instantiate(readFileSync(built("heed.wasm")), imports).then(({ instance, module }) =>
        receive(instance, module),
      );
      return {};
    },
  });
}

/** What these files of web/lib export. */
async function sourcesOf(...files) {
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((file) => `export * from "./${file}";`).join("\n"),
      resolveDir: fileURLToPath(new URL("../../web/lib", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    write: false,
    external: ["heed:glue"],
    plugins: [{ name: "glue", setup: ({ onResolve }) => onResolve({ filter: /^heed:glue$/ }, glueOfBuild) }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const glueOfBuild = () => ({ path: built("heed.mjs").href, external: true });
const sources = await sourcesOf("rows/index.ts", "call/core.ts", "call/block.ts", "read/option-list.ts");
const { ATTENTION, ATTENTION_SIZES, CACHE_CALL, CACHE_HELD, CACHE_SIZES, LAYER, LAYER_SIZES } = sources;
const { ADAM, CROSS_ENTROPY, CROSS_ENTROPY_SIZES, EMBEDDING, EMBEDDING_SIZES, NORM, NORM_SIZES } = sources;
const { LINEAR, LINEAR_SIZES, OPTION_WORDS, SQUARES, layOut, writeTable } = sources;
const readTables = (core) => sources.readTables(core, wordsOf("calls.def"));

/** Both ways of a call: the words of its sizes and of its options, and its rows. */
const bothWays = (kind, sizes, options) => [
  { name: kind.name, kind, sizes, options, rows: kind.forward },
  { name: `${kind.name}Backward`, kind, sizes, options, rows: kind.backward },
];
const STEP = ["beta1", "rest1", "beta2", "rest2", "rate", "correction", "epsilon", "keep", "gradientScale"];
/** Words that heed/layers and heed/train write into the table of a session. */
const WRITTEN_LATER = {
  selfAttention: ["residual"],
  selfAttentionBackward: ["residual", "addGradients"],
  linear: ["residual"],
  linearBackward: ["residual", "addGradients"],
  normBackward: ["addGradients", "dResidual"],
  embeddingBackward: ["addGradients", "addToTable"],
  crossEntropyBackward: ["of"],
  adam: ["value", "gradient"],
  squares: ["gradient"],
};
const KINDS = [
  ...bothWays(ATTENTION, ATTENTION_SIZES, OPTION_WORDS),
  ...bothWays(LAYER, LAYER_SIZES, OPTION_WORDS),
  ...bothWays(LINEAR, LINEAR_SIZES, []),
  ...bothWays(NORM, NORM_SIZES, ["epsilon"]),
  ...bothWays(EMBEDDING, EMBEDDING_SIZES, []),
  ...bothWays(CROSS_ENTROPY, CROSS_ENTROPY_SIZES, []),
  { name: "adam", kind: ADAM, sizes: ["count"], options: STEP, rows: ADAM.forward },
  { name: "squares", kind: SQUARES, sizes: ["count"], options: [], rows: SQUARES.forward },
];
const namesOf = ({ words }) => Object.keys(words);

test("calls.def lists each call once, and each word of a table once", () => {
  const repeated = (names) => names.filter((name, at) => names.indexOf(name) !== at);
  const lines = wordsOf("calls.def").split("\n");
  assert.deepEqual(repeated(lines.map((line) => line.split(" ")[0])), []);
  for (const line of lines) assert.deepEqual(repeated(line.replace(/[~*]/g, "").split(" ").slice(2)), [], line);
});

test("the options of calls_forward.def are those that JavaScript reads", () => {
  assert.equal(readFileSync(OPTION_LIST, "utf8"), optionList());
});

test("TypeScript knows each word of the tables in C++ as a size, an option or a tensor", async () => {
  const tables = readTables(await start());
  assert.deepEqual(
    Object.keys(tables)
      .filter((name) => name !== "options" && name !== "cache")
      .sort(),
    KINDS.map(({ name }) => name).sort(),
  );
  for (const { name, sizes, options, rows } of KINDS) {
    const known = [...sizes, ...options, ...rows.map((row) => row.name), ...(WRITTEN_LATER[name] ?? [])];
    assert.equal(new Set(known).size, known.length, `${name}: no name stands twice`);
    assert.deepEqual(namesOf(tables[name]).sort(), known.sort(), name);
  }
});

test("a cache has the words of attention, and knows each word that it adds", async () => {
  const { attention, cache } = readTables(await start());
  const words = Object.entries(cache.words);
  assert.deepEqual(words.slice(0, attention.length), Object.entries(attention.words));
  for (const held of Object.values(CACHE_HELD)) {
    const known = [...CACHE_SIZES, ...[...held.forward, ...CACHE_CALL.forward].map((row) => row.name)];
    assert.equal(new Set(known).size, known.length);
    for (const name of known) assert.ok(name in cache.words, name);
    for (const [name] of words.slice(attention.length)) assert.ok(known.includes(name), name);
  }
});

test("a table of a backward call begins with the table of its forward call", async () => {
  const tables = readTables(await start());
  for (const name of ["attention", "selfAttention", "linear", "norm", "embedding", "crossEntropy"]) {
    const forward = Object.entries(tables[name].words);
    assert.deepEqual(Object.entries(tables[`${name}Backward`].words).slice(0, forward.length), forward);
  }
});

test("writing a table writes each of its words: a number, the next address, or 0", async () => {
  const core = await start();
  const tables = readTables(core);
  for (const { name, kind, sizes, options, rows } of KINDS) {
    const block = core.allocate(2 ** 16);
    core.HEAP32.fill(-1, block / 4, block / 4 + 2 ** 10);
    const numbers = (names, from) => Object.fromEntries(names.map((word, at) => [word, from + at]));
    const names = rows.map((row) => row.name);
    const has = (one) => !["keyBias", "dKeyBias", "scores", "keyLengths"].includes(one);
    const tensor = { data: new Float32Array(2), shape: [2] };
    const call = {
      kind,
      forward: true,
      backward: name.endsWith("Backward"),
      sizes: numbers(sizes, 1),
      options: numbers(options, 100),
      given: Object.fromEntries(names.filter(has).map((one) => [one, tensor])),
      keep: names.filter(has),
    };
    const layout = layOut(call, 1024);
    writeTable(core, tables[name], block, call, layout);
    const expected = { ...call.sizes, ...call.options };
    for (const { row, offset } of layout.tensors) expected[row.name] = block + offset;
    const found = {};
    for (const [word, { index, float }] of Object.entries(tables[name].words))
      found[word] = (float ? core.HEAPF32 : core.HEAP32)[block / 4 + index];
    for (const word of Object.keys(found)) assert.equal(found[word], expected[word] ?? 0, `${name}: ${word}`);
    const addresses = layout.tensors.map(({ offset }) => block + offset);
    assert.ok(addresses.every((address) => address % 64 === 0) && new Set(addresses).size === addresses.length, name);
    const placed = rows.filter((row) => has(row.name) && (call.backward || row.when !== "saved"));
    assert.equal(addresses.length, placed.length, name);
    core.release(block);
  }
});

test("memory begins a cache line, above 3 GB too, and what cannot be addressed is refused", async () => {
  const core = await start();
  for (const bytes of [2 ** 32 - 1, 2 ** 32 - 64, 2 ** 32 - 81, 2 ** 32 - 2 ** 16])
    assert.equal(core.allocate(bytes), 0, `${bytes} bytes`);
  const addresses = [1, 63, 64, 65, 1000, 2 ** 30, 2 ** 30, 2 ** 30, 7].map((bytes) => core.allocate(bytes));
  assert.ok(
    addresses.every((address) => address > 0 && address % 64 === 0),
    String(addresses),
  );
  assert.ok(Math.max(...addresses) > 2 ** 31);
  assert.equal(core.allocate(2 ** 30), 0);
  assert.ok(core.allocate(1) > 0);
});

test("a linear layer adds to its output, and is refused without all of its tensors, or without rows", async () => {
  const core = await start();
  const { kind, words, length } = readTables(core).linear;
  const table = core.allocate(1024);
  const run = (values) => {
    core.HEAP32.fill(0, table / 4, table / 4 + length);
    for (const [name, value] of Object.entries(values)) core.HEAP32[table / 4 + words[name].index] = value;
    return core.run(kind, table);
  };
  const [x, weight, output] = [1, 2, 3].map(() => core.allocate(64));
  const whole = { rows: 2, inputs: 2, outputs: 2, x, weight, output };
  core.HEAPF32.set([1, 2, 3, 4], x / 4);
  core.HEAPF32.set([5, 6, 7, 8], weight / 4);
  const result = () => Array.from(core.HEAPF32.subarray(output / 4, output / 4 + 4));
  assert.equal(run(whole), 0);
  assert.deepEqual(result(), [19, 22, 43, 50]);
  assert.equal(run({ ...whole, outIn: 1, add: 1 }), 0);
  assert.deepEqual(result(), [19 + 17, 22 + 23, 43 + 39, 50 + 53]);
  for (const name of ["x", "weight", "output"]) assert.equal(run({ ...whole, [name]: 0 }), 3, name);
  for (const name of ["rows", "inputs", "outputs"]) assert.equal(run({ ...whole, [name]: 0 }), 1, name);
  for (const name of ["activation", "bias"]) assert.equal(run({ ...whole, add: 1, [name]: 1 }), 2, name);
});

test("the core says its version, its flavour and a kind for each call, and refuses any other kind", async () => {
  const core = await start();
  const textAt = (address) => String.fromCharCode(...core.HEAPU8.subarray(address, core.HEAPU8.indexOf(0, address)));
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  assert.deepEqual([textAt(core.version()), textAt(core.flavour())], [version, "simd"]);
  const { options, ...calls } = readTables(core);
  assert.equal(options.kind, undefined);
  const kinds = Object.values(calls).map(({ kind }) => kind);
  assert.deepEqual(
    kinds.toSorted((a, b) => a - b),
    kinds.map((_, at) => at),
  );
  for (const kind of [-1, kinds.length]) assert.equal(core.run(kind, 0), 2);
});

test("a bound of the window is a signed word: 0 is a bound, and -1 means no bound", async () => {
  const core = await start();
  const { kind, words, length } = readTables(core).attention;
  const [table, q, v, output] = [1, 2, 3, 4].map(() => core.allocate(1024));
  core.HEAPF32.fill(0, q / 4, q / 4 + 3);
  core.HEAPF32.set([3, 6, 9], v / 4);
  const sizes = { batch: 1, heads: 1, kvHeads: 1, queries: 3, keys: 3, dim: 1, valueDim: 1, softmax: 1 };
  const attended = (windowLeft, windowRight) => {
    core.HEAP32.fill(0, table / 4, table / 4 + length);
    for (const [name, value] of Object.entries({ ...sizes, q, k: q, v, output, windowLeft, windowRight }))
      core.HEAP32[table / 4 + words[name].index] = value;
    assert.equal(core.run(kind, table), 0);
    return Array.from(core.HEAPF32.subarray(output / 4, output / 4 + 3));
  };
  assert.deepEqual(attended(0, 0), [3, 6, 9]);
  assert.deepEqual(attended(-1, 0), [3, 4.5, 6]);
  assert.deepEqual(attended(0, -1), [6, 7.5, 9]);
  assert.deepEqual(attended(-1, -1), [6, 6, 6]);
});
