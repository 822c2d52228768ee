// The built entry heed/train beside the package that tests/lib/support.mjs loads.
import assert from "node:assert/strict";
import { assertCode } from "../lib/codes.mjs";
import { dist } from "../lib/support.mjs";

export * from "../lib/support.mjs";
export const train = await import(new URL("train.js", dist).href);

/**
 * The call throws this kind of error with this sentence, or with one that matches.
 * @param {() => unknown} call @param {ErrorConstructor} Kind @param {string | RegExp} message
 */
export function assertRefused(call, Kind, message) {
  assert.throws(call, (/** @type {Error} */ error) => {
    if (message instanceof RegExp) assert.match(error.message, message);
    else assert.equal(error.message, message);
    assert.ok(error instanceof Kind, `a ${Kind.name}, not a ${error.name}`);
    assertCode(error);
    return true;
  });
}
