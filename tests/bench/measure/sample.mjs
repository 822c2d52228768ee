// How a time is taken.
import { median, spread } from "./statistics.mjs";

// Browsers round their clock to 0.1 ms where the page is not isolated: a sample of 5 ms is off by 2 % at most, and the
// median of many by less.
const SAMPLE_MS = 5;
// V8 runs its baseline code first; optimised code is compiled beside it and takes over within a call or two of the loops.
const WARM_UP_MS = 120;
// Ten times what such a clock rounds to.
const CLOCK_SAFE_MS = 1;
const FEWEST_SAMPLES = 7;
const MOST_SAMPLES = 101;
// A call of seconds is as good as a warm-up of its own: fewer of these.
const LONG_CALL_MS = 1000;
const FEWEST_LONG_SAMPLES = 3;
const VERY_LONG_CALL_MS = 8000;
// One reading of the peak between samples.
const PEAK_MS = 2;

/** How long a shape is measured: enough samples, then until the time is up. */
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

// A window with more spread than this, or a peak lower than this part of the survey's, was disturbed from outside.
const QUIET_SPREAD = 0.08;
const QUIET_PEAK = 0.95;
const MOST_WINDOWS = 3;

/** Samples until there are enough and the time is up; the peak is read before each and after the last. */
async function timeWindow(call, repeats, fewest, ms, peak) {
  const readPeak = () => peak?.read(PEAK_MS) ?? 1; // without one, all moments are alike
  const samples = [];
  const start = performance.now();
  for (
    let before = readPeak();
    samples.length < fewest || (performance.now() - start < ms && samples.length < MOST_SAMPLES);
  ) {
    const time = await batch(call, repeats);
    const after = readPeak();
    samples.push({ time, peak: Math.min(before, after) });
    before = after;
  }
  const calm = peak ? calmHalf(samples) : samples;
  const times = calm.map(({ time }) => time);
  return {
    ms: median(times),
    spread: spread(times),
    samples: times.length,
    repeats,
    nearbyPeak: median(calm.map((sample) => sample.peak)),
  };
}

/** The samples with the higher peaks beside them: a neighbour who comes and goes is in the other half. */
function calmHalf(samples) {
  return [...samples].sort((a, b) => b.peak - a.peak).slice(0, Math.ceil(samples.length / 2));
}

/** How calm a window was: the peak beside it, less the part by which its samples disagree. Its own time has no say. */
export const calmOf = ({ nearbyPeak, spread }) => nearbyPeak * (1 - spread);

/**
 * The time of one call in milliseconds, and what `peak` read between the samples: peak and call alternate, so that a machine
 * that is busy elsewhere slows both, and the samples beside the lower peaks are left out. A disturbed window is taken again,
 * and the calmest counts.
 */
export async function timeOf(call, { ms }, peak) {
  const estimate = await warmUp(call);
  const repeats = Math.max(1, Math.ceil(SAMPLE_MS / estimate));
  const fewest = estimate > VERY_LONG_CALL_MS ? 1 : estimate > LONG_CALL_MS ? FEWEST_LONG_SAMPLES : FEWEST_SAMPLES;
  let best;
  for (let taken = 0; taken < (estimate > LONG_CALL_MS ? 1 : MOST_WINDOWS); taken++) {
    const window = await timeWindow(call, repeats, fewest, ms, peak);
    if (!best || calmOf(window) > calmOf(best)) best = window;
    if (window.spread < QUIET_SPREAD && window.nearbyPeak >= QUIET_PEAK * (peak?.gflops ?? 0)) break;
  }
  return best;
}
