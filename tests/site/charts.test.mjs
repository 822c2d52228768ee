// The axes of charts, and the numbers along a scale.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { along, marksOf } = await siteModule("kit/charts/axis.ts");
const { placeNames } = await siteModule("kit/charts/names.ts");
const { ticks } = await siteModule("../show/ticks.ts");

test("the numbers of a linear scale are its ends and what lies evenly between them", () => {
  assert.deepEqual(ticks([0, 1]), [0, 0.5, 1]);
  assert.deepEqual(ticks([-100, 100], { parts: 4 }), [-100, -50, 0, 50, 100]);
});

test("the numbers of a logarithmic scale lie whole powers apart, five at most, and the high end is one", () => {
  assert.deepEqual(ticks([4, 1024], { base: 2 }), [4, 16, 64, 256, 1024]);
  assert.deepEqual(ticks([1, 4096], { base: 2 }), [1, 8, 64, 512, 4096]);
  assert.deepEqual(ticks([1e-4, 1], { base: 10 }), [1e-4, 1e-3, 0.01, 0.1, 1]);
  assert.deepEqual(ticks([1e-5, 1], { base: 10 }), [1e-4, 0.01, 1]);
  assert.deepEqual(ticks([0.1, 1], { base: 10 }), [0.1, 1]);
});

test("a value stands on its axis by its share, or by its power; beyond an end it stands at that end", () => {
  assert.equal(along({ domain: [2, 4] }, 3), 0.5);
  assert.equal(along({ domain: [0, 1] }, 7), 1);
  assert.equal(along({ domain: [0, 1] }, -7), 0);
  assert.equal(along({ domain: [1, 4096], base: 2 }, 64), 0.5);
  assert.equal(along({ domain: [1e-4, 1], base: 10 }, 0), 0);
  assert.deepEqual(
    marksOf({ domain: [1, 256], base: 2 }).map(({ at }) => at),
    [0, 0.25, 0.5, 0.75, 1],
  );
});

test("names of points cover neither each other nor a point, and keep their places when points move", () => {
  const sizes = { widths: [0.6, 0.8, 0.6, 1, 0.7], height: 0.36, mark: 0.13, reach: 4.2 };
  for (const [x, y] of [
    [0, 0],
    [4.1, 4.1],
    [-4.1, 0],
  ]) {
    const points = [0, 0.1, 0.3, 0.35, 0.6].map((aside, at) => [x - Math.sign(x || 1) * aside, y - 0.05 * at]);
    const placed = placeNames(points, sizes);
    const isApart = (a, b) => a.right <= b.left || b.right <= a.left || a.high <= b.low || b.high <= a.low;
    placed.forEach((one, at) => {
      for (const other of placed.slice(0, at)) assert.ok(isApart(one, other), `${at} at ${x}, ${y}`);
      for (const [across, up] of points)
        assert.ok(isApart(one, { left: across, right: across, low: up, high: up }), `${at} at ${x}, ${y}`);
      assert.ok(Math.max(one.right, one.high, -one.left, -one.low) <= 4.2);
    });
    const moved = placeNames(
      points.map(([across, up]) => [across, up - 0.01]),
      sizes,
      placed,
    );
    assert.deepEqual(
      moved.map(({ place }) => place),
      placed.map(({ place }) => place),
    );
  }
});
