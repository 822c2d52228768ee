// Work that waits for its turn: a turn is short, also when its work asks for more.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./serve.mjs";

const begun = [];
const frames = [];
const timers = [];
let now = 0;
/** The listeners that are called when the page is shown or hidden. */
const listeners = new Set();
globalThis.document = {
  hidden: false,
  addEventListener: (_, call) => listeners.add(call),
  removeEventListener: (_, call) => listeners.delete(call),
};
globalThis.queueMicrotask = (call) => begun.push(call);
globalThis.requestAnimationFrame = (call) => frames.push(call);
globalThis.cancelAnimationFrame = (frame) => frames.splice(frame - 1, 1);
const clock = { performance: { now: () => now }, setTimeout: (call) => timers.push(call) };
const { outputFiles } = await build({
  entryPoints: [path.join(root, "web/show/frame-turns.ts")],
  bundle: true,
  write: false,
  format: "esm",
  // Node's own clock and timers stay as they are.
  define: { performance: "clock.performance", setTimeout: "clock.setTimeout" },
});
Object.assign(globalThis, { clock });
const { afterPaint, inTurn } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const begin = () => begun.splice(0).forEach((call) => call());
/** The browser paints, and the next turn follows. */
const paint = () => {
  for (const waiting of [frames, timers]) waiting.splice(0).forEach((call) => call());
};
const holdThePage = () => (now += 30);

test("what long work asks for waits for the paint, and of one owner only the last is done", () => {
  const done = [];
  const [first, second] = [{}, {}];
  inTurn(first, () => {
    holdThePage();
    for (const name of ["dropped", "kept"]) inTurn(second, () => done.push(name));
    done.push("long");
  });
  begin();
  begin();
  assert.deepEqual(done, ["long"]);
  paint();
  assert.deepEqual(done, ["long", "kept"]);
});

test("what waits for a paint goes on where the page is hidden before it, and once alone", async () => {
  const done = [];
  afterPaint(() => done.push("shown"));
  paint();
  paint();
  afterPaint(() => done.push("hidden meanwhile"));
  document.hidden = true;
  for (const hear of listeners) hear();
  assert.deepEqual(done, ["shown", "hidden meanwhile"]);
  assert.deepEqual([frames, timers, Array.from(listeners)], [[], [], []]);
  await new Promise((called) => afterPaint(() => called(done.push("hidden"))));
  document.hidden = false;
  paint();
  assert.deepEqual(done, ["shown", "hidden meanwhile", "hidden"]);
});

test("work that fails leaves the others their turn", () => {
  const done = [];
  inTurn({}, () => {
    throw new Error("no picture");
  });
  inTurn({}, () => done.push("next"));
  assert.throws(begin, /no picture/);
  paint();
  assert.deepEqual(done, ["next"]);
});
