import type { Positions, RotaryTurn, Tensor, TensorInput } from "../lib/api/index.js";
import { floatsOf, readPositions, readTensor, readTurn, rowsOfTables, tensorOf } from "../lib/read/index.js";

/**
 * Turns rows by their positions, as the option `rotary` turns q and k.
 *
 * @param x `[…, rows, dim]`, one to four axes.
 * @param rotary The option without its positions.
 * @param [positions=0, 1, 2 …] One for each row, or, if x has four axes, one for each row of each batch.
 * @returns A fresh tensor in the shape of x.
 */
export function rotate(x: TensorInput, rotary: RotaryTurn, positions?: Positions): Tensor {
  const where = "heed/rotary.rotate";
  const { data, shape } = readTensor(where, "x", x);
  const turned = floatsOf(data);
  const dim = shape[shape.length - 1]!;
  const rows = shape.length > 1 ? shape[shape.length - 2]! : 1;
  const batch = shape.length === 4 ? shape[0]! : 1;
  const turn = readTurn(where, rotary, dim);
  const given = positions ?? Float64Array.from({ length: rows }, (_, row) => row);
  const tables = rowsOfTables(where, turn, readPositions(where, "positions", given, batch, rows));
  const perBatch = turned.length / dim / batch;
  for (let row = 0; row < turned.length / dim; row++) {
    const at = Math.floor(row / perBatch) * rows + (row % rows);
    turnRow(turned.subarray(row * dim, (row + 1) * dim), turn, tables, tables.rows[at]!);
  }
  return tensorOf(turned as Tensor["data"], Array.from(shape));
}

function turnRow(
  x: Float32Array,
  { dims, interleaved }: ReturnType<typeof readTurn>,
  { cos, sin }: ReturnType<typeof rowsOfTables>,
  row: number,
): void {
  const pairs = dims / 2;
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second] = interleaved ? [2 * pair, 2 * pair + 1] : [pair, pair + pairs];
    const [c, s] = [cos[row * pairs + pair]!, sin[row * pairs + pair]!];
    const [x1, x2] = [x[first]!, x[second]!];
    x[first] = c * x1 - s * x2;
    x[second] = s * x1 + c * x2;
  }
}
