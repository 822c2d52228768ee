// Text that would steer a terminal, break a line or turn the direction of writing, in each kind of value that a message
// may quote.

/** Clears the screen, sets a title, writes a link; C1, DEL, breaks of lines, directions, half a pair of surrogates. */
export const STEERED =
  "\x1b[2J\x1b]0;t\x07\x1b]8;;a\x1b\\\x9b1A\x7f\r\n\0\x85\u2028\u2029\u200e\u200f\u061c\u202a\u202e\u2066\u2069\ud800";

/** What no message may hold. */
const STEERS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Values that a message names by a text of theirs: most of them begin with it, since messages show the beginning. */
export const STEERING_VALUES = [
  STEERED,
  [STEERED],
  [[STEERED]],
  { [STEERED]: 1 },
  [{ [STEERED]: 1 }],
  { data: STEERED, shape: STEERED },
  { data: new Float32Array(1), shape: [STEERED] },
  { [Symbol.toStringTag]: STEERED },
  Object.defineProperty(new Float32Array(3), Symbol.toStringTag, { value: STEERED }),
  new Map([[STEERED, 1]]),
  Object.defineProperty(() => {}, "name", { value: STEERED }),
  Symbol(STEERED),
  new Error(STEERED),
  new String(STEERED),
  { length: STEERED, type: STEERED, name: STEERED, layout: STEERED },
];

/** The message of a call that refuses; undefined for one that does not. */
export async function messageOf(call) {
  try {
    await call();
  } catch (error) {
    return String(error.message);
  }
  return undefined;
}

/** The first character of a message that it may not hold, as a number of Unicode; undefined in a good one. */
export const steersIn = (message) => STEERS.exec(message)?.[0].codePointAt(0).toString(16);
