// Worksheets by hand: how far from the answer key a class may come, on every sheet there is.
import assert from "node:assert/strict";
import test from "node:test";
import { heed, siteModule } from "./runs.mjs";

const { isVisible, LEVELS, makeSheet, OUTPUT_OFF, powers, WEIGHT_OFF } = await siteModule("pages/worksheet/sheet.ts");

/** A page shows eight sheets at most, of which the first is the five hundredth at most. */
const LAST = 507;
const SHEETS = Object.fromEntries(
  LEVELS.map((level) => [level, Array.from({ length: LAST }, (_, at) => makeSheet(heed, at + 1, level))]),
);

/** As in a key, and as people round: a half goes up. */
const printed = (value) => Number(value.toFixed(2));
const byHand = (value) => Math.round(value * 100 + 1e-9) / 100;
const total = (row) => row.reduce((sum, value) => sum + value, 0);
const most = (values) => printed(Math.max(...values));

/** The weights of a sheet by a table of powers, whose digits `read` takes. */
function weightsBy(read, { level, scores }) {
  const power = (at) => read(powers().find(([x]) => x === at)[1]);
  return scores.map((row, query) => {
    const top = Math.max(...row.filter((_, key) => isVisible(level, query, key)));
    const parts = row.map((score, key) => (isVisible(level, query, key) ? power(score - top) : 0));
    return parts.map((part) => part / total(parts));
  });
}

const rows = (weights, round) => weights.map((row) => row.map(round));
const asOnTheSheet = (value) => Number(value.toFixed(value < 0.1 ? 3 : 2));

/** What the mixing may start from. */
const WAYS = {
  "the key’s weights": (sheet) => rows(sheet.weights, printed),
  "the table’s powers": (sheet) => rows(weightsBy(asOnTheSheet, sheet), byHand),
  "powers of two decimals": (sheet) => rows(weightsBy(byHand, sheet), byHand),
  "the table’s powers, weights not rounded": (sheet) => weightsBy(asOnTheSheet, sheet),
};

const weightsOff = (weights, sheet) =>
  weights.flatMap((row, i) => row.map((weight, j) => Math.abs(byHand(weight) - printed(sheet.weights[i][j]))));

const outputsOff = (weights, { v, output }) =>
  weights.flatMap((row, i) =>
    output[i].map((value, at) => Math.abs(byHand(total(row.map((weight, j) => weight * v[j][at]))) - printed(value))),
  );

for (const level of LEVELS)
  test(`by hand (${level}) weights and outputs differ from the key by as much as it says, and by no more`, () => {
    const found = Object.values(WAYS).map((way) => {
      const all = SHEETS[level].map((sheet) => [way(sheet), sheet]);
      return [
        most(all.flatMap(([weights, sheet]) => weightsOff(weights, sheet))),
        most(all.flatMap(([weights, sheet]) => outputsOff(weights, sheet))),
      ];
    });
    assert.equal(most(found.map(([weight]) => weight)), WEIGHT_OFF);
    assert.equal(most(found.map(([, output]) => output)), OUTPUT_OFF[level]);
  });

test("rows of rounded weights add up to 1, to 0.99 or to 1.01, in the key and by hand", () => {
  for (const [name, way] of Object.entries(WAYS).slice(0, 3)) {
    const sums = LEVELS.flatMap((level) =>
      SHEETS[level].flatMap((sheet) => way(sheet).map((row) => printed(total(row)))),
    );
    assert.deepEqual(Array.from(new Set(sums)).sort(), [0.99, 1, 1.01], name);
  }
});
