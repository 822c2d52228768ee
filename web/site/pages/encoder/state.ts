// What the page's link holds: the sentence, the chosen piece, and how the heads are shown.
import { decode, integer, optional, typed, type Field, type Values } from "../../kit/index.js";
import { LOOK, PLACE, settled, type HeadPlace } from "../../rooms/heads/index.js";
import { HEADS, LAYERS } from "../../rooms/trained/index.js";

const MOST_CHARACTERS = 2000;

/** A head is always open. Links of earlier versions name it "L1H1". */
const head: Field<HeadPlace> = {
  ...PLACE,
  initial: { layer: 1, head: 1 },
  read(held) {
    const place = PLACE.read(held.replace(/^L(\d)H(\d)$/, "$1.$2"));
    return place !== undefined && place.layer < LAYERS && place.head < HEADS ? place : undefined;
  },
};

export const FIELDS = {
  text: typed("The cat sat because it was tired.", MOST_CHARACTERS),
  /** Counted from 0; undefined for the first pronoun. */
  piece: optional(integer(0, 0, 999)),
  ...LOOK,
  head,
} as const;

export type State = Values<typeof FIELDS>;

export function stateOf(hash: string): State {
  return settled(decode(FIELDS, hash).values);
}
