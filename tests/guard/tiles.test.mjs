// The register tiles of all products: in the wasm that ships, and in the machine code that V8 makes of it here. A tile
// is fast if its operands stay in registers. The code shows that, so no test here measures time.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { relaxedSimdFlags } from "../../scripts/setup/relaxed.mjs";
import { innermostLoops as machineLoops, listing } from "./machine-loops.mjs";
import { syntheticTile } from "./synthetic-tile.mjs";
import { innermostLoops as wasmLoops } from "./wasm-loops.mjs";

const ENTRY = new URL("../../dist/heed.js", import.meta.url);
const FLAVOURS = ["simd", "relaxed-simd"];

// ---- in wasm --------------------------------------------------------------------------------------------------------

const LETTERS = {
  "v128.load": "L",
  "f32x4.mul": "",
  "f32x4.add": "M",
  "f32x4.relaxed_madd": "M",
};
const isMultiplyAdd = (name) => name === "f32x4.add" || name === "f32x4.relaxed_madd";
const count = (names, matches) => names.filter(matches).length;

const isSplat = (name) => name.startsWith("v128.load32_splat");
const hasOffset = (name) => name.includes("offset");
const splats = (names) => count(names, isSplat);

// A tile is two vectors wide, so each row has two products.
const COLUMNS = 2;
const rowsOf = (products) => products / COLUMNS;

/**
 * Whether a loop only loads vectors and adds up at least eight products. It reads each row once, as a vector or as a
 * number that it spreads over a vector, and each column once.
 */
function isTile(names) {
  const alone = names.every((name) => !name.startsWith("0xfd") && name !== "v128.store");
  const products = count(names, isMultiplyAdd);
  const loads = count(names, (name) => name === "v128.load");
  return alone && products >= 8 && loads + splats(names) === rowsOf(products) + COLUMNS;
}

const orderOf = (names) => names.map((name) => (isSplat(name) ? "S" : (LETTERS[name] ?? ""))).join("");

/** Each row is read and used for all its products before the next row. Columns are loaded once, with the first row. */
const ROW_BY_ROW = /^[LS]{2,3}ML?M([LS]MM)+$/;

// One pointer moves over the rows and one over the columns. Addresses of vectors are constant offsets from them. The
// address of a number that is spread is added up, except for the first row.
const POINTERS = 2;
const additionsOf = (names) => POINTERS + Math.max(0, splats(names) - 1);

/** What is wrong with the loop of a tile, or "". */
function faultOf(names) {
  const order = orderOf(names);
  if (!ROW_BY_ROW.test(order)) return `the order is ${order}`;
  const far = names.find((name) => isSplat(name) && hasOffset(name));
  if (far) return `${far}, of which JavaScriptCore makes three instructions`;
  const [additions, needed] = [count(names, (name) => name === "i32.add"), additionsOf(names)];
  return additions > needed ? `${additions} i32.add where ${needed} are needed` : "";
}

for (const flavour of FLAVOURS) {
  const loops = wasmLoops(readFileSync(new URL(`../../dist/${flavour}.wasm`, import.meta.url)));

  test(`${flavour}.wasm: every tile reads a row, uses it up, and only then takes the next`, () => {
    const tiles = loops.filter(isTile);
    const loading = tiles.filter((tile) => splats(tile) === 0).length;
    assert.ok(tiles.length - loading >= 1, "the tile of mix spreads numbers");
    if (flavour === "simd") assert.ok(loading >= 1, "the tile of scores loads rows that were spread before");
    else assert.ok(tiles.length >= 2 && loading === 0, "the tile of scores spreads numbers, too");
    for (const tile of tiles) assert.equal(faultOf(tile), "");
  });

  test(`${flavour}.wasm: no inner loop spreads a number at a constant offset`, () => {
    const far = loops.flat().filter((name) => isSplat(name) && hasOffset(name));
    assert.deepEqual(far, [], "JavaScriptCore makes a load, a move and a broadcast of each");
  });
}

const faultOfSynthetic = (how) => faultOf(wasmLoops(syntheticTile(4, how)).find(isTile));

test("a tile whose loads were hoisted has a fault, and a tile in order has none", () => {
  assert.equal(faultOfSynthetic({ vectors: true }), "");
  assert.equal(faultOfSynthetic({ vectors: true, hoisted: true }), "the order is LLLLLLMMMMMMMM");
  assert.equal(faultOfSynthetic({ added: true, hoisted: true }), "the order is LLSSSSMMMMMMMM");
});

test("a tile that spreads numbers at constant offsets has a fault, and one that adds the addresses up has none", () => {
  assert.equal(faultOfSynthetic({ added: true }), "");
  assert.match(faultOfSynthetic({}), /^v128.load32_splat offset=4, of which JavaScriptCore/);
});

// ---- in machine code ------------------------------------------------------------------------------------------------

// The rule is for sixteen vector registers. Other processors have more, and their listings use other names.
const skip = process.arch === "x64" ? false : `this machine is ${process.arch}, the rule is of x86-64`;

const isProduct = (text) => /^v?(mulps|fmadd\d+ps)/.test(text);
const isSpread = (text) => /^v?(broadcastss|movss|shufps|movddup)/.test(text);
const isSpill = (text) => /xmm/.test(text) && /\[r(sp|bp)/.test(text);

// instructions that no tile holds: maxima, roundings, shifts, stores to memory
const isOther = (text) => /^v?(maxps|minps|cvt|psl|pxor|subps)/.test(text);

const isLoad = (text) => /^v?mov(ups|dqu) xmm\d+,\[/.test(text);
const isStore = (text) => /^v?mov(ups|dqu) \[.*xmm\d+$/.test(text) && !isSpill(text);

function isMachineTile(loop) {
  const products = count(loop, isProduct);
  const reads = count(loop, isLoad) + count(loop, isSpread);
  return products >= 8 && reads >= rowsOf(products) + COLUMNS && !loop.some((text) => isOther(text) || isStore(text));
}

const machineTiles = (text) => machineLoops(text).filter(isMachineTile);

const listTile = (rows) =>
  machineTiles(
    listing(new URL("run-module.mjs", import.meta.url), [Buffer.from(syntheticTile(rows)).toString("base64")]),
  );

test("the listing of this Node shows which tile spills and which does not", { skip }, () => {
  const [fits] = listTile(4),
    [spills] = listTile(8);
  assert.equal(count(fits, isSpill), 0);
  assert.ok(count(spills, isSpill) > 0, "8 × 2 accumulators and 3 operands need 19 registers");
});

for (const flavour of FLAVOURS) {
  const flags = flavour === "simd" ? [] : (relaxedSimdFlags() ?? []);
  test(`${flavour}: V8 keeps every operand of the tiles in registers`, { skip }, () => {
    const tiles = machineTiles(listing(new URL("run-attention.mjs", import.meta.url), [ENTRY.href, flavour], flags));
    assert.ok(tiles.length >= 2, `scores and mix have a tile each; ${tiles.length} were found`);
    for (const tile of tiles) assert.deepEqual(tile.filter(isSpill), [], `in\n${tile.join("\n")}`);
  });
}
