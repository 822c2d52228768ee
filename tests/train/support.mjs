// The built entry heed/train beside the package that tests/lib/support.mjs loads.
import assert from "node:assert/strict";
import { dist } from "../lib/support.mjs";

export * from "../lib/support.mjs";
export const train = await import(new URL("train.js", dist));

/** The call throws this kind of error with this sentence. */
export function assertRefused(call, Kind, message) {
  assert.throws(call, (error) => {
    assert.equal(error.message, message);
    assert.ok(error instanceof Kind, `a ${Kind.name}, not a ${error.name}`);
    return true;
  });
}
