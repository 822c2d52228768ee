// A session: a block of wasm memory, the table in it that runs again and again, and a view of each of its tensors.
import {
  readLayerSession,
  readSession,
  SESSION_SIZES,
  type AttentionSizes,
  type LayerSizes,
  type SessionArguments,
} from "../read/index.js";
import { copyIn, givenTo, layOut, outsideMemory, viewFor, writeTable, type PlacedTensor, type Words } from "./block.js";
import type { Core } from "./core.js";
import { hold, letGo, type Holding } from "./holding.js";
import type { Memory } from "./memory.js";
import { ATTENTION, ATTENTION_KEEPABLE, LAYER, LAYER_KEEPABLE, rowsOf, type Call, type Rows } from "./tables.js";

export function session(memory: Memory, options: unknown): BufferSession<AttentionSizes> {
  const where = "heed.session";
  return new BufferSession(
    memory,
    where,
    callOf("attention", ATTENTION, readSession(where, options, ATTENTION_KEEPABLE)),
  );
}

export function selfAttentionSession(memory: Memory, options: unknown): BufferSession<LayerSizes> {
  const where = "heed.selfAttentionSession";
  return new BufferSession(
    memory,
    where,
    callOf("selfAttention", LAYER, readLayerSession(where, options, LAYER_KEEPABLE)),
  );
}

function callOf<Sizes>(kind: string, rows: Rows<Sizes>, read: SessionArguments<Sizes>): Call<Sizes> {
  const { sizes, backward, options, inputs } = read;
  const behind = options.keep.includes("lse") ? ["dOutput", "dLse"] : ["dOutput"];
  const zeros = (backward ? [...inputs, ...behind] : inputs).map((name) => [name, null]);
  const given = { ...Object.fromEntries(zeros), ...options.tensors };
  const { words, keep, moved } = options;
  return { kind, rows, forward: true, backward, sizes, options: words, given, keep, moved };
}

/** Rotary turns queries by their offsets. Where those were written to, the cosines and sines are computed anew. */
function followOffsets<Sizes>(
  core: Core,
  block: number,
  tensors: readonly PlacedTensor<Sizes>[],
  moved: NonNullable<Call<Sizes>["moved"]>,
): () => void {
  const placed = (name: string): PlacedTensor<Sizes> => tensors.find(({ row }) => row.name === name)!;
  const { offset, count } = placed("causalOffsets") ?? placed("offsets");
  const offsets = (): Int32Array => new Int32Array(core.HEAPU8.buffer, block + offset, count);
  let last = offsets().slice();
  return () => {
    const now = offsets();
    if (now.every((value, b) => value === last[b])) return;
    const given = moved(now);
    for (const name in given) {
      const { row, offset: at } = placed(name);
      copyIn(core, row, block + at, given[name]!.data);
    }
    last = now.slice();
  };
}

export class BufferSession<Sizes extends Words> {
  private holding: Holding | undefined;
  private readonly bytes: number;
  private readonly forwardKind: number;
  /** undefined for a session without gradients. */
  private readonly backwardKind: number | undefined;
  /** Whether run() left what backward() needs. */
  private hasRun = false;
  /** Brings inputs up to date that depend on causalOffsets. */
  private readonly follow: (() => void) | undefined;

  constructor(
    memory: Memory,
    private readonly where: string,
    given: Call<Sizes>,
  ) {
    const { core } = memory;
    const call = outsideMemory(core, given);
    const layout = layOut(call, memory.tableBytes);
    // The table of a backward call begins with the table of its forward call, so one table serves both.
    const forward = memory.table(call.kind);
    const backward = call.backward ? memory.table(`${call.kind}Backward`) : undefined;
    const block = memory.allocate(where, layout.bytes);
    core.HEAPU8.fill(0, block, block + memory.tableBytes + layout.bytes);
    writeTable(core, backward ?? forward, block, call, layout);
    for (const { row, offset } of layout.tensors) {
      const input = row.when === "given" ? givenTo(row, call) : undefined;
      if (input) copyIn(core, row, block + offset, input.data);
    }
    Object.defineProperty(this, SESSION_SIZES, { value: given.sizes });
    this.bytes = layout.bytes;
    this.forwardKind = forward.kind;
    this.backwardKind = backward?.kind;
    this.holding = hold(this, memory, block);
    this.follow = call.moved && followOffsets(core, block, layout.tensors, call.moved);
    for (const row of rowsOf(call)) {
      if (row.when === "saved") continue;
      const tensor = layout.tensors.find((placed) => placed.row === row);
      Object.defineProperty(this, row.name, { enumerable: true, get: () => this.view(row.name, tensor) });
    }
  }

  get disposed(): boolean {
    return this.holding === undefined;
  }

  run(): void {
    const { memory, block } = this.held("run()");
    this.hasRun = false;
    this.follow?.();
    memory.run(this.where, this.forwardKind, block, this.bytes);
    this.hasRun = true;
  }

  backward(): void {
    const { memory, block } = this.held("backward()");
    if (this.backwardKind === undefined) {
      throw new Error(
        `${this.where}: backward() was called on a session without gradients. Make it with backward: true.`,
      );
    }
    if (!this.hasRun) {
      throw new Error(
        `${this.where}: backward() was called before run(), which leaves what it needs. Call run() first.`,
      );
    }
    memory.run(this.where, this.backwardKind, block, this.bytes);
  }

  dispose(): void {
    if (this.holding === undefined) return;
    letGo(this, this.holding);
    this.holding = undefined;
  }

  /** Made at each read, since growth of the memory empties the views made before it. */
  private view(
    name: string,
    tensor: PlacedTensor<Sizes> | undefined,
  ): Float32Array | Int32Array | Uint8Array | undefined {
    const { memory, block } = this.held(name);
    if (tensor === undefined) return undefined;
    const { row, offset, count } = tensor;
    return viewFor(row.holds, memory.core.HEAPU8.buffer, block + offset, count);
  }

  private held(name: string): Holding {
    if (this.holding !== undefined) return this.holding;
    throw new Error(`${this.where}: ${name} was used after dispose(); its memory is given back. Make a new session.`);
  }
}
