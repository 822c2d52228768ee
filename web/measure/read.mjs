// How fast this engine reads memory and does nothing else. Decoding is bound by memory and compared with this.
import { encodeModule, op, type } from "./wasm-encoder.mjs";

const PAGE = 2 ** 16;
// One step of the loop: 256 bytes, four cache lines, summed into four chains.
const STEP_VECTORS = 16,
  CHAINS = 4;
const STEP_BYTES = STEP_VECTORS * 16;

// parameters: address, steps
function readLoop() {
  const ADDRESS = 0,
    STEPS = 1,
    FIRST = 2;
  const body = [];
  for (let i = 0; i < STEP_VECTORS; i++) {
    const chain = FIRST + (i % CHAINS);
    body.push(op.get(chain), op.get(ADDRESS), op.load(i * 16), op.i32x4Add, op.set(chain));
  }
  body.push(op.get(ADDRESS), op.i32(STEP_BYTES), op.add, op.set(ADDRESS));
  body.push(op.get(STEPS), op.i32(1), op.subtract, op.tee(STEPS));
  const sum = [op.get(FIRST)];
  for (let c = 1; c < CHAINS; c++) sum.push(op.get(FIRST + c), op.i32x4Add);
  return {
    name: "read",
    parameters: [type.i32, type.i32],
    result: type.i32,
    vectors: CHAINS,
    body: [op.repeat(...body), ...sum, op.i32x4Lane0],
  };
}

/** A function that reads `bytes` bytes (rounded up to a multiple of 256) of its own memory once. */
export function openRead(bytes) {
  const steps = Math.ceil(bytes / STEP_BYTES);
  const module = new WebAssembly.Module(encodeModule([readLoop()], Math.ceil((steps * STEP_BYTES) / PAGE)));
  /** @type {any} */
  const { memory, read } = new WebAssembly.Instance(module).exports;
  new Uint8Array(memory.buffer).fill(1); // the system maps all untouched pages to one page of zeros
  return () => read(0, steps);
}
