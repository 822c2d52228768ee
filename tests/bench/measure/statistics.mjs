// What is said of a row of samples.

export function quantile(samples, q) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at),
    high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

export const median = (samples) => quantile(samples, 0.5);

/** The middle half's width in parts of the median: how much the machine was disturbed. */
export const spread = (samples) => (quantile(samples, 0.75) - quantile(samples, 0.25)) / median(samples);
