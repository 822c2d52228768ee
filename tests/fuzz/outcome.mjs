// What may come out of a call: results in good order, or a refusal in a sentence of heed.
import { assertCode } from "../lib/codes.mjs";
import { OURS } from "./hostile.mjs";

/** heed.attention: …. or heed/train.adam: …. or session.run: …. */
const SENTENCE = /^(heed(\/[a-z]+)?|[a-z]+)\.\w+(: attention)?: [^]+[.?]$/;

/** What the engine says of a revoked proxy, and of a class that is called where a function is taken. */
const OF_THE_ENGINE = /on a proxy that has been revoked$|^Class constructors cannot be invoked without 'new'$/;

/** What an object of the caller throws, when it is looked at or called, comes out as it is. */
const isOfTheCaller = (error) => error === OURS || OF_THE_ENGINE.test(error?.message ?? "");

/** Throws where this is no error that a user may get. */
export function checkRefusal(error) {
  if (isOfTheCaller(error)) return;
  if (!(error instanceof TypeError || error instanceof RangeError || error?.constructor === Error))
    throw new Error(`no refusal: ${error?.constructor?.name}: ${error?.message}`, { cause: error });
  if (!SENTENCE.test(error.message) || error.message.length > 1200)
    throw new Error(`no sentence of heed: ${error.message.slice(0, 400)}`, { cause: error });
  assertCode(error);
}

/** Throws where a result is not a tensor in good order. */
export function checkResults(results) {
  for (const name in results) {
    const { data, shape } = results[name];
    const count = shape.reduce((product, extent) => product * extent, 1);
    if (!(data instanceof Float32Array) || data.length !== count)
      throw new Error(`${name}: ${data?.length} numbers for the shape [${shape}]`);
  }
}

/** Calls; returns the results, or undefined where the call was refused. */
export function attempt(call) {
  let results;
  try {
    results = call();
  } catch (error) {
    checkRefusal(error);
    return undefined;
  }
  return results ?? {};
}
