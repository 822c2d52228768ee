// When a loop is warm. Engines run code in a slow tier first, and compile it anew beside the run; JavaScriptCore's and
// SpiderMonkey's last tier can come after a tenth of a second. So a loop is warm when its speed has stopped rising.

// Readings differ by this much for other reasons.
const NOISE = 1.02;

/**
 * Watches readings of one speed. It is called with each reading and the time at which it was taken, and gives the time
 * that has passed since the speed last rose.
 */
export function watchRise() {
  let best = 0,
    last = 0;
  return (speed, time) => {
    if (speed > NOISE * best) [best, last] = [speed, time];
    return time - last;
  };
}
