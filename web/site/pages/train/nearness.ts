// Rows in a plane: the two directions in which they differ most, and for each row the one that is nearest there.

export interface Near {
  readonly x: number;
  readonly y: number;
  /** The number of another row. */
  readonly nearest: number;
}

/** Steps after which a direction is found well enough for a picture. */
const TURNS = 60;

/** Principal components of rows without their mean. */
export function nearnessOf(all: readonly Float32Array[]): Near[] {
  const rows = centred(all);
  const first = mainDirection(rows, []);
  const second = mainDirection(rows, [first]);
  const places = rows.map((row) => ({ x: dot(row, first), y: dot(row, second) }));
  return places.map((place, at) => {
    const distances = places.map(({ x, y }, to) => (to === at ? Infinity : Math.hypot(x - place.x, y - place.y)));
    return { ...place, nearest: Math.max(0, distances.indexOf(Math.min(...distances))) };
  });
}

function centred(rows: readonly Float32Array[]): Float64Array[] {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const row of rows) for (let i = 0; i < row.length; i++) mean[i]! += row[i]! / rows.length;
  return rows.map((row) => Float64Array.from(row, (value, i) => value - mean[i]!));
}

/** By the power method: a vector that is multiplied by Σ row·rowᵀ turns to where the rows are longest. */
function mainDirection(rows: readonly Float64Array[], without: readonly Float64Array[]): Float64Array {
  let direction = Float64Array.from(rows[0] ?? [], (_, i) => 1 + (i % 3));
  for (let turn = 0; turn < TURNS; turn++) {
    const next = new Float64Array(direction.length);
    for (const row of rows) {
      const share = dot(row, direction);
      for (let i = 0; i < next.length; i++) next[i]! += share * row[i]!;
    }
    for (const other of without) {
      const share = dot(next, other);
      for (let i = 0; i < next.length; i++) next[i]! -= share * other[i]!;
    }
    const length = Math.sqrt(dot(next, next)) || 1;
    direction = next.map((value) => value / length);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
