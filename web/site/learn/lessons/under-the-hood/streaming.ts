// Softmax and mix, a tile of keys at a time: what is kept from tile to tile is a maximum, a sum and one row of output.

/** How things stand after a tile. */
export interface Passage {
  /** The keys of the tile: from here, to before there. */
  readonly from: number;
  readonly to: number;
  readonly largest: number;
  /** The largest score of all tiles so far. */
  readonly maximum: number;
  /** e^(old maximum − new maximum), by which what came before is multiplied. */
  readonly correction: number;
  readonly sum: number;
  /** Not divided yet. */
  readonly mixed: readonly number[];
}

/** @param values a row for each score @param tile keys at a time */
export function stream(scores: ArrayLike<number>, values: readonly ArrayLike<number>[], tile: number): Passage[] {
  const passages: Passage[] = [];
  let [maximum, sum, mixed] = [-Infinity, 0, Array.from(values[0]!, () => 0)];
  for (let from = 0; from < scores.length; from += tile) {
    const to = Math.min(scores.length, from + tile);
    let largest = -Infinity;
    for (let j = from; j < to; j++) largest = Math.max(largest, scores[j]!);
    const risen = Math.max(maximum, largest);
    const correction = Math.exp(maximum - risen);
    sum *= correction;
    mixed = mixed.map((part) => part * correction);
    for (let j = from; j < to; j++) {
      const power = Math.exp(scores[j]! - risen);
      sum += power;
      mixed = mixed.map((part, c) => part + power * values[j]![c]!);
    }
    maximum = risen;
    passages.push({ from, to, largest, maximum, correction, sum, mixed });
  }
  return passages;
}

/** The one division, at the end. */
export function outputOf({ mixed, sum }: Passage): number[] {
  return mixed.map((part) => part / sum);
}
