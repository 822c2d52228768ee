// How wide a text is, where nothing can measure it: about as in Helvetica and Arial, within a few percent for a word.

export const FACE = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif";

/** Kinds of letters, and their widths in sizes of the type. The first that fits counts. */
const KINDS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/\p{M}/u, 0],
  [/[ijl'|]/, 0.22],
  [/[- ftrI.,:;!/()[\]{}\\’“”"]/, 0.31],
  [/[mwMW@%…—]/, 0.86],
  [/[A-Z&\u0391-\u03a9\u0410-\u042f]/, 0.69],
  [/[\u1100-\u11ff\u2e80-\uffff\u{10000}-\u{3ffff}]/u, 1],
];
const USUAL = 0.55;

export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += KINDS.find(([letters]) => letters.test(letter))?.[1] ?? USUAL;
  return width * size;
}
