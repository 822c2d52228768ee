// What a worker does in turn.
import type { Methods } from "./answer-messages.js";

/**
 * The same methods, but each call waits until the calls before it have ended. A call that was aborted does not begin.
 *
 * @param failed turns an error into the error that the caller gets
 */
export function inTurn<Some extends Methods>(methods: Some, failed = (error: unknown): unknown => error): Some {
  let last: Promise<unknown> = Promise.resolve();
  const wait = (method: Methods[string]) => (argument: never, signal?: AbortSignal) => {
    const done = last.then(() => {
      signal?.throwIfAborted();
      return method(argument, signal);
    });
    last = done.catch(() => undefined);
    return done.catch((error: unknown) => Promise.reject(failed(error) as Error));
  };
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, wait(method)])) as Some;
}
