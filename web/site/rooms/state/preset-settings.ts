// The numbers of the presets, each with its source.
import { EXAMPLE, TOKENS } from "./journey.js";
import { seenIn } from "./learned.js";
import { LEARNED_WIDTH, type Learned, type Rows, type Setting, type Source } from "./setting.js";

const numbers = (rows: Rows): Source => ({ from: "numbers", rows });

const PLAIN = {
  marks: true,
  projected: true,
  heads: 1,
  output: null,
  scale: "sqrt-dk",
  softmax: true,
  causal: false,
  ahead: false,
} as const;

/** The second look of a model that has learned what a pronoun means. Marks of punctuation are no words of it. */
function secondLook(language: Learned["language"], text: string): Setting {
  const head: Learned = { from: "learned", look: "second", language };
  const sizes = { width: LEARNED_WIDTH, dim: LEARNED_WIDTH, valueDim: LEARNED_WIDTH };
  return { ...PLAIN, ...sizes, ...seenIn(head.look), marks: false, text, x: head, query: head, key: head, value: head };
}

export const IT = secondLook("en", "The animal didn't cross the street because it was too tired");
export const SIE = secondLook("de", "Die Katze überquerte die Straße nicht, weil sie zu müde war");

export const JOURNEY = {
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
export const INTEGERS = {
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
  numbers(
    Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: count }, (_, column) => (row === first + column ? 1 : 0)),
    ),
  );

// The lookup of TensorFlow's tutorial on the Transformer (2019). A token's row holds its key (columns 1 to 3), its
// value (4, 5) and its question (6 to 8). The weights pick these out. The fourth question, all zeros, is ours.
export const LOOKUP = {
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

// Numbers set by hand so that "it" finds its noun. ./column-names.ts says what the columns stand for. Trained models
// find such numbers by themselves, and need many more of them.

// What a word is, it offers as its key: alive, or a place. Words that hold nothing ask for nothing, and spread evenly.
export const TIRED: Setting = {
  ...PLAIN,
  text: "The animal didn't cross the street because it was too tired",
  width: 4,
  dim: 2,
  valueDim: 2,
  x: numbers([
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 0],
    [0.1, 0.7, 0, 0],
    [0, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0.3],
    [0, 0, 0, 0.5],
    [0.4, 0, 0, 1],
  ]),
  query: numbers([
    [4, 0],
    [0, 4],
    [6, 1],
    [4, 0],
  ]),
  key: numbers([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]),
  value: numbers([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]),
};

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

export const CAT: Setting = {
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

export const BANK: Setting = {
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

export const ANIMAL: Setting = {
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
