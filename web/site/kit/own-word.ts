// A word of the reader's own, in the place of one that a model knows.

/** Why a word is refused: the name of the sentence that says so. */
export type Refusal = "several" | "letters" | "known";

export function refusalOf(word: string, isKnown: (word: string) => boolean): Refusal | undefined {
  if (/\s/.test(word)) return "several";
  if (!/^\p{L}[\p{L}\p{M}'’-]*$/u.test(word)) return "letters";
  return isKnown(word) ? "known" : undefined;
}

/** A text, or a line of words, with one word in the place of another. */
export function withOwnWord(text: string, from: string, to: string): string {
  const isFrom = (piece: string): boolean => piece.toLowerCase() === from.toLowerCase();
  return text.replace(/[\p{L}\p{M}'’-]+/gu, (piece) => (isFrom(piece) ? to : piece));
}
