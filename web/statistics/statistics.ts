// Computes the statistics of a head from its weights, in double precision.
import { STATISTICS, type StatisticKey } from "./definitions.js";
import type { TokenRoles } from "./token-roles.js";

/** What is wrong with a head's numbers. The section "heads" of the texts has a sentence for each. */
export type Problem = "not-finite" | "negative" | "turned" | "no-sum";

export interface HeadStatistics {
  /** NaN where a head has none. */
  readonly values: Readonly<Record<StatisticKey, number>>;
  /** How many rows each is the mean of. */
  readonly counts: Readonly<Record<StatisticKey, number>>;
  /** Square, and nothing above the diagonal. */
  readonly causal: boolean;
  readonly highest: number;
  readonly lowest: number;
  readonly problem: Problem | undefined;
}

export interface HeadMatrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/** Rows of 16-bit numbers sum to 1 only within 2 %. Other rows come nearer. */
const ROW_TOLERANCE = 0.02;

export function statisticsOf(matrix: HeadMatrix, roles: TokenRoles): HeadStatistics {
  const summed = sumsOf(matrix);
  const { highest, lowest, finite, rowSums } = summed;
  const problem = problemOf(summed);
  if (!finite || lowest < 0) return { ...each(() => new Mean()), causal: false, highest, lowest, problem };
  const causal = isCausal(matrix);
  const found = { ...means(matrix, rowSums, causal), ...tokenMeans(matrix, rowSums, causal, roles) };
  return { ...each((key) => found[key]), causal, highest, lowest, problem };
}

interface Sums {
  readonly highest: number;
  readonly lowest: number;
  readonly finite: boolean;
  readonly rowSums: Float64Array;
  readonly columnSums: Float64Array;
}

function sumsOf({ values, rows, columns }: HeadMatrix): Sums {
  const [rowSums, columnSums] = [new Float64Array(rows), new Float64Array(columns)];
  let [highest, lowest] = [-Infinity, Infinity];
  for (let row = 0, at = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++) {
      const value = values[at++]!;
      if (value > highest) highest = value;
      if (value < lowest) lowest = value;
      sum += value;
      columnSums[column]! += value;
    }
    rowSums[row] = sum;
  }
  // A sum is finite where each of its terms is.
  return { highest, lowest, finite: rowSums.every(Number.isFinite), rowSums, columnSums };
}

function problemOf({ finite, lowest, rowSums, columnSums }: Sums): Problem | undefined {
  if (!finite) return "not-finite";
  if (lowest < 0) return "negative";
  if (areOnes(rowSums)) return undefined;
  return areOnes(columnSums) ? "turned" : "no-sum";
}

/** Rows of zeros are padding. */
function areOnes(sums: Float64Array): boolean {
  return sums.every((sum) => sum === 0 || Math.abs(sum - 1) <= ROW_TOLERANCE);
}

/** Whether all above the diagonal is 0. A causal mask gives that; nothing else is likely to. */
export function isCausal({ values, rows, columns }: HeadMatrix): boolean {
  if (rows !== columns || rows < 2) return false;
  for (let row = 0; row < rows; row++)
    for (let column = row + 1; column < columns; column++) if (values[row * columns + column] !== 0) return false;
  return true;
}

function each(meanOf: (key: StatisticKey) => Mean): Pick<HeadStatistics, "values" | "counts"> {
  const all = (numberOf: (mean: Mean) => number): Record<StatisticKey, number> =>
    Object.fromEntries(STATISTICS.map((key) => [key, numberOf(meanOf(key))])) as Record<StatisticKey, number>;
  return { values: all(({ value }) => value), counts: all(({ count }) => count) };
}

/** The mean of the values that were added; NaN if there are none. */
class Mean {
  #sum = 0;
  #count = 0;
  add(value: number): void {
    this.#sum += value;
    this.#count++;
  }
  get value(): number {
    return this.#count === 0 ? NaN : this.#sum / this.#count;
  }
  get count(): number {
    return this.#count;
  }
}

type Means<Key extends StatisticKey> = Readonly<Record<Key, Mean>>;
type Placed = Means<"self" | "previous" | "next" | "first" | "entropy" | "distance">;

/** The statistics that need places only. Rows of zeros stay out. */
function means({ values, rows, columns }: HeadMatrix, rowSums: Float64Array, causal: boolean): Placed {
  const [self, previous, next, first] = [new Mean(), new Mean(), new Mean(), new Mean()];
  const [entropy, distance] = [new Mean(), new Mean()];
  const square = rows === columns;
  for (let row = 0; row < rows; row++) {
    if (rowSums[row] === 0) continue;
    const begin = row * columns;
    if (row >= 1) first.add(values[begin]!);
    const visible = causal ? row + 1 : columns;
    let [spread, far] = [0, 0];
    for (let column = 0; column < visible; column++) {
      const weight = values[begin + column]!;
      if (weight === 0) continue;
      spread -= weight * Math.log(weight);
      far += weight * (column < row ? row - column : column - row);
    }
    if (visible >= 2) entropy.add(spread / Math.log(visible));
    if (!square) continue;
    distance.add(far);
    self.add(values[begin + row]!);
    if (row >= 1) previous.add(values[begin + row - 1]!);
    if (!causal && row + 1 < columns) next.add(values[begin + row + 1]!);
  }
  return { self, previous, next, first, entropy, distance };
}

type OfTokens = Means<"separator" | "punctuation" | "duplicate" | "induction">;

/** The statistics that need tokens. */
function tokenMeans(matrix: HeadMatrix, rowSums: Float64Array, causal: boolean, roles: TokenRoles): OfTokens {
  const { values, rows, columns } = matrix;
  const [duplicate, induction] = [new Mean(), new Mean()];
  const square = rows === columns ? rows : 0;
  for (let row = 0; row < square; row++) {
    if (rowSums[row] === 0 || roles.before[row]! < 0) continue;
    let [same, after] = [0, 0];
    for (let at = roles.before[row]!; at >= 0; at = roles.before[at]!) {
      same += values[row * columns + at]!;
      after += values[row * columns + at + 1]!;
    }
    duplicate.add(same);
    induction.add(after);
  }
  return {
    separator: onColumns(matrix, rowSums, causal, roles.separator),
    punctuation: onColumns(matrix, rowSums, causal, roles.punctuation),
    duplicate,
    induction,
  };
}

/** The mean row sum over some columns; where a head is causal, over the rows that can see one. */
function onColumns(
  { values, rows, columns }: HeadMatrix,
  rowSums: Float64Array,
  causal: boolean,
  marked: Uint8Array,
): Mean {
  const wanted = Array.from(marked.keys()).filter((column) => marked[column] === 1);
  const mean = new Mean();
  for (let row = 0; wanted.length > 0 && row < rows; row++) {
    if (rowSums[row] === 0 || (causal && wanted[0]! > row)) continue;
    let sum = 0;
    for (const column of wanted) sum += values[row * columns + column]!;
    mean.add(sum);
  }
  return mean;
}
