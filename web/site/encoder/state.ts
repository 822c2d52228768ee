// What the page's link holds: the sentence, the head, and the chosen piece.
import { HEADS, LAYERS } from "./model/encoder.js";
import { headName, type HeadPlace } from "./sentence/reader.js";

export interface State {
  readonly text: string;
  readonly head: HeadPlace;
  /** Counted from 0; undefined for the first pronoun. */
  readonly piece: number | undefined;
}

const START: State = { text: "The cat sat because it was tired.", head: { layer: 1, head: 1 }, piece: undefined };
const MOST_CHARACTERS = 2000;

export function stateOf(hash: string): State {
  const words = new URLSearchParams(hash.slice(1));
  const piece = words.get("piece") ?? "";
  return {
    text: (words.get("text") ?? START.text).slice(0, MOST_CHARACTERS),
    head: headOf(words.get("head") ?? "") ?? START.head,
    piece: /^\d{1,3}$/.test(piece) ? Number(piece) : undefined,
  };
}

function headOf(name: string): HeadPlace | undefined {
  const [, layer, head] = (/^L(\d)H(\d)$/.exec(name) ?? []).map(Number);
  return layer !== undefined && head !== undefined && layer < LAYERS && head < HEADS ? { layer, head } : undefined;
}

export function linkOf({ text, head, piece }: State): string {
  const words = new URLSearchParams({ v: "1", text, head: headName(head) });
  if (piece !== undefined) words.set("piece", String(piece));
  return `#${words}`;
}
