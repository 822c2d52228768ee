// Weights that lie once in wasm memory, as they were stored, and serve any number of rows.
import type { Tensor } from "../api/index.js";
import { makeFloats, publicObject, tensorOf } from "../read/index.js";
import { LINEAR, type LinearSizes } from "../rows/index.js";
import { copyIn, copyOut, layOut, outsideMemory, writeTable, writeWord, type Layout } from "./block.js";
import type { Call } from "./call.js";
import { openedCore } from "./disposal.js";
import { BlockHolder } from "./block-holder.js";
import type { Memory } from "./memory.js";

/** What a weight is, before it has its numbers. */
export interface HeldFacts {
  /** Lines of memory, and the numbers of each: the outputs and the inputs, or with `outIn: false` the other way. */
  readonly shape: readonly [number, number];
  /** Its number in the core, and its name. */
  readonly stored: number;
  readonly type: string;
  readonly lineBytes: number;
  readonly outIn: boolean;
}

export class HeldWeights extends BlockHolder {
  readonly bytes: number;
  private shaped = "";
  private laidOut: { readonly call: Call; readonly layout: Layout } | undefined;

  constructor(
    of: Memory,
    where: string,
    readonly facts: HeldFacts,
  ) {
    super(where);
    openedCore(of, where);
    this.bytes = facts.shape[0] * facts.lineBytes;
    const block = of.allocate(where, this.bytes);
    this.hold(of, block);
    of.core.HEAPU8.fill(0, block, block + this.bytes);
  }

  get shape(): number[] {
    return Array.from(this.facts.shape);
  }

  get type(): string {
    return this.facts.type;
  }

  get layout(): string {
    return this.facts.outIn ? "out-in" : "in-out";
  }

  /** Writes bytes as they are stored, from this byte of the weight on. */
  write(bytes: Uint8Array, at: number): void {
    const { memory, block } = this.held("write");
    memory.core.HEAPU8.set(bytes, block + at);
  }

  /** Lines of the weight as floats. */
  lines(numbers: readonly number[]): Tensor {
    const { memory, block } = this.held("rows");
    const { core } = memory;
    const where = this.method("rows");
    const { shape, stored, lineBytes } = this.facts;
    const length = shape[1];
    const data = makeFloats(where, numbers.length * length);
    const room = memory.reserve(where, 4 * length);
    for (const [n, line] of numbers.entries()) {
      const from = block + line * lineBytes;
      if (stored !== 0) core.decode(stored, from, length, room);
      const floats = (stored === 0 ? from : room) / 4;
      data.set(core.HEAPF32.subarray(floats, floats + length), n * length);
    }
    memory.settle();
    return tensorOf(data, [numbers.length, length]);
  }

  /** x times the weight, by a call whose given tensors are x, and a bias and a factor where it has them. */
  multiply(where: string, rows: number, activation: number, given: Call["given"]): Tensor["data"] {
    const { memory, block: weight } = this.held(where);
    const { core } = memory;
    const { outIn, stored, shape } = this.facts;
    const [outputs, inputs] = outIn ? shape : [shape[1], shape[0]];
    const outside = outsideMemory(core, where, { given }).given;
    // Where the calls before were like this one, as those of other tokens are, what was laid out holds.
    const shaped = `${rows} ${given.bias ? 1 : 0} ${given.times ? 1 : 0} ${activation}`;
    if (this.shaped !== shaped) {
      const sizes: LinearSizes = { rows, inputs, outputs, outIn: outIn ? 1 : 0, activation, add: 0, stored, held: 1 };
      const call = { ...CALL, sizes, given: outside };
      this.laidOut = { call: { ...call, given: {} }, layout: layOut(call, memory.tableBytes) };
      this.shaped = shaped;
    }
    const { call, layout } = this.laidOut!;
    const table = memory.table(LINEAR.name);
    const block = memory.reserve(where, layout.bytes);
    try {
      writeTable(core, table, block, call, layout);
      writeWord(core, table, block, "weight", weight);
      let output = 0;
      for (const { row, offset } of layout.tensors)
        if (row.when === "given") copyIn(core, row, block + offset, outside[row.name]!.data);
        else output = block + offset;
      memory.run(where, table.kind, block, layout.bytes);
      const data = makeFloats(where, rows * outputs);
      copyOut(core, output, data);
      return data;
    } finally {
      memory.settle();
    }
  }
}

const CALL = { kind: LINEAR, forward: true, backward: false, options: {} as Call["options"], keep: [] };

/** The weights of each object that a user holds. Each bundle of the package may bring its own heed/layers. */
const inner = new WeakMap<object, HeldWeights>();

/** The weights of this object; undefined if it has none. */
export function heldOf(face: unknown): HeldWeights | undefined {
  return typeof face === "object" && face !== null ? inner.get(face) : undefined;
}

/** Makes weights, as their user sees them. `members` read what the user gives. */
export function holdWeights(
  memory: Memory,
  where: string,
  facts: HeldFacts,
  members: (held: HeldWeights) => PropertyDescriptorMap,
): object {
  const held = new HeldWeights(memory, where, facts);
  const face = publicObject<object>(where, held, {
    kind: "Weights",
    values: ["shape", "type", "layout", "bytes", "disposed"],
    methods: ["dispose"],
    others: members(held),
  });
  inner.set(face, held);
  return face;
}
