// Every pair of options, against the table "What combines with what" of the documentation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { dist, load } from "./support.mjs";

const { openWorkers } = await import(new URL("workers.js", dist));
const heed = await load();

const ROWS = 6;
const tensor = (...shape) => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(at)),
  shape,
});
const [q, k, v] = [2, 1, 1].map((heads) => tensor(heads, ROWS, 4));

/** Each row of the table, as options of a call. */
const OPTIONS = {
  "`causal`": { causal: { offset: 0 } },
  "`window`": { window: { left: 2, right: 1 } },
  "`mask`": { mask: Array.from({ length: ROWS }, (_, j) => j !== 2) },
  "`bias`": { bias: tensor(ROWS) },
  "`keyLengths`": { keyLengths: 5 },
  "`keyMask`": { keyMask: [0, 1, 1, 1, 0, 1] },
  "`softcap`": { softcap: 5 },
  "`alibi`": { alibi: [0.5, 0.25] },
  "`rotary`": { rotary: { pairs: "halves" } },
  "`sink`": { sink: 0 },
  "`sequences`": { sequences: { queries: [0, 2, 5] } },
  "`documents`": { documents: [1, 1, 2, 2, 1, 3] },
  '`normalize: "none"`': { normalize: "none" },
  "`axes`": { axes: "rows-heads" },
  "`keep` a matrix": { keep: ["weights"] },
  '`keep: ["lse"]`': { keep: ["lse"] },
  "`dLse`": { dLse: tensor(2, ROWS) },
};

const text = readFileSync(new URL("../../web/site/docs/api.md", import.meta.url), "utf8");
const lines = text
  .split("## What combines with what")[1]
  .split("\n##")[0]
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const [[, ...columns], , ...table] = lines;

/** Whether the table refuses the two, which it may say at either. */
function isRefused(one, other) {
  const at = (row, column) => table.find(([name]) => name === row)?.[1 + columns.indexOf(column)];
  return [at(one, other), at(other, one)].includes("no");
}

/** Throws a TypeError or RangeError with a sentence, or computes finite numbers. */
function outcomeOf(call) {
  let results;
  try {
    results = call();
  } catch (error) {
    assert.ok(error instanceof TypeError || error instanceof RangeError, error.stack);
    // the name of the call, a colon, and a sentence with its full stop
    assert.match(error.message, /^heed\.[a-zA-Z]+: .+\.$/);
    return error.message;
  }
  for (const { data } of Object.values(results)) {
    assert.ok(data.every((x) => Number.isFinite(x) || x === -Infinity));
  }
  return undefined;
}

/** q, k, v and dOutput in the order of axes that the options ask for. */
function tensorsFor({ axes }) {
  const all = [q, k, v, tensor(2, ROWS, 4)];
  return axes === "rows-heads"
    ? all.map(({ data, shape: [heads, rows, dim] }) => ({ data, shape: [rows, heads, dim] }))
    : all;
}

function compute({ dLse, ...options }) {
  const [queries, keys, values, dOutput] = tensorsFor(options);
  const forward = heed.attention(queries, keys, values, options);
  const { keep, ...rest } = options;
  const backward = heed.attentionBackward(queries, keys, values, dOutput, dLse ? { ...rest, dLse } : rest);
  return { ...forward, ...backward };
}

function joined(one, other) {
  const keep = [...(one.keep ?? []), ...(other.keep ?? [])];
  return { ...one, ...other, ...(keep.length && { keep }) };
}

function assertAs(refused, message, what) {
  assert.equal(message !== undefined, refused, `${what}: ${message ?? "computed"}`);
}

test("the table has a row for each option, and says yes or no", () => {
  assert.deepEqual(
    table.map(([name]) => name),
    Object.keys(OPTIONS),
  );
  assert.ok(table.every((row) => row.length === columns.length + 1));
  const blank = table.filter((row) => row.slice(1).some((cell) => !["yes", "no"].includes(cell)));
  assert.deepEqual(
    blank.map(([name]) => name),
    ["`sequences`", '`normalize: "none"`'],
  );
});

test("each pair of options computes, or is refused by a sentence, as the table says", () => {
  for (const [one, first] of Object.entries(OPTIONS)) {
    for (const [other, second] of Object.entries(OPTIONS)) {
      if (one === other) continue;
      const options = joined(first, second);
      assertAs(
        isRefused(one, other),
        outcomeOf(() => compute(options)),
        `${one} with ${other}`,
      );
    }
  }
});

test("a session takes the options that the table says", () => {
  for (const [name, options] of Object.entries(OPTIONS)) {
    const sizes = { heads: 2, kvHeads: 1, queries: ROWS, keys: ROWS, dim: 4 };
    const { dLse, ...given } = options;
    const message = outcomeOf(() => {
      const session = heed.session({ ...sizes, ...given, ...(dLse && { backward: true, keep: ["lse"] }) });
      session.q.set(q.data);
      session.dLse?.set(dLse.data);
      session.run();
      if (dLse) session.backward();
      const output = { output: { data: session.output.slice() } };
      session.dispose();
      return output;
    });
    assertAs(isRefused(name, "a session"), message, name);
  }
});

test("a cache takes the options that the table says", () => {
  for (const [name, { keep, ...options }] of Object.entries(OPTIONS)) {
    const message = outcomeOf(() => {
      const cache = heed.cache({ heads: 2, kvHeads: 1, dim: 4, capacity: ROWS, ...options });
      const results = cache.step(q, k, v, keep && { keep });
      cache.dispose();
      return results;
    });
    assertAs(isRefused(name, "a cache"), message, name);
  }
});

test("heed/workers takes the options that the table says, and gives the same numbers", async () => {
  const workers = await openWorkers({ workers: 1 });
  try {
    for (const [name, options] of Object.entries(OPTIONS)) {
      const { keep, ...rest } = options;
      const expected = compute(options);
      const [queries, keys, values, dOutput] = tensorsFor(options);
      const found = { ...(await workers.attentionBackward(queries, keys, values, dOutput, rest)) };
      if (!options.dLse) Object.assign(found, await workers.attention(queries, keys, values, options));
      for (const part in found) assert.deepEqual(found[part].data, expected[part].data, `${name} ${part}`);
      assert.equal(isRefused(name, "`heed/workers`"), false);
    }
  } finally {
    await workers.dispose();
  }
});
