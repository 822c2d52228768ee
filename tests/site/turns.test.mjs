// Work that waits for its turn: a turn is short, also when its work asks for more.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./serve.mjs";

const begun = [];
const frames = [];
globalThis.document = { hidden: false };
globalThis.queueMicrotask = (call) => begun.push(call);
globalThis.requestAnimationFrame = (call) => frames.push(call);
const { outputFiles } = await build({
  entryPoints: [path.join(root, "web/show/turns.ts")],
  bundle: true,
  write: false,
  format: "esm",
});
const { inTurn } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const begin = () => begun.splice(0).forEach((call) => call());
/** The browser paints, and the next turn follows. */
const paint = async () => {
  frames.splice(0).forEach((call) => call());
  await new Promise((resolve) => setTimeout(resolve));
};
const holdThePage = () => {
  const end = performance.now() + 30;
  while (performance.now() < end);
};

test("what long work asks for waits until the browser has painted, and of one owner only the last is done", async () => {
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
  await paint();
  assert.deepEqual(done, ["long", "kept"]);
});

test("work that fails leaves the others their turn", async () => {
  const done = [];
  inTurn({}, () => {
    throw new Error("no picture");
  });
  inTurn({}, () => done.push("next"));
  assert.throws(begin, /no picture/);
  await paint();
  assert.deepEqual(done, ["next"]);
});
