// A training that is saved and goes on in another process.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { begin, bitsOf, CUT, KINDS, learn, save, STEPS } from "./resumed.mjs";
import { load, runnable } from "./support.mjs";

const SCRIPT = fileURLToPath(new URL("resumed.mjs", import.meta.url));

/** What a second process makes of a training after its first steps. */
function goOn(training, flavour, kind) {
  const folder = mkdtempSync(join(tmpdir(), "heed-resumed-"));
  try {
    save(folder, training);
    return JSON.parse(execFileSync(process.execPath, [SCRIPT, folder, flavour, kind], { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const flavour of runnable)
  for (const kind of Object.keys(KINDS))
    test(`${flavour}: ${kind}: a training that goes on in a second process has the bits of the whole one`, async () => {
      const heed = await load({ flavour });
      const [whole, half] = [begin(heed, kind), begin(heed, kind)];
      const losses = await learn(heed, kind, whole, STEPS);
      const first = await learn(heed, kind, half, CUT);
      const { losses: second, bits, steps } = goOn(half, flavour, kind);
      assert.deepEqual([...first, ...second], losses);
      assert.equal(bits, bitsOf(whole));
      assert.equal(steps, STEPS);
      assert.ok(losses.at(-1) < losses[0], "it learned");
      for (const { model, optimiser } of [whole, half]) {
        optimiser.dispose?.();
        model.dispose();
      }
    });
