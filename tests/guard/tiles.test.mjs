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
  "v128.load32_splat": "S",
  "f32x4.mul": "",
  "f32x4.add": "M",
  "f32x4.relaxed_madd": "M",
};
const isMultiplyAdd = (name) => name === "f32x4.add" || name === "f32x4.relaxed_madd";
const count = (names, matches) => names.filter(matches).length;

/** Whether a loop only loads vectors, spreads single numbers over vectors, and adds up at least eight products. */
function isTile(names) {
  const alone = names.every((name) => !name.startsWith("0xfd") && name !== "v128.store");
  return alone && count(names, (name) => name === "v128.load32_splat") >= 2 && count(names, isMultiplyAdd) >= 8;
}

const orderOf = (names) => names.map((name) => LETTERS[name] ?? "").join("");

/**
 * Each row is spread and used for all its products before the next row. Columns are loaded once, with the first row.
 */
const ROW_BY_ROW = /^L*S(L*M)+(SM+)+$/;

// One pointer moves over the rows and one over the columns. All other addresses are constant offsets from them.
const POINTERS = 2;

/** What is wrong with the loop of a tile, or "". */
function faultOf(names) {
  const order = orderOf(names);
  if (!ROW_BY_ROW.test(order)) return `the order is ${order}`;
  const additions = count(names, (name) => name === "i32.add");
  return additions > POINTERS ? `${additions} i32.add where ${POINTERS} pointers move` : "";
}

for (const flavour of FLAVOURS) {
  test(`${flavour}.wasm: every tile spreads a row, uses it up, and only then takes the next`, () => {
    const tiles = wasmLoops(readFileSync(new URL(`../../dist/${flavour}.wasm`, import.meta.url))).filter(isTile);
    assert.ok(tiles.length >= 2, `scores and mix have a tile each; ${tiles.length} were found`);
    for (const tile of tiles) assert.equal(faultOf(tile), "");
  });
}

test("a tile whose loads were hoisted has a fault, and a tile in order has none", () => {
  const [good] = wasmLoops(syntheticTile(4)).filter(isTile);
  const [bad] = wasmLoops(syntheticTile(4, { hoisted: true })).filter(isTile);
  assert.equal(faultOf(good), "");
  assert.equal(faultOf(bad), "the order is LLSSSSMMMMMMMM");
});

// ---- in machine code ------------------------------------------------------------------------------------------------

// The rule is for sixteen vector registers. Other processors have more, and their listings use other names.
const skip = process.arch === "x64" ? false : `this machine is ${process.arch}, the rule is of x86-64`;

const isProduct = (text) => /^v?(mulps|fmadd\d+ps)/.test(text);
const isSpread = (text) => /^v?(broadcastss|movss|shufps|movddup)/.test(text);
const isSpill = (text) => /xmm/.test(text) && /\[r(sp|bp)/.test(text);

// instructions that no tile holds: maxima, roundings, shifts
const isOther = (text) => /^v?(maxps|minps|cvt|psl|pxor|subps)/.test(text);

function machineTiles(text) {
  return machineLoops(text).filter(
    (loop) => count(loop, isProduct) >= 8 && count(loop, isSpread) >= 2 && !loop.some(isOther),
  );
}

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
