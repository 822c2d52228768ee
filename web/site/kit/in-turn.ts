// What a worker does in turn.
import type { Methods } from "./answer-messages.js";

/**
 * Methods of which each call waits for those before it. What is not wanted any more when its turn comes is not begun.
 *
 * @param failed gives the error that is told in the place of one
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
