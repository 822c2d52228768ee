// The messages of set-up, build and tests: a line for each step, its progress indented below it, and its time.

let stream = process.stdout;

// With --env, stdout is for shell lines, and messages go to another stream.
export function reportTo(other) {
  stream = other;
}

export function say(line = "") {
  stream.write(line + "\n");
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

// Runs a step. Prints its name and start, then what it passes to `tell`, then its result, if that is a text, and its
// time.
export async function step(name, start, work) {
  const since = performance.now();
  say(`${name}: ${start}`);
  const result = await work((line) => say(`    ${line}`));
  say(`${name}: ${typeof result === "string" ? result : "done"} (${seconds(since)})`);
  return result;
}

// A `tell` for work that prints many lines. It passes on at most one line in ten seconds.
export function seldom(tell) {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    tell(line);
  };
}

// A failure that the reader can do something about; its message says what. Any other error is a bug and keeps its
// stack.
export class Refusal extends Error {}

// Runs the main function of a command. The message of a refusal is printed alone, and the exit code is 1.
export async function command(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`\nheed: ${error.message}\n`);
    process.exitCode = 1;
  }
}
