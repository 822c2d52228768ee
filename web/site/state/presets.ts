// What the playground can begin with.
import { EXAMPLE, FOLLOWED, TOKENS } from "../example.js";
import type { Rows, Setting, Source, State } from "./state.js";

export interface Preset {
  readonly name: string;
  readonly title: string;
  /** Where its numbers come from, in a sentence or two. */
  readonly note: string;
  readonly setting: Setting;
  /** The token that is followed, from 0. */
  readonly followed: number;
}

const numbers = (rows: Rows): Source => ({ from: "numbers", rows });

const PLAIN = { projected: true, heads: 1, output: null, scale: "sqrt-dk", softmax: true, causal: false } as const;

const JOURNEY = {
  ...PLAIN,
  text: TOKENS.join(" "),
  width: 3,
  dim: 2,
  valueDim: 2,
  x: numbers(EXAMPLE.x),
  query: numbers(EXAMPLE.query),
  key: numbers(EXAMPLE.key),
  value: numbers(EXAMPLE.value),
} as const;

// "Illustrated: Self-Attention" by Raimi Karim, whose weights are whole numbers and whose scores are not scaled.
const INTEGERS = {
  ...PLAIN,
  text: "input1 input2 input3",
  width: 4,
  dim: 3,
  valueDim: 3,
  scale: "none",
  x: numbers([
    [1, 0, 1, 0],
    [0, 2, 0, 2],
    [1, 1, 1, 1],
  ]),
  query: numbers([
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ]),
  key: numbers([
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ]),
  value: numbers([
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ]),
} as const;

/** Ones that pick `count` columns out of 8, from the column `first` on. */
const pick = (first: number, count: number): Source =>
  numbers(Array.from({ length: 8 }, (_, row) => Array.from({ length: count }, (_, column) => (row === first + column ? 1 : 0))));

// The lookup of TensorFlow's tutorial on the Transformer (2019). A token's row holds its key (columns 1 to 3), its value
// (4, 5) and its question (6 to 8), and the weights pick these out. The fourth question, of zeros, is ours.
const LOOKUP = {
  ...PLAIN,
  text: "first second third fourth",
  width: 8,
  dim: 3,
  valueDim: 2,
  x: numbers([
    [10, 0, 0, 1, 0, 0, 0, 10],
    [0, 10, 0, 10, 0, 0, 10, 0],
    [0, 0, 10, 100, 5, 10, 10, 0],
    [0, 0, 10, 1000, 6, 0, 0, 0],
  ]),
  query: pick(5, 3),
  key: pick(0, 3),
  value: pick(3, 2),
} as const;

// Numbers set by hand so that "it" finds its noun. The columns of X: a thing; the second trait that "it" asks for; refers
// back; a state. Trained models find such numbers by themselves, and need many more of them.
const BY_HAND = {
  ...PLAIN,
  width: 4,
  dim: 2,
  valueDim: 2,
  query: numbers([
    [0.2, 0.1],
    [0.1, 0.2],
    [4, 4],
    [0.2, 0.5],
  ]),
  key: numbers([
    [1, 0],
    [0, 1],
    [-0.2, -0.2],
    [0.1, 0.3],
  ]),
  value: numbers([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0.4],
  ]),
} as const;

const CAT: Setting = {
  ...BY_HAND,
  text: "The cat sat because it was tired",
  x: numbers([
    [0.1, 0, 0.1, 0],
    [1, 1, 0, 0.1],
    [0.1, 0.3, 0, 0.4],
    [0, 0, 0.1, 0.1],
    [0.2, 0.2, 1, 0],
    [0, 0, 0, 0.2],
    [0, 0.4, 0, 1],
  ]),
};

const BANK: Setting = {
  ...BY_HAND,
  text: "The bank is steep, so it's dangerous to stand near it.",
  query: numbers([
    [0.2, 0.1],
    [0.1, 0.2],
    [3, 5],
    [0.2, 0.3],
  ]),
  x: numbers([
    [0.1, 0, 0.1, 0],
    [1, 0.9, 0, 0.1],
    [0, 0, 0, 0.1],
    [0.2, 1, 0, 0.5],
    [0, 0, 0, 0],
    [0, 0, 0.1, 0],
    [0.2, 0.1, 0.9, 0.1],
    [0, 0.3, 0, 0.9],
    [0, 0, 0, 0],
    [0.1, 0.2, 0, 0.4],
    [0, 0.3, 0, 0.1],
    [0.2, 0.1, 1, 0],
    [0, 0, 0, 0],
  ]),
};

const ANIMAL: Setting = {
  ...BY_HAND,
  text: "The animal didn't cross the street because it was too tired.",
  x: numbers([
    [0.1, 0, 0.1, 0],
    [1, 1, 0, 0.1],
    [0, 0, 0, 0.3],
    [0.1, 0.2, 0, 0.4],
    [0.1, 0, 0.1, 0],
    [1, 0, 0, 0.1],
    [0, 0, 0.1, 0.1],
    [0.2, 0.2, 1, 0],
    [0, 0, 0, 0.2],
    [0, 0, 0, 0.3],
    [0, 0.4, 0, 1],
    [0, 0, 0, 0],
  ]),
};

const HAND_NOTE = "Its numbers were set by hand, to show how weights can lead “it” to its noun. Nothing here understands the sentence; training finds such numbers by itself.";

export const PRESETS: readonly Preset[] = [
  {
    name: "journey",
    title: "Your journey starts with one step",
    note: "The worked example of chapter 3 of Sebastian Raschka’s Build a Large Language Model (From Scratch); the results agree with the ones printed there.",
    setting: JOURNEY,
    followed: FOLLOWED,
  },
  {
    name: "plain",
    title: "The same without weights",
    note: "The basic form: each token’s row is its own query, key and value, and scores are not scaled. The numbers are those of the same chapter.",
    setting: { ...JOURNEY, projected: false, scale: "none" },
    followed: FOLLOWED,
  },
  {
    name: "integers",
    title: "Whole numbers",
    note: "Three inputs and weights of whole numbers, from Raimi Karim’s “Illustrated: Self-Attention”: the scores can be checked in the head.",
    setting: INTEGERS,
    followed: 0,
  },
  {
    name: "lookup",
    title: "A lookup",
    note: "From TensorFlow’s tutorial on the Transformer. Each row of X holds a key (columns 1–3), a value (4, 5) and a question (6–8), and the weights only pick these out. The fourth asks nothing, and gets the mean of all.",
    setting: LOOKUP,
    followed: 1,
  },
  { name: "cat", title: "The cat sat because it was tired", note: HAND_NOTE, setting: CAT, followed: 4 },
  { name: "bank", title: "The bank is steep, so it's dangerous …", note: HAND_NOTE, setting: BANK, followed: 11 },
  { name: "animal", title: "The animal didn't cross the street …", note: HAND_NOTE, setting: ANIMAL, followed: 7 },
];

export const FIRST = "journey";

export function presetNamed(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name);
}

/** The state that a preset begins with. */
export function begin(name: string = FIRST): State {
  const preset = presetNamed(name) ?? PRESETS[0]!;
  return {
    ...preset.setting,
    preset: preset.name,
    convention: "rows",
    view: "heatmap",
    stretched: false,
    head: 0,
    followed: preset.followed,
    step: 5,
    compared: "weights",
    hidden: [],
    pinned: null,
  };
}
