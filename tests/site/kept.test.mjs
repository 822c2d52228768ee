// What takes long is computed once, also where several ask for it at the same time.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { kept } from "./kept.mjs";

test("what several ask for at once is computed once, and again for other options", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-kept-"));
  let times = 0;
  const compute = async () => {
    times++;
    await new Promise(setImmediate);
    return { loss: Float32Array.of(0.5) };
  };
  const ask = (option) => kept("loss", [option], compute, folder);
  const all = await Promise.all([ask(1), ask(1), ask(1), ask(2)]);
  assert.equal(times, 2);
  for (const one of all) assert.deepEqual(one, { loss: Float32Array.of(0.5) });
  await ask(1);
  assert.equal(times, 2);
  assert.equal(readdirSync(folder).length, 2, "no lock is left");
  rmSync(folder, { recursive: true });
});

test("a computation that fails is tried again", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-kept-"));
  let times = 0;
  const compute = () => {
    if (times++ === 0) throw new Error("the first time");
    return 7;
  };
  const ask = () => kept("seven", [], compute, folder);
  await assert.rejects(ask(), /the first time/);
  assert.equal(await ask(), 7);
  rmSync(folder, { recursive: true });
});
