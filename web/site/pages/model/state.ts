// What the page shows, without any content of a file; it is also the page's link.
import { choice, decode, initials, integer, named, typed, type Values } from "../../kit/index.js";
import { LONGEST_NAME, LOOK, settled } from "../../rooms/heads/index.js";
import { WHY } from "../../rooms/why/index.js";

const MOST = 999_999;

export const FIELDS = {
  /** The name of the file; "" for the example. */
  file: typed("", LONGEST_NAME),
  part: integer(0, 0, MOST),
  text: integer(0, 0, MOST),
  reading: named("read", choice("plain", "turned", "causal")),
  ...LOOK,
  ...WHY,
} as const;

export type State = Values<typeof FIELDS>;

export const START: State = initials(FIELDS);

export function stateOf(hash: string): State {
  return settled(decode(FIELDS, hash).values);
}
