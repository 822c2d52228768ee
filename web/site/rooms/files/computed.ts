// Heads that a file does not hold, computed from its queries and keys: softmax(q·kᵀ ∕ √dim), in double precision.
import type { StackPlace } from "./axes.js";
import { checkCells, type Stack } from "./stack.js";

/** Which head of keys or values belongs to a head: grouped heads share theirs. */
export function ownPlace(place: StackPlace, heads: number, { heads: shared }: Stack): StackPlace {
  return { ...place, head: Math.floor((place.head * shared) / heads) };
}

/** The columns of each layer. */
export function widthsOf(stack: Stack): string {
  return Array.from({ length: stack.layers }, (_, layer) => stack.width({ layer, head: 0, text: 0 })).join();
}

/** Whether these may be the keys of these queries. */
export function arePair(queries: Stack, keys: Stack): boolean {
  return (
    queries.layers === keys.layers &&
    queries.batch === keys.batch &&
    queries.heads % keys.heads === 0 &&
    widthsOf(queries) === widthsOf(keys)
  );
}

export function computedStack(queries: Stack, keys: Stack, causal: boolean): Stack {
  const [rows, columns] = [queries.rows, keys.rows];
  checkCells(queries.title, [rows, columns], rows * columns);
  return {
    ...queries,
    columns,
    readers: [...queries.readers, ...keys.readers],
    matrix: async (place) => {
      const q = await queries.matrix(place);
      const k = await keys.matrix(ownPlace(place, queries.heads, keys));
      return weightsOf(q, k, { rows, columns, dim: queries.width(place), causal });
    },
    width: () => columns,
  };
}

interface Sizes {
  readonly rows: number;
  readonly columns: number;
  readonly dim: number;
  readonly causal: boolean;
}

function weightsOf(q: Float32Array, k: Float32Array, sizes: Sizes): Float32Array<ArrayBuffer> {
  const { rows, columns, dim, causal } = sizes;
  const weights = new Float32Array(rows * columns);
  const scores = new Float64Array(columns);
  const root = Math.sqrt(dim);
  for (let row = 0; row < rows; row++) {
    const visible = causal ? row + 1 : columns;
    let largest = -Infinity;
    for (let column = 0; column < visible; column++) {
      let sum = 0;
      for (let i = 0, at = row * dim, other = column * dim; i < dim; i++) sum += q[at++]! * k[other++]!;
      scores[column] = sum / root;
      if (scores[column]! > largest) largest = scores[column]!;
    }
    let total = 0;
    for (let column = 0; column < visible; column++) total += scores[column] = Math.exp(scores[column]! - largest);
    for (let column = 0; column < visible; column++) weights[row * columns + column] = scores[column]! / total;
  }
  return weights;
}
