// What a table of stories holds. english.ts and german.ts are two; a third may have a reader's own names and things.

/** Words in a line, with spaces between them. */
type Line = string;

/** What a sentence can be about. world.ts says what each kind tells, and what it needs. */
export const KINDS = [
  ...(["is", "had", "has", "two", "each", "play", "both", "meet", "were", "want", "so", "give", "when"] as const),
  ...(["lose", "sad", "down", "find", "back", "return", "thank", "now", "glad", "see", "sound", "home"] as const),
  ...(["happy", "they", "stay", "end"] as const),
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
  /** How a thing may be. Any sentence may have such a word before a thing. */
  readonly looks: readonly Line[];
  /** Which form of `looks` follows an article, for each gender. Where a look has one form only, it is that. */
  readonly lookAfter: Readonly<Record<string, readonly number[]>>;
  /** How a child may be: a form for a girl and one for a boy. */
  readonly ways: readonly Line[];
  /**
   * Sentences with places to fill: A and B take names, T and U things, P a place, N an animal and S its sound, K a word
   * of `ways`. A name, or a pronoun in its place, is A; the other one is B.
   */
  readonly sentences: Readonly<Record<Kind, readonly Line[]>>;
  /** What may come before a sentence that begins with A. */
  readonly openers: readonly Line[];
  /** Whether the verb comes before the subject then. */
  readonly inverts: boolean;
  /** Two names that are in no story together. */
  readonly front: readonly [string, string];
}

/** The words of a line. */
export const listOf = (line: Line): readonly string[] => line.split(" ").filter(Boolean);
