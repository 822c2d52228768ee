// What pages import as "trained:rows" is a part of the trained encoder's table, rounded, and rows that it has computed.
import assert from "node:assert/strict";
import test from "node:test";
import { STEPS, trainedRows } from "../../scripts/encoder-rows.mjs";
import { trainedWeights } from "../../scripts/encoder-weights.mjs";
import { siteModule } from "./runs.mjs";

const { readRows } = await siteModule("kit/trained-rows.ts");
const { pieces, tensors } = trainedWeights();
const { data, columns } = tensors.embedding;
const { words, ids, table, banks } = readRows(await trainedRows());

const rowOf = (all, row) => Array.from(all.subarray(row * columns, (row + 1) * columns));
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

test("each row is that of its word's piece, rounded to a step of its largest number", () => {
  assert.deepEqual(table.shape, [words.length, columns]);
  for (const [at, id] of ids.entries()) {
    assert.equal(pieces[id], `▁${words[at]}`);
    const exact = rowOf(data, id);
    const step = Math.max(...exact.map(Math.abs)) / STEPS;
    for (const [column, value] of rowOf(table.data, at).entries())
      assert.ok(Math.abs(value - exact[column]) < 0.501 * step, `${words[at]}, ${column}`);
  }
});

test("rounding leaves nine tenths of the words their nearest word", () => {
  const nearest = (rows) =>
    rows.map((row, at) => {
      const all = rows.map((other, place) => (place === at ? -1 : cosine(row, other)));
      return all.indexOf(Math.max(...all));
    });
  const rounded = nearest(words.map((_, at) => rowOf(table.data, at)));
  const exact = nearest(ids.map((id) => rowOf(data, id)));
  const same = rounded.filter((one, at) => one === exact[at]).length;
  assert.ok(same >= 0.9 * words.length, `${same} of ${words.length}`);
});

test("bank has one row in the table and another in each sentence; two waters are nearer than water and money", () => {
  const stage = (at) => banks.map(({ stages }) => Array.from(stages[at].data));
  const [river, lake, money] = stage(0);
  assert.deepEqual(river, lake);
  assert.deepEqual(river, money);
  for (const at of [1, 2]) {
    const [byRiver, byLake, withMoney] = stage(at);
    assert.ok(cosine(byRiver, byLake) > cosine(byRiver, withMoney));
  }
});
