// Figures of a list of samples.

export function quantile(samples, q) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = Math.floor(at),
    high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

export const median = (samples) => quantile(samples, 0.5);

/** The width of the middle half of the samples, divided by their median. */
export const spread = (samples) => (quantile(samples, 0.75) - quantile(samples, 0.25)) / median(samples);
