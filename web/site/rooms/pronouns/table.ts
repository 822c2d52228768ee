// What a table of sentences holds. english.ts and german.ts are two; another one may be of a reader's own lists.

/** Words in a line, with spaces between them. */
type Line = string;

export interface Frame {
  /**
   * A sentence with places to fill: WHO and WHAT take nouns, SAID takes a word that can be said of one of the two.
   * Other words in capitals are names in `choices` or `forms`. IT is the pronoun.
   */
  readonly text: Line;
  /** Kinds of nouns. */
  readonly who: Line;
  readonly what: Line;
  /** What can be said of the one or the other in this frame, beside what can be said of nouns of its kind. */
  readonly ofWho?: Line;
  readonly ofWhat?: Line;
  /** Nothing else can be said here. */
  readonly only?: true;
}

export interface Table {
  readonly language: "en" | "de";
  /** The table of the site, where words of a reader's own have the places, and so the numbers, of its words. */
  readonly base?: Table;
  /** Of each kind a line for each gender. Both nouns of a sentence have the same gender: the pronoun says nothing. */
  readonly nouns: Readonly<Record<string, readonly Line[]>>;
  /** What can be said of nouns of a kind, in every frame. A word that fits both nouns of a frame is left out there. */
  readonly said: Readonly<Record<string, Line>>;
  /** For each gender the words that it changes. */
  readonly forms: readonly Readonly<Record<string, string>>[];
  /** Several ways to say the same. Each may have no word or several. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly frames: readonly Frame[];
  /** The sentence of the front door: its two nouns, and a word for each. They are never read together. */
  readonly front: { readonly who: string; readonly what: string; readonly said: readonly [who: string, what: string] };
}
