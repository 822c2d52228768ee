// What a head does, in numbers. Each is cheap and used in the literature (Clark et al. 2019, TransformerLens).
// The section "heads" of the texts has the name and the definition of each: "stat-self", "means-self".

/** One of these names a head where it is large. */
export const NAMING = [
  "self",
  "previous",
  "next",
  "first",
  "separator",
  "punctuation",
  "duplicate",
  "induction",
] as const;

export const STATISTICS = [...NAMING, "entropy", "distance"] as const;

/** A token that the definitions also name: many models end a text with it. */
export const END_OF_TEXT = { end: "</s>" };

export type StatisticKey = (typeof STATISTICS)[number];
