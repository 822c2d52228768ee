// How a time is taken. Other work on the machine slows samples down, so the peak (a small loop that is bound by
// arithmetic alone) is timed before and after each sample. The rule:
//
//   A sample counts if the peak beside it is at least 90 % of the highest peak that was read so far.
//   The figure is the median of the samples that count; if fewer than a quarter count, it is the median of all, and the
//   row says "disturbed".
import { median, spread } from "./statistics.mjs";

// Browsers round their clock to 0.1 ms where the page is not isolated: a sample of 5 ms is off by 2 % at most, and the
// median of many by less.
const SAMPLE_MS = 5;
// V8 runs its baseline code first. Optimised code takes over within a call or two.
const WARM_UP_MS = 120;
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

async function batch(call, repeats) {
  const start = performance.now();
  for (let i = 0; i < repeats; i++) {
    const result = call();
    if (isPromise(result)) await result;
  }
  return (performance.now() - start) / repeats;
}

/** Runs the call until it is warm; the milliseconds of one, from a batch long enough for a coarse clock. */
async function warmUp(call) {
  const start = performance.now();
  for (let repeats = 1; ;) {
    const each = await batch(call, repeats);
    if (each > LONG_CALL_MS) return each;
    if (each * repeats < CLOCK_SAFE_MS) repeats *= 4;
    else if (performance.now() - start > WARM_UP_MS) return each;
  }
}

/** Stands for the peak where none is read: every sample counts. */
const ALWAYS_CALM = { read: () => 1, highest: () => 1 };

/** The samples that count, or none where these are too few. */
function calmOf(samples, fewest, peak) {
  const calm = samples.filter((sample) => sample.peak >= CALM * peak.highest());
  return calm.length >= Math.max(fewest, LEAST_CALM * samples.length) ? calm : [];
}

/** Samples until enough of them count and the time is up; the peak is read before each and after the last. */
async function takeSamples(call, { repeats, fewest, ms }, peak) {
  const samples = [];
  const start = performance.now();
  const isDone = () => {
    const budgets = (performance.now() - start) / ms;
    if (samples.length < fewest) return false;
    if (samples.length >= MOST_SAMPLES || budgets >= LONGEST_BUDGETS) return true;
    return budgets >= 1 && calmOf(samples, fewest, peak).length > 0;
  };
  for (let before = peak.read(PEAK_MS); !isDone();) {
    const time = await batch(call, repeats);
    const after = peak.read(PEAK_MS);
    samples.push({ time, peak: Math.min(before, after) });
    before = after;
  }
  return samples;
}

function figureOf(samples, { repeats, fewest }, peak) {
  const calm = calmOf(samples, fewest, peak);
  const disturbed = calm.length === 0;
  const counted = disturbed ? samples : calm;
  const times = counted.map(({ time }) => time);
  return {
    ms: median(times),
    spread: spread(times),
    samples: times.length,
    repeats,
    nearbyPeak: median(counted.map((sample) => sample.peak)),
    ...(disturbed && { disturbed }),
  };
}

/** The time of one call in milliseconds, and the peak beside the samples that count. Without `peak` all count. */
export async function timeOf(call, { ms }, peak = ALWAYS_CALM) {
  const estimate = await warmUp(call);
  const repeats = Math.max(1, Math.ceil(SAMPLE_MS / estimate));
  const fewest = estimate > VERY_LONG_CALL_MS ? 1 : estimate > LONG_CALL_MS ? FEWEST_LONG_SAMPLES : FEWEST_SAMPLES;
  const plan = { repeats, fewest, ms };
  return figureOf(await takeSamples(call, plan, peak), plan, peak);
}
