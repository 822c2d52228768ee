// This checkout: its folder, and a lock, so that only one build or test run works in it at a time.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export function withCheckout(work) {
  return withLock(join(root, "build", "heed.lock"), "waiting for another build or test run in this checkout", work);
}
