// The codes of errors, and the class that goes with each.
import assert from "node:assert/strict";

/** As web/site/docs/errors.md has them. */
export const CODES = {
  ...{ type: TypeError, value: RangeError, shape: RangeError, capacity: RangeError, memory: RangeError },
  ...{ file: RangeError, disposed: Error, state: Error, environment: Error, internal: Error },
};

/** Every error of heed has a code of the list as a property of its own, and the class of that code. */
export function assertCode(error, what) {
  assert.ok(Object.hasOwn(error, "code") && Object.hasOwn(CODES, error.code), `${what ?? ""} ${error.code}: ${error}`);
  assert.equal(error.constructor, CODES[error.code], `${what ?? ""} ${error.code}: ${error}`);
}
