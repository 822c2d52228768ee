// An order that a name decides: the same at each visit, on the screen and on paper.
import { seededRandom, type Random } from "heed/train";

/** FNV-1a. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193);
  return state;
}

/** The same things in an order that only the name decides. */
export function shuffled<Thing>(things: readonly Thing[], name: string): Thing[] {
  const order = Array.from(things);
  const draw = seededRandom(hash(name));
  for (let end = order.length; end > 1; end--) {
    const at = draw.integer(end);
    [order[at], order[end - 1]] = [order[end - 1]!, order[at]!];
  }
  return order;
}

/** `count` different numbers below `all`, in a random order. */
export function distinct(draw: Random, count: number, all: number): number[] {
  const numbers = Array.from({ length: all }, (_, number) => number);
  for (let i = 0; i < count; i++) {
    const j = i + draw.integer(all - i);
    [numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!];
  }
  return numbers.slice(0, count);
}
