// What the worker makes once, and what it does in turn.

/** Makes something at its first use. After a failure the next use tries again. */
export function once<Given, Made>(make: (given: Given) => Promise<Made>): (given: Given) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (given) =>
    (made ??= make(given).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** Methods of which each call waits for those before it: some need a run that another one is still making. */
export function inTurn<Methods extends Record<string, (argument: never) => unknown>>(methods: Methods): Methods {
  let last: Promise<unknown> = Promise.resolve();
  const wait = (method: (argument: never) => unknown) => (argument: never) => {
    const done = last.then(() => method(argument));
    last = done.catch(() => undefined);
    return done;
  };
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, wait(method)])) as Methods;
}
