// What set-up, build and tests say while they work: a line for each step, its progress indented under it, its time.

let stream = process.stdout;

// --env prints shell lines on stdout; everything said then goes elsewhere.
export function reportTo(other) {
  stream = other;
}

export function say(line = "") {
  stream.write(line + "\n");
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

// Announces a step, hands it a `tell` for its progress, and closes it with what it returns and its time.
export async function step(name, start, work) {
  const since = performance.now();
  say(`${name}: ${start}`);
  const result = await work((line) => say(`    ${line}`));
  say(`${name}: ${typeof result === "string" ? result : "done"} (${seconds(since)})`);
  return result;
}

// A `tell` for work with many lines: it passes one on at most every ten seconds.
export function seldom(tell) {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    tell(line);
  };
}

// A failure the reader can act on. Its message is sentences; anything else that is thrown is a bug and keeps its stack.
export class Refusal extends Error {}

// Runs a command's main function: a refusal is printed as it is, and ends with exit code 1.
export async function command(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`\nheed: ${error.message}\n`);
    process.exitCode = 1;
  }
}
