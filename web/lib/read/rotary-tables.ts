// Tables of cosines and sines. They are computed in double precision and rounded once.

/** (positions, pairs) of each. */
export interface AngleTables {
  readonly cos: Float32Array;
  readonly sin: Float32Array;
}

/** What the angles of a position follow from: the radians of each pair for each position, and a factor. */
export interface Frequencies {
  readonly frequencies: readonly number[];
  readonly factor: number;
}

/** The cosines and sines of some positions. */
export function anglesOf(positions: ArrayLike<number>, { frequencies, factor }: Frequencies): AngleTables {
  const pairs = frequencies.length;
  const [cos, sin] = [new Float32Array(positions.length * pairs), new Float32Array(positions.length * pairs)];
  for (let row = 0, at = 0; row < positions.length; row++) {
    for (let pair = 0; pair < pairs; pair++, at++) {
      const angle = positions[row]! * frequencies[pair]!;
      cos[at] = factor * Math.cos(angle);
      sin[at] = factor * Math.sin(angle);
    }
  }
  return { cos, sin };
}

/** How many tables are kept. */
const KEPT = 4;
/** By their settings, the one used last at the end. */
const kept = new Map<string, AngleTables>();

/** The cosines and sines of the positions from 0 to `count`, computed once. A table grows by doubling. */
export function anglesUpTo(count: number, of: Frequencies): AngleTables {
  const settings = `${of.factor} ${of.frequencies}`;
  const pairs = of.frequencies.length;
  let tables = kept.get(settings);
  const had = tables ? tables.cos.length / pairs : 0;
  if (!tables || had < count) {
    tables = anglesOf(
      Array.from({ length: Math.max(count, 2 * had) }, (_, position) => position),
      of,
    );
  }
  kept.delete(settings);
  kept.set(settings, tables);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return { cos: tables.cos.subarray(0, count * pairs), sin: tables.sin.subarray(0, count * pairs) };
}
