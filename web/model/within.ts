// What other parts of heed refuse inside a call of heed/model: the sentence names the call that was written.
import type { HeedError } from "../lib/api/index.js";
import { fault } from "../lib/read/index.js";

/** How the sentences of heed begin: `heed.attention: `, `heed/layers.storedWeights: `, `cache.step: `. */
const CALL = /^\S+: /;

/** Calls `part`, in which nothing of the user's is called, and puts `where` in the place of the call that failed. */
export function within<Result>(where: string, part: () => Result): Result {
  try {
    return part();
  } catch (error) {
    if (!(error instanceof Error && CALL.test(error.message))) throw error;
    throw fault(
      (error as HeedError).code,
      error.message.replace(CALL, () => `${where}: `),
      { cause: error },
    );
  }
}
