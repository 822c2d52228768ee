// What a head does, in numbers. Each is cheap and used in the literature (Clark et al. 2019, TransformerLens).

export interface Statistic {
  readonly key: StatisticKey;
  readonly name: string;
  readonly definition: string;
}

export type StatisticKey =
  | ("self" | "previous" | "next" | "first" | "separator" | "punctuation")
  | ("duplicate" | "induction" | "entropy" | "distance");

export const STATISTICS: readonly Statistic[] = [
  { key: "self", name: "self", definition: "What a token gives to itself: the mean of a[i, i]." },
  { key: "previous", name: "previous", definition: "What it gives to the token before: the mean of a[i, i − 1]." },
  {
    key: "next",
    name: "next",
    definition: "What it gives to the token after: the mean of a[i, i + 1]. A causal head has none.",
  },
  { key: "first", name: "first", definition: "What it gives to the first token: the mean of a[i, 0] from i = 1 on." },
  {
    key: "separator",
    name: "separator",
    definition: "What it gives to [SEP], </s> and their kin: the mean of each row’s sum over those columns.",
  },
  { key: "punctuation", name: "punctuation", definition: "The same for tokens of punctuation alone." },
  {
    key: "duplicate",
    name: "duplicate",
    definition: "What it gives to earlier tokens equal to it: the mean of each row’s sum, over rows that have any.",
  },
  {
    key: "induction",
    name: "induction",
    definition: "What it gives to the tokens that came after those equal ones.",
  },
  {
    key: "entropy",
    name: "entropy share",
    definition:
      "How evenly it spreads: the mean entropy of a row, as a share of log₂ of the keys that the row may see. " +
      "1 is even, 0 is one token alone.",
  },
  {
    key: "distance",
    name: "distance",
    definition: "How far it looks, in tokens: the mean of each row’s Σ a[i, j] · |i − j|.",
  },
];
