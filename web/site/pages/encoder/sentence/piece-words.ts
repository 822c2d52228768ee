// Pieces as readers see them.
import { phrase } from "../../../kit/texts/index.js";
import { SPACE } from "../../../rooms/trained/index.js";

const UNKNOWN = "�";

/** A label: a piece that goes on with a word begins with dots; punctuation stays as it is. */
export function labelOf(piece: string): string {
  if (piece === UNKNOWN) return phrase("encoder.unknown");
  if (piece === SPACE) return phrase("encoder.space");
  if (piece.startsWith(SPACE)) return piece.slice(1);
  return /^[\p{L}\p{N}]/u.test(piece) ? `…${piece}` : piece;
}

/** The piece as it is in the text. */
export function textOf(piece: string): string {
  return piece === UNKNOWN ? "?" : piece.replaceAll(SPACE, "");
}

export function beginsWord(piece: string): boolean {
  return piece.startsWith(SPACE);
}
