// What a test run shows while it runs. On a terminal, one line is written again and again:
//
//   the pages in browsers: 412 of 900, 2 failed · lib: 31 of 44 files · docs.spec.mjs › the search finds a word · 6:12
//
// Elsewhere the same line is printed at most every half minute. A failure is printed when it happens.

const kPause = 30_000; // milliseconds between two lines where there is no terminal
const kIndent = "    ";

/** Minutes and seconds, such as 6:05. @param {number} milliseconds */
export function clock(milliseconds) {
  const whole = Math.floor(milliseconds / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Progress {
  #stream;
  #now;
  #since;
  #last = -Infinity;
  #running = new Map(); // name of a suite → { done, of, unit, failed }
  #test = "";
  #isShown = false;

  /** @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stream */
  constructor(stream = process.stdout, now = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
    this.#since = now();
  }

  /** A line that stays. */
  say(line = "") {
    this.#clear();
    this.#stream.write(`${line}\n`);
  }

  /** A suite begins. */
  begin(suite) {
    this.#running.set(suite, { done: 0, of: undefined, unit: "", failed: 0 });
  }

  /** A suite knows how much it will run, counted in tests or in another unit, such as " files". */
  expect(suite, of, unit = "") {
    Object.assign(this.#running.get(suite) ?? {}, { of, unit });
  }

  /** A test of the suite is over, or one of its files: `done` says how many are. */
  done(suite, test, done) {
    const state = this.#running.get(suite);
    if (state) state.done = done ?? state.done + 1;
    this.#test = test;
    this.#show();
  }

  /** A test failed. */
  failure(suite, text) {
    const state = this.#running.get(suite);
    if (state) state.failed++;
    this.say(`\nFAILED  ${text}\n`.replace(/^(?=.)/gm, kIndent));
  }

  /** A suite is over. */
  end(suite) {
    this.#running.delete(suite);
    this.#clear();
  }

  get #line() {
    const counts = Array.from(this.#running, ([suite, { done, of, unit, failed }]) => {
      const many = of === undefined ? `${done}` : `${done} of ${of}${unit}`;
      return `${suite}: ${many}${failed ? `, ${failed} failed` : ""}`;
    });
    return [...counts, this.#test, clock(this.#now() - this.#since)].filter(Boolean).join(" · ");
  }

  #show() {
    const { isTTY, columns = 120 } = this.#stream;
    if (isTTY) {
      const line = this.#line;
      // The time stays in view where the line is too long for the terminal.
      const cut = line.length < columns ? line : `${line.slice(0, columns - 10)}… ${line.slice(line.lastIndexOf(" "))}`;
      this.#stream.write(`\r\x1b[K${cut.slice(0, columns - 1)}`);
      this.#isShown = true;
    } else if (this.#now() - this.#last >= kPause) {
      this.#last = this.#now();
      this.#stream.write(`${kIndent}${this.#line}\n`);
    }
  }

  #clear() {
    if (this.#isShown) this.#stream.write("\r\x1b[K");
    this.#isShown = false;
  }
}

/** Shows nothing. */
export const silent = new Progress({ write: () => undefined });
