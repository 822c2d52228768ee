// What the page shows, without any content of a file; it is also the page's link.
import { choice, decode, encode, initials, integer, named, some, typed, type Values } from "../../kit/index.js";
import { LONGEST_NAME, LOOK, settled } from "../../rooms/heads/index.js";
import { WHY } from "../../rooms/why/index.js";

const MOST = 999_999;
/** What the built-in example is called in links. */
export const EXAMPLE = "example";

export const FIELDS = {
  /** The text of the story, where it is not the page's. */
  story: typed("", 3000),
  /** The heads of the story's model that are off. */
  off: some<string>(["0.0", "0.1", "0.2", "1.0", "1.1", "1.2"]),
  /** The name of the file, or EXAMPLE; "" for the story. */
  file: typed("", LONGEST_NAME),
  part: integer(0, 0, MOST),
  text: integer(0, 0, MOST),
  reading: named("read", choice("plain", "turned", "causal")),
  ...LOOK,
  ...WHY,
} as const;

export type State = Values<typeof FIELDS>;

export const START: State = initials(FIELDS);

/** A link of before this page began with a story names no file, and asks for something of the example. */
export function stateOf(hash: string): State {
  const state = settled(decode(FIELDS, hash).values);
  const asks = encode(FIELDS, { ...state, story: "", off: [] }, undefined) !== encode(FIELDS, START, undefined);
  return state.file === "" && asks ? { ...state, file: EXAMPLE } : state;
}
