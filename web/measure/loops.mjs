// The loops that the peak is read with. Some work in registers alone. Others are tiles as the kernels have them, with
// their vectors read from the first cache. All come without relaxed_madd, and with it where the engine has it.
import { encodeModule, op, type } from "./wasm-encoder.mjs";

// The chains do not depend on one another. There are enough of them to hide a latency of four cycles on two or three
// ports, and few enough for the 15 registers that V8 can use on x86-64. Which mix is fastest depends on the machine:
// some processors share ports between multiplies and adds (Golden Cove), others do not (Zen 4).
const MULTIPLY_ADD_MIXES = [
  [4, 4],
  [5, 5],
  [6, 6],
  [7, 7],
  [4, 8],
  [8, 4],
  [6, 8],
  [5, 7],
];
const FUSED_CHAINS = [8, 10, 12];
// Rows × vectors. A loop over registers is no ceiling everywhere: in Firefox, tiles pass its multiplies and adds.
const TILES = [
  [4, 2],
  [3, 3],
  [6, 2],
];

// The body of a loop over registers is repeated so often that the loop's own instructions (a decrement, a branch, V8's
// interrupt check) cost next to nothing.
const UNROLL = 8;

// Parameters: iterations, x, y, the address where a tile begins. With x = 1 and y = 0 no chain ever overflows or
// becomes subnormal. The locals come after them.
const ITERATIONS = 0,
  X = 1,
  Y = 2,
  ADDRESS = 3;
const PARAMETERS = [type.i32, type.f32, type.f32, type.i32];
const FIRST = PARAMETERS.length;

const next = [op.get(ITERATIONS), op.i32(1), op.subtract, op.tee(ITERATIONS)];

/** One lane of the sum of these locals, so that an engine cannot leave out their arithmetic. */
const sumOf = (locals) => [op.get(locals[0]), ...locals.slice(1).flatMap((c) => [op.get(c), op.f32x4Add]), op.lane0];

const numbers = (count, first = 0) => Array.from({ length: count }, (_, i) => first + i);

function registerLoop(facts, chains, step, flopsPerStep) {
  const locals = numbers(chains, FIRST),
    x = FIRST + chains,
    y = x + 1;
  const start = [op.get(X), op.splat, op.set(x), op.get(Y), op.splat, op.set(y)];
  for (const chain of locals) start.push(op.get(x), op.set(chain));
  const body = numbers(UNROLL).flatMap(() => locals.flatMap((chain, c) => step(c, chain, x, y)));
  return {
    ...facts,
    flops: UNROLL * flopsPerStep,
    parameters: PARAMETERS,
    result: type.f32,
    vectors: chains + 2,
    body: [...start, op.repeat(...body, ...next), ...sumOf(locals)],
  };
}

// Multiplications and additions alternate while there are both.
function multiplyAddLoop(multiplies, adds) {
  const kinds = [];
  for (let i = 0; i < Math.max(multiplies, adds); i++) {
    if (i < multiplies) kinds.push(op.f32x4Multiply);
    if (i < adds) kinds.push(op.f32x4Add);
  }
  const step = (c, chain, x) => [op.get(chain), op.get(x), kinds[c], op.set(chain)];
  const facts = { name: `multiply ${multiplies}, add ${adds}`, fused: false };
  return registerLoop(facts, kinds.length, step, 4 * kinds.length);
}

function fusedLoop(chains) {
  const step = (_, chain, x, y) => [op.get(x), op.get(y), op.get(chain), op.relaxedMultiplyAdd, op.set(chain)];
  return registerLoop({ name: `relaxed_madd ${chains}`, fused: true }, chains, step, 8 * chains);
}

// A tile reads from the first 8 KB of the memory, again and again.
const TILE_BYTES = 8192;
const VECTOR_BYTES = 16;

const product = (fused, c, x, b) =>
  fused
    ? [op.get(x), op.get(b), op.get(c), op.relaxedMultiplyAdd, op.set(c)]
    : [op.get(c), op.get(x), op.get(b), op.f32x4Multiply, op.f32x4Add, op.set(c)];

/**
 * c[r][v] += a[r] · b[v]: an iteration reads its vectors of b, then one vector of a for each row. It is not repeated in
 * the body: then V8 would spill.
 */
function tileLoop(rows, vectors, fused) {
  const sums = numbers(rows * vectors, FIRST),
    columns = numbers(vectors, FIRST + sums.length),
    row = FIRST + sums.length + vectors;
  const read = (index, local) => [op.get(ADDRESS), op.load(index * VECTOR_BYTES), op.set(local)];
  const productsOf = (r) => columns.flatMap((column, v) => product(fused, sums[r * vectors + v], row, column));
  const body = [
    ...columns.flatMap((column, v) => read(v, column)),
    ...numbers(rows).flatMap((r) => [...read(vectors + r, row), ...productsOf(r)]),
  ];
  const stepBytes = (rows + vectors) * VECTOR_BYTES;
  const forward = [op.get(ADDRESS), op.i32(stepBytes), op.add, op.i32(TILE_BYTES - 1), op.and, op.set(ADDRESS)];
  return {
    name: `tile ${rows}×${vectors}${fused ? ", relaxed_madd" : ""}`,
    fused,
    flops: 8 * sums.length,
    parameters: PARAMETERS,
    result: type.f32,
    vectors: sums.length + vectors + 1,
    body: [op.repeat(...body, ...forward, ...next), ...sumOf(sums)],
  };
}

function instantiate(loops) {
  const module = new WebAssembly.Module(encodeModule(loops, 1));
  /** @type {any} */
  const { exports } = new WebAssembly.Instance(module);
  new Float32Array(exports.memory.buffer).fill(1);
  return loops.map(({ name, fused, flops }) => ({ name, fused, flops, run: (n) => exports[name](n, 1, 0, 0) }));
}

/** Every loop that this engine runs: { name, fused, flops of one iteration, run(iterations) }. */
export function openLoops() {
  const separate = [
    ...MULTIPLY_ADD_MIXES.map((mix) => multiplyAddLoop(...mix)),
    ...TILES.map((tile) => tileLoop(...tile, false)),
  ];
  const fused = [...FUSED_CHAINS.map(fusedLoop), ...TILES.map((tile) => tileLoop(...tile, true))];
  const runsFused = WebAssembly.validate(encodeModule(fused, 1));
  return [...instantiate(separate), ...(runsFused ? instantiate(fused) : [])];
}
