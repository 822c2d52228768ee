// What a table of stories holds. english.ts and german.ts are two; a third may have a reader's own names and things.

/** Words in a line, with spaces between them. */
type Line = string;

/** What a sentence can be about. world.ts says what each kind tells, and what it needs. */
export const KINDS = [
  ...(["is", "had", "play", "meet", "were", "want", "so", "give", "when", "lose", "sad", "find", "back"] as const),
  ...(["thank", "now", "see", "sound", "home", "happy", "they", "stay", "end"] as const),
];
export type Kind = (typeof KINDS)[number];

export interface Table {
  readonly language: "en" | "de";
  /** Girls and boys. */
  readonly names: readonly [girls: Line, boys: Line];
  /** What changes with a girl or a boy: A.he is "she" for a girl. */
  readonly persons: Readonly<Record<string, Line>>;
  /** A line for each gender. */
  readonly things: readonly Line[];
  /** What changes with the gender of a thing or an animal: T.den is "die" for a doll in German. */
  readonly articles: Readonly<Record<string, Line>>;
  /** Each animal with its sound; a line for each gender. */
  readonly animals: readonly Line[];
  /** Places by what is before them. */
  readonly places: Readonly<Record<string, Line>>;
  /** How a thing may be: a form for each gender. */
  readonly looks: readonly Line[];
  /** How a child may be: a form for a girl and one for a boy. */
  readonly ways: readonly Line[];
  /**
   * Sentences with places to fill: A and B take names, T a thing, P a place, N an animal and S its sound, J a word of
   * `looks` and K one of `ways`. A name, or a pronoun in its place, is A; the other one is B.
   */
  readonly sentences: Readonly<Record<Kind, readonly Line[]>>;
  /** Two names that are in no story together. */
  readonly front: readonly [string, string];
}

/** How loose texts of a language are made. */
export interface Loose {
  /** Which of the forms of a look each gender takes, by the form's name. */
  readonly looks: Readonly<Record<string, readonly number[]>>;
  /**
   * "own(A,T)" is one line of the rule `own`, with A and T in the places of 1 and 2. A to D, X and Y are names, T to V
   * and F things, P to R places, N and M animals; F is no word of the first gender. "A.he" is a form of A, "*T" is
   * decided by words before it, and "_" is a space.
   */
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

/** The words of a line. */
export const listOf = (line: Line): readonly string[] => line.split(" ").filter(Boolean);
