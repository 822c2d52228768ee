// The functions that cut work, over random lines and tensors: nothing is lost, nothing is computed twice, and every cut
// is where the bits of the plain call allow it.
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { randomOf } from "../lib/support.mjs";

const { outputFiles } = await build({
  stdin: {
    contents: `export * from "./split-rows.ts"; export * from "../lib/rows/windows.ts";`,
    resolveDir: fileURLToPath(new URL("../../web/workers", import.meta.url)),
  },
  bundle: true,
  format: "esm",
  write: false,
});
const { cutAtGroups, cutLine, copyFromWhole, copyToWhole, countOf, ROW_STEP, windowOf } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);

/** The work of rows that see i + offset + 1 of all keys, as causal rows do. The offset may leave rows no keys. */
function workOf(rows, keys, offset) {
  const sums = new Float64Array(rows + 1);
  for (let i = 0; i < rows; i++) sums[i + 1] = sums[i] + Math.min(keys, Math.max(0, i + offset + 1)) + 32;
  return sums;
}

function* randomLines(count) {
  const { integer, uniform } = randomOf(7);
  for (let n = 0; n < count; n++) {
    const [batch, heads, rows, keys] = [integer(1, 4), integer(1, 13), integer(1, 400), integer(1, 400)];
    const work = Array.from({ length: batch }, () => workOf(rows, keys, uniform() < 0.5 ? keys : integer(-rows, keys)));
    const line = { heads, rows, work, cutsRows: uniform() < 0.7 };
    const total = heads * work.reduce((sum, one) => sum + one[rows], 0);
    const shares = integer(1, 9);
    const aim = (total / shares) * (uniform() < 0.3 ? 2 : uniform() + 0.05);
    yield { line, total, shares, aim, cut: cutLine(line, shares, aim) };
  }
}

const workIn = ({ work }, { batch, heads, rows }) => {
  let sum = 0;
  for (let b = batch[0]; b < batch[1]; b++) sum += (heads[1] - heads[0]) * (work[b][rows[1]] - work[b][rows[0]]);
  return sum;
};

test("the boxes hold every row of every head once, in order", () => {
  for (const { line, cut } of randomLines(3000)) {
    const next = { row: 0, head: 0 };
    for (const { batch, heads, rows } of cut.flat()) {
      const isPart = rows[0] > 0 || rows[1] < line.rows;
      if (isPart) assert.deepEqual([batch[1] - batch[0], heads[1] - heads[0]], [1, 1], "rows of one head");
      else assert.ok(batch[1] - batch[0] === 1 || heads[1] - heads[0] === line.heads, "whole batches, or heads of one");
      assert.deepEqual({ head: batch[0] * line.heads + heads[0], row: rows[0] }, next);
      const count = (batch[1] - batch[0]) * (heads[1] - heads[0]);
      next.head += rows[1] === line.rows ? count : 0;
      next.row = rows[1] === line.rows ? 0 : rows[1];
    }
    assert.deepEqual(next, { head: line.work.length * line.heads, row: 0 });
  }
});

test("rows are cut at multiples of 12 with at least 12 rows on each side, or not at all", () => {
  let cuts = 0;
  assert.equal(ROW_STEP, 12);
  for (const { line, cut } of randomLines(3000)) {
    for (const { rows } of cut.flat()) {
      const inner = rows.filter((row) => row > 0 && row < line.rows);
      cuts += inner.length;
      assert.ok(inner.every((row) => row % 12 === 0 && line.rows - row >= 12));
      if (inner.length) assert.ok(line.cutsRows);
    }
  }
  assert.ok(cuts > 3000, String(cuts));
});

test("where rows may be cut, shares differ from their aim by 3 percent, or by the rows between two cuts", () => {
  for (const { line, total, shares, aim, cut } of randomLines(3000)) {
    if (!line.cutsRows || line.rows < 24) continue;
    // Near the end of a head, 24 rows may have no cut between them.
    const grain = Math.max(...line.work.flatMap((one) => Array.from(one, (sum, i) => sum - one[Math.max(0, i - 24)])));
    for (const own of cut) {
      const share = own.reduce((sum, box) => sum + workIn(line, box), 0);
      assert.ok(Math.abs(share - total / shares) <= 0.06 * (total / shares) + grain, `${share} of ${total / shares}`);
      for (const box of own) assert.ok(workIn(line, box) <= 2.6 * aim + grain, `${workIn(line, box)}, aim ${aim}`);
    }
  }
});

test("heads stay whole where that is even", () => {
  const even = { heads: 12, rows: 1024, work: [workOf(1024, 1024, 1024)], cutsRows: true };
  const total = 12 * even.work[0][1024];
  for (const shares of [1, 2, 3, 4, 6]) {
    const boxes = cutLine(even, shares, total / shares).flat();
    assert.deepEqual(
      boxes.map(({ heads, rows }) => [heads[1] - heads[0], rows[1] - rows[0]]),
      Array(shares).fill([12 / shares, 1024]),
    );
  }
  assert.ok(
    cutLine(even, 5, total)
      .flat()
      .some(({ rows }) => rows[1] - rows[0] < 1024),
  );
});

test("a part holds whole groups of heads, or heads of one group", () => {
  const { integer } = randomOf(8);
  for (let n = 0; n < 500; n++) {
    const size = integer(1, 5);
    const from = integer(0, 12);
    const heads = [from, from + integer(1, 12)];
    const parts = cutAtGroups({ batch: [0, 1], heads, rows: [0, 9] }, size);
    assert.deepEqual([parts[0].heads[0], parts.at(-1).heads[1]], heads);
    parts.slice(1).forEach((part, at) => assert.equal(part.heads[0], parts[at].heads[1]));
    for (const {
      heads: [first, last],
    } of parts) {
      const isInside = Math.floor(first / size) === Math.floor((last - 1) / size);
      assert.ok(isInside || (first % size === 0 && last % size === 0), `${first} to ${last}, groups of ${size}`);
    }
  }
});

test("a window copies what its ranges say, out and back", () => {
  const { integer, uniform, tensorOf } = randomOf(9);
  for (let n = 0; n < 1000; n++) {
    const extents = Array.from({ length: integer(1, 4) }, () => integer(1, 5));
    const ranges = extents.map((extent) => {
      if (uniform() < 0.4) return undefined;
      const from = integer(0, extent - 1);
      return [from, integer(from + 1, extent)];
    });
    const whole = tensorOf(extents).data;
    const isIn = (at) => {
      let rest = at;
      return extents.reduceRight((all, extent, axis) => {
        const index = rest % extent;
        rest = Math.floor(rest / extent);
        return all && (!ranges[axis] || (index >= ranges[axis][0] && index < ranges[axis][1]));
      }, true);
    };
    const window = windowOf(extents, ranges);
    const part = new Float32Array(countOf(window));
    copyFromWhole(whole, window, part);
    assert.deepEqual(
      part,
      whole.filter((_, at) => isIn(at)),
    );
    const back = new Float32Array(whole.length);
    copyToWhole(part, window, back);
    assert.deepEqual(
      back,
      whole.map((value, at) => (isIn(at) ? value : 0)),
    );
  }
});
