// What is open and chosen in the folds. It is a part of the page's link; no text is.
import { integer, named, optional, some, type Values } from "../../kit/index.js";

export const FOLDS = ["lens", "brought", "known", "machine"] as const;

export type Fold = (typeof FOLDS)[number];

const COUNTED = optional(integer(0, 0));

/** "3.7": two numbers from 0 on. */
const PAIR = {
  read(held: string): readonly [number, number] | undefined {
    const found = /^(\d{1,4})\.(\d{1,5})$/.exec(held);
    return found === null ? undefined : [Number(found[1]), Number(found[2])];
  },
  write: (pair: readonly [number, number]): string => pair.join("."),
};

/** The mean of all tokens, or one of them. */
const AGAINST = {
  read: (held: string): number | "mean" | undefined => (held === "mean" ? held : COUNTED.read(held)),
  write: String,
};

export const WHY = {
  folds: named("open", some(FOLDS)),
  /** The token that the lens follows. */
  follow: COUNTED,
  /** The reading whose list is shown: how many layers are done, and the token. */
  cell: optional(PAIR),
  /** The tokens whose logits are compared. */
  of: named("for", COUNTED),
  against: optional(AGAINST),
  /** The head whose words are shown. */
  words: optional(PAIR),
  /** The first layer that the machine draws; undefined: those before the answer. */
  layer: named("from", COUNTED),
} as const;

export type WhyState = Values<typeof WHY>;
