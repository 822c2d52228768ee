// Tiles of any size and order. They show that the guard accepts good ones and refuses bad ones.
import { encodeModule, op, type } from "../../web/measure/wasm-encoder.mjs";

const ADDRESS = 0,
  COUNT = 1,
  FIRST = 2;
const VECTORS = 2;
const splatLoad = (offset) => [0xfd, 0x09, 2, offset];

/**
 * Row r: a number at a constant offset, a number at an address that is added up, or a whole vector.
 * @param {number} r @param {Record<string, any>} how
 */
function readRow(r, { added, vectors }) {
  if (vectors) return [op.get(ADDRESS), op.load(16 * r)];
  return added
    ? [op.get(ADDRESS), ...(r ? [op.i32(4 * r), op.add] : []), splatLoad(0)]
    : [op.get(ADDRESS), splatLoad(4 * r)];
}

/** @param {number} rows @param {Record<string, any>} how */
function step(rows, { hoisted, ...how }) {
  const accumulator = (r, v) => FIRST + r * VECTORS + v;
  const column = (v) => FIRST + rows * VECTORS + v;
  const row = (r) => FIRST + rows * VECTORS + VECTORS + (hoisted ? r : 0);
  const loads = Array.from({ length: VECTORS }, (_, v) => [op.get(ADDRESS), op.load(16 * v), op.set(column(v))]);
  const read = (r) => [...readRow(r, how), op.set(row(r))];
  const multiplyAdd = (r, v) => [
    op.get(accumulator(r, v)),
    op.get(row(r)),
    op.get(column(v)),
    op.f32x4Multiply,
    op.f32x4Add,
    op.set(accumulator(r, v)),
  ];
  const all = Array.from({ length: rows }, (_, r) => r);
  const products = (r) => [...multiplyAdd(r, 0), ...multiplyAdd(r, 1)];
  const body = hoisted
    ? [...all.flatMap(read), ...all.flatMap(products)]
    : all.flatMap((r) => [...read(r), ...products(r)]);
  return [...loads.flat(), ...body].flat();
}

/**
 * rows × 2 accumulators. `hoisted` loads all rows before the first product, as LLVM's scheduler would. Rows are numbers
 * at constant offsets. With `added` each address is added up; with `vectors` each row is a vector.
 */
export function syntheticTile(rows, how = {}) {
  const next = [
    op.get(ADDRESS),
    op.i32(32),
    op.add,
    op.set(ADDRESS),
    op.get(COUNT),
    op.i32(1),
    op.subtract,
    op.tee(COUNT),
  ];
  const vectors = rows * VECTORS + VECTORS + rows;
  const sum = [op.get(FIRST)];
  for (let a = 1; a < rows * VECTORS; a++) sum.push(op.get(FIRST + a), op.f32x4Add);
  const body = [op.repeat(...step(rows, how), ...next), ...sum, op.lane0];
  return encodeModule([{ name: "tile", parameters: [type.i32, type.i32], result: type.f32, vectors, body }], 1);
}
