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

/** The words of a line. */
export const listOf = (line: Line): readonly string[] => line.split(" ").filter(Boolean);
