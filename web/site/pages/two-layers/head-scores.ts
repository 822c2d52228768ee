// Two numbers that say what a head does.
import { TOKENS } from "./task.js";

/** Weights of one head in some texts, (texts, TOKENS, TOKENS), and the tokens of these texts, (texts, TOKENS). */
export interface Looks {
  readonly weights: ArrayLike<number>;
  readonly ids: ArrayLike<number>;
  /** How many tokens of each text count; all where it is left out. */
  readonly length?: number;
}

/**
 * The mean weight on the token before, over the rows of the first copy. Only there does layer 2 need it, and only there
 * is it learned.
 */
export function previousTokenScore(looks: Looks): number {
  return meanOver(looks, (row) => row.place > 0 && !row.isRepeated && row.weights[row.place - 1]!);
}

/** The mean weight on tokens that came after an earlier occurrence of the row's token: all of them are counted. */
export function inductionScore(looks: Looks): number {
  return meanOver(looks, ({ place, isRepeated, ids, weights }) => {
    if (!isRepeated) return false;
    let sum = 0;
    for (let j = 1; j <= place; j++) if (ids[j - 1] === ids[place]) sum += weights[j]!;
    return sum;
  });
}

interface Row {
  readonly place: number;
  /** Whether the token has stood in the text before. */
  readonly isRepeated: boolean;
  readonly ids: readonly number[];
  readonly weights: readonly number[];
}

/** The mean of what `look` returns. A row with false does not count. */
function meanOver({ weights, ids, length = TOKENS }: Looks, look: (row: Row) => number | false): number {
  let [sum, count] = [0, 0];
  for (let text = 0; text < ids.length / TOKENS; text++) {
    const own = Array.from({ length }, (_, i) => ids[text * TOKENS + i]!);
    for (let place = 0; place < length; place++) {
      const start = (text * TOKENS + place) * TOKENS;
      const row = Array.from({ length: place + 1 }, (_, j) => weights[start + j]!);
      const found = look({ place, isRepeated: own.indexOf(own[place]!) < place, ids: own, weights: row });
      if (found === false) continue;
      sum += found;
      count++;
    }
  }
  return sum / count;
}
