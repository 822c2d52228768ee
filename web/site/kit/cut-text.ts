// Texts that are held to a length.

/** At most so many UTF-16 units of a text. It does not end in half of a pair, as in half an emoji. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
