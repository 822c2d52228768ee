/** One step has few bags, so its share of right answers jumps. A smooth curve shows the mean of this many steps. */
const SMOOTHED_STEPS = 10;

/** Each number becomes the mean of itself and the nine before it. */
export function smooth(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (at >= SMOOTHED_STEPS ? values[at - SMOOTHED_STEPS]! : 0);
    return sum / Math.min(at + 1, SMOOTHED_STEPS);
  });
}
