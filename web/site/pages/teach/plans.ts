// Plans for a class: what to do, for how long, with which page.

interface Part {
  readonly minutes: number;
  /** The key of its text is `plan-${name}`. */
  readonly name: string;
}

export interface Plan {
  /** The key of its title. */
  readonly name: string;
  readonly parts: readonly Part[];
}

export const PLANS: readonly Plan[] = [
  {
    name: "plan-short",
    parts: [
      { minutes: 10, name: "short-look-up" },
      { minutes: 10, name: "short-query" },
      { minutes: 20, name: "short-context" },
      { minutes: 5, name: "short-hand-in" },
    ],
  },
  {
    name: "plan-one",
    parts: [
      { minutes: 5, name: "riddle" },
      { minutes: 10, name: "look-up" },
      { minutes: 15, name: "without" },
      { minutes: 15, name: "paper" },
      { minutes: 10, name: "vote" },
      { minutes: 5, name: "exit" },
    ],
  },
  {
    name: "plan-two",
    parts: [
      { minutes: 10, name: "riddle" },
      { minutes: 15, name: "look-up" },
      { minutes: 20, name: "without" },
      { minutes: 15, name: "projections" },
      { minutes: 20, name: "paper" },
      { minutes: 10, name: "pause" },
      { minutes: 15, name: "lab" },
      { minutes: 10, name: "layers" },
      { minutes: 5, name: "exit" },
    ],
  },
];

/** What learners believe. The keys are `wrong-${name}` and `wrong-${name}-answer`. */
export const MISCONCEPTIONS = [
  "understands",
  "important",
  "learned",
  "inputs",
  "mutual",
  "order",
  "nothing",
  "bigger",
] as const;
