// For how long a call holds the thread that it is called on. A timer ticks as often as the engine lets it; while
// somebody holds the thread, no tick comes.
import { median } from "./statistics.mjs";

const CALLS = 5;
// Browsers slow a timer down after some ticks; these come before the first call and after each.
const TICKS = 10;

/** Ticks until `work` is done and the timer has ticked again. The milliseconds between ticks. */
async function gapsDuring(work) {
  const gaps = [];
  let tick,
    last = performance.now();
  const ticks = async (count) => {
    for (const end = gaps.length + count; gaps.length < end;) await new Promise((next) => (tick = next));
  };
  let runs = true;
  const beat = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    tick?.();
    if (runs) setTimeout(beat);
  };
  setTimeout(beat);
  await ticks(TICKS);
  await work();
  await ticks(TICKS);
  runs = false;
  return gaps;
}

/**
 * The longest time without a tick, less the usual time between two: the median of several calls.
 */
export async function longestBlock(call) {
  const usual = median(await gapsDuring(() => {}));
  const longest = [];
  for (let i = 0; i < CALLS; i++) longest.push(Math.max(...(await gapsDuring(call))));
  return Math.max(0, median(longest) - usual);
}
