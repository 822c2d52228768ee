// Softmax and mix, one tile of keys at a time. A maximum, a sum and one row of output are kept from tile to tile.

/** The state after a tile. */
export interface TileState {
  /** The tile has the keys from here … */
  readonly from: number;
  /** … to before here. */
  readonly to: number;
  /** The largest score of all tiles so far. */
  readonly maximum: number;
  /** e^(old maximum − new maximum). The sums from before this tile are multiplied by it. */
  readonly correction: number;
  readonly sum: number;
  /** The mixed values, not yet divided by the sum. */
  readonly mixed: readonly number[];
}

/** @param values a row for each score @param tile keys at a time */
export function stream(scores: ArrayLike<number>, values: readonly ArrayLike<number>[], tile: number): TileState[] {
  const states: TileState[] = [];
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
    states.push({ from, to, maximum, correction, sum, mixed });
  }
  return states;
}

/** The one division at the end. */
export function outputOf({ mixed, sum }: TileState): number[] {
  return mixed.map((part) => part / sum);
}
