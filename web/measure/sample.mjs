// How a time is taken. Other work on the machine slows samples down, so the peak (a small loop that is bound by
// arithmetic alone) is timed before and after each sample. The rule:
//
//   A sample counts if the peak beside it is at least 90 % of the highest peak that was read so far.
//   The figure is the median of the samples that count; if fewer than a quarter count, it is the median of all, and the
//   row says "disturbed".
//
// Calls that are compared take their samples in turns, so that other work meets all of them. Of such a round all
// samples count, or none.
import { watchRise } from "./rise.mjs";
import { median, quantile, spread } from "./statistics.mjs";

// Browsers round their clock to 0.1 ms where the page is not isolated: a sample of 5 ms is off by 2 % at most, and the
// median of many by less.
const SAMPLE_MS = 5;
// A call is warm when its speed has not risen for this time, and at the latest after LONGEST_WARM_UP_MS.
const WARM_UP_MS = 120;
const LONGEST_WARM_UP_MS = 600;
// Ten times what such a clock rounds to.
const CLOCK_SAFE_MS = 1;
const FEWEST_SAMPLES = 7;
const MOST_SAMPLES = 101;
// A long call warms itself up, and needs fewer samples.
const LONG_CALL_MS = 1000;
const FEWEST_LONG_SAMPLES = 3;
const VERY_LONG_CALL_MS = 8000;
// A reading of the peak takes as long as a sample, so that other work meets both.
const PEAK_MS = SAMPLE_MS;
const CALM = 0.9;
// Fewer than this part of the samples are too few.
const LEAST_CALM = 0.25;
// While too few samples count, sampling goes on for this many times the budget.
const LONGEST_BUDGETS = 3;

/** How long a shape is measured. */
export const BUDGET = { normal: { ms: 600 }, quick: { ms: 150 } };

const isPromise = (value) => typeof value?.then === "function";

/** Milliseconds that this process has computed. Waiting for other processes does not count; a page cannot tell. */
function worked() {
  const used = globalThis.process?.cpuUsage?.();
  return used ? (used.user + used.system) / 1000 : performance.now();
}

/** Milliseconds of one call of a batch. A call that is computed elsewhere may tell its own time, as { ms }. */
async function batch(call, repeats) {
  const start = performance.now();
  let told = 0;
  for (let i = 0; i < repeats; i++) {
    const result = call();
    told += (isPromise(result) ? await result : result)?.ms ?? 0;
  }
  return (told || performance.now() - start) / repeats;
}

/** Runs the call until it is warm; the milliseconds of one, from a batch long enough for a coarse clock. */
async function warmUp(call) {
  const start = performance.now();
  const sinceRise = watchRise();
  for (let repeats = 1; ;) {
    const each = await batch(call, repeats);
    if (each > LONG_CALL_MS) return each;
    const elapsed = performance.now() - start;
    if (each * repeats < CLOCK_SAFE_MS) repeats *= 4;
    else if (sinceRise(1 / each, elapsed) > WARM_UP_MS || elapsed > LONGEST_WARM_UP_MS) return each;
  }
}

/** Stands for the peak where none is read: every sample counts. */
const ALWAYS_CALM = { read: () => 1, highest: () => 1 };

/** The rounds that count, or none where these are too few. */
function calmOf(rounds, fewest, peak) {
  const calm = rounds.filter((round) => round.peak >= CALM * peak.highest());
  return calm.length >= Math.max(fewest, LEAST_CALM * rounds.length) ? calm : [];
}

/** One sample of each call. The peak is read after each; `before` is the reading before the first. */
async function takeRound(calls, order, before, peak) {
  const round = { times: [], work: [], peak: before };
  for (const at of order) {
    const start = worked();
    round.times[at] = await batch(calls[at].call, calls[at].repeats);
    round.work[at] = (worked() - start) / calls[at].repeats;
    round.last = peak.read(PEAK_MS);
    round.peak = Math.min(round.peak, round.last);
  }
  return round;
}

/** Takes rounds until enough of them count and the time is up. Every other round has the calls in the other order. */
async function takeRounds(calls, { fewest, ms }, peak) {
  const rounds = [];
  const start = performance.now();
  const isDone = () => {
    const budgets = (performance.now() - start) / (ms * calls.length);
    if (rounds.length < fewest) return false;
    if (rounds.length >= MOST_SAMPLES || budgets >= LONGEST_BUDGETS) return true;
    return budgets >= 1 && calmOf(rounds, fewest, peak).length > 0;
  };
  const order = calls.map((_, at) => at);
  for (let before = peak.read(PEAK_MS); !isDone();) {
    const round = await takeRound(calls, order, before, peak);
    rounds.push(round);
    before = round.last;
    order.reverse();
  }
  return rounds;
}

function figuresOf(rounds, calls, fewest, peak) {
  const calm = calmOf(rounds, fewest, peak);
  const disturbed = calm.length === 0;
  const counted = disturbed ? rounds : calm;
  return calls.map(({ repeats }, at) => {
    const times = counted.map((round) => round.times[at]);
    return {
      ms: median(times),
      ratio: median(counted.map((round) => round.work[at] / round.work[0])),
      spread: spread(times),
      quartiles: [quantile(times, 0.25), quantile(times, 0.75)],
      samples: times.length,
      repeats,
      nearbyPeak: median(counted.map((round) => round.peak)),
      ...(disturbed && { disturbed }),
    };
  });
}

/**
 * The time of one call in milliseconds, for each of the calls, and the peak beside the samples that count. `ratio` is
 * that of its work to the first call's: the median of the ratios within the rounds. Without `peak` all samples count.
 */
export async function timesOf(functions, { ms }, peak = ALWAYS_CALM) {
  /** @type {{ call: Function, estimate: number, repeats?: number }[]} */
  const calls = [];
  for (const call of functions) calls.push({ call, estimate: await warmUp(call) });
  for (const one of calls) one.repeats = Math.max(1, Math.ceil(SAMPLE_MS / one.estimate));
  const longest = Math.max(...calls.map(({ estimate }) => estimate));
  const fewest = longest > VERY_LONG_CALL_MS ? 1 : longest > LONG_CALL_MS ? FEWEST_LONG_SAMPLES : FEWEST_SAMPLES;
  return figuresOf(await takeRounds(calls, { fewest, ms }, peak), calls, fewest, peak);
}

/** The same for one call. */
export const timeOf = async (call, budget, peak) => (await timesOf([call], budget, peak))[0];
