// What a score of layer 2 is made of. Its key comes from a sum of rows, so the score is a sum, too. The core takes each
// of these rows for a key of its own.
import { tensor, type Floats, type Heed } from "heed";
import type { Computation } from "../../rooms/lesson/index.js";
import { DIM } from "./net.js";
import type { LayerRead, Reading } from "./reader.js";

/** The row of the token itself; what layer 1 brought from the token before; what it brought from all others. */
export const PARTS = ["own", "before", "others"] as const;
/** The index of the key for the sum of the mean's parts. */
const SUM = 2 * PARTS.length;

/** The key that is taken apart, beside the mean of the other keys. */
export interface Question {
  readonly row: number;
  readonly best: number;
  readonly token: string;
  /** What the parts are called: those of the best key, then those of the mean and their sum. */
  readonly names: readonly string[];
}

export interface Parts {
  /** Keys 0 to 2 are the parts of the best key. Then come the parts of the mean, and their sum. */
  readonly computation: Computation;
  /** The learned numbers of the distance. */
  readonly distances: { readonly best: number; readonly mean: number };
}

/** A score is linear in its key, so the mean of scores is the score of the mean. */
export function partsOf(heed: Heed, { layers, weights: maps }: Reading, { row, best, token, names }: Question): Parts {
  const [low, high] = layers as readonly [LayerRead, LayerRead];
  const others = Array.from({ length: row + 1 }, (_, place) => place).filter((place) => place !== best);
  const length = low.x.length / DIM;
  const partsAt = (place: number): number[][] => rowsAt(low, high, maps[0]!, place);
  const mean = PARTS.map((_, part) => meanOf(others.map((place) => partsAt(place)[part]!)));
  const sum = meanOf(others.map((place) => rowAt(high.x, place)));
  const distanceOf = (place: number): number => high.bias[row * length + place]!;
  const distances = {
    best: distanceOf(best),
    mean: others.reduce((all, at) => all + distanceOf(at), 0) / others.length,
  };
  const matrix = (data: Floats) => ({ data, shape: [DIM, data.length / DIM] });
  const { query, key, value } = high.weights;
  const weights = { queryWeight: matrix(query), keyWeight: matrix(key), valueWeight: matrix(value) };
  const x = tensor([rowAt(high.x, row)]);
  const context = tensor([...partsAt(best), ...mean, sum]);
  const bias = tensor([names.map((_, at) => (at === SUM && others.length > 0 ? distances.mean : 0))]);
  const keep = ["q", "k", "v", "raw", "scores", "logits", "weights"] as const;
  const kept = heed.selfAttention(x, { ...weights, context, bias, keep });
  return {
    computation: {
      tokens: [token],
      keyTokens: names,
      x,
      context,
      weights,
      options: { bias },
      kept,
      flavour: heed.flavour,
    },
    distances,
  };
}

function rowsAt(low: LayerRead, high: LayerRead, map: Float32Array, place: number): number[][] {
  const own = rowAt(low.x, place);
  const { value, output } = low.weights;
  const share = place === 0 ? 0 : map[place * (low.x.length / DIM) + place - 1]!;
  const before = times(times(rowAt(low.x, Math.max(0, place - 1)), value), output).map((part) => share * part);
  return [own, before, rowAt(high.x, place).map((part, at) => part - own[at]! - before[at]!)];
}

function rowAt(rows: Floats, place: number): number[] {
  return Array.from(rows.subarray(place * DIM, (place + 1) * DIM));
}

/** Zeros where there are no rows. */
function meanOf(rows: readonly (readonly number[])[]): number[] {
  const sum = (column: number): number => rows.reduce((all, row) => all + row[column]!, 0);
  return Array.from({ length: DIM }, (_, column) => sum(column) / Math.max(1, rows.length));
}

/** A row times a matrix (DIM, DIM). */
function times(row: readonly number[], matrix: Floats): number[] {
  return row.map((_, column) => row.reduce((sum, part, at) => sum + part * matrix[at * DIM + column]!, 0));
}
