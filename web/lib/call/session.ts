// A session: a block of wasm memory, the table in it that runs again and again, and a view of each of its tensors.
import {
  fault,
  LAYER_SESSION_OPTIONS,
  readFlags,
  readLayerSession,
  readSession,
  publicObject,
  SESSION_INSIDE,
  SESSION_OPTIONS,
  SESSION_SIZES,
  WRITTEN,
  type Lender,
  type PassRun,
  type SessionArguments,
  type SessionInside,
  type SessionPass,
} from "../read/index.js";
import {
  ATTENTION,
  ATTENTION_KEEPABLE,
  countIn,
  extentsOf,
  LAYER,
  LAYER_KEEPABLE,
  type Kind,
  type Row,
} from "../rows/index.js";
import {
  copyIn,
  givenTo,
  layOut,
  outsideMemory,
  viewFor,
  writeTable,
  writeWord,
  writeWords,
  type PlacedTensor,
} from "./block.js";
import { BlockHolder, type Holding } from "./block-holder.js";
import type { CallTable } from "./core.js";
import type { Memory } from "./memory.js";
import { rowsOf, tableOf, type Call } from "./call.js";
import { openedCore } from "./disposal.js";

export function session(memory: Memory, options: unknown): object {
  const where = "heed.session";
  const call = callOf(ATTENTION, readSession(where, options, ATTENTION_KEEPABLE));
  return openSession(memory, where, call, SESSION_OPTIONS);
}

export function selfAttentionSession(memory: Memory, options: unknown, where = "heed.selfAttentionSession"): object {
  const call = callOf(LAYER, readLayerSession(where, options, LAYER_KEEPABLE));
  return openSession(memory, where, call, LAYER_SESSION_OPTIONS);
}

/**
 * Makes a session, as its user sees it.
 *
 * @param options The names of the options that it was made with.
 * @param others Properties that it has beside those of all sessions.
 */
export function openSession(
  memory: Memory,
  where: string,
  call: Call,
  options: readonly string[],
  others: PropertyDescriptorMap = {},
): object {
  const names = rowsOf(call).filter(({ when, inner }) => when !== "saved" && !inner);
  const inner = new BufferSession(memory, where, call);
  return publicObject(where, inner, {
    kind: "Session",
    views: names.map(({ name }) => name),
    values: ["disposed"],
    options,
    methods: ["run", "backward", "dispose"],
    others: { [SESSION_SIZES]: { value: call.sizes }, [SESSION_INSIDE]: { value: inner.inside }, ...others },
  });
}

function callOf(kind: Kind, read: SessionArguments): Call {
  const { sizes, backward, options, inputs } = read;
  const behind = options.keep.includes("lse") ? ["dOutput", "dLse"] : ["dOutput"];
  const zeros = (backward ? [...inputs, ...behind] : inputs).map((name) => [name, null]);
  const given = { ...Object.fromEntries(zeros), ...options.tensors };
  const { words, keep, moved } = options;
  return { kind, forward: true, backward, sizes, options: words, given, keep, moved };
}

/** Rotary turns queries by their offsets. Where those were written to, the cosines and sines are computed again. */
function followOffsets(
  memory: Memory,
  block: number,
  tensors: readonly PlacedTensor[],
  moved: NonNullable<Call["moved"]>,
): () => void {
  const placed = (name: string): PlacedTensor => tensors.find(({ row }) => row.name === name)!;
  const { offset, count } = placed("causalOffsets") ?? placed("offsets");
  const offsets = (): Int32Array => new Int32Array(memory.core.HEAPU8.buffer, block + offset, count);
  let last = offsets().slice();
  return () => {
    const now = offsets();
    if (now.every((value, b) => value === last[b])) return;
    const given = moved(now);
    for (const name in given) {
      const { row, offset: at } = placed(name);
      copyIn(memory.core, row, block + at, given[name]!.data);
    }
    last = now.slice();
  };
}

/** A residual is added by the output projection of attention, and by a linear layer without an activation. */
function addsResidual({ outputDim, activation }: Call["sizes"]): boolean {
  return outputDim === undefined ? activation === 0 : outputDim > 0;
}

/** What backward() reads. */
const LATER = ["dOutput", "dLse"];

class BufferSession extends BlockHolder {
  private readonly bytes: number;
  private readonly forwardKind: number;
  /** undefined for a session without gradients. */
  private readonly backwardKind: number | undefined;
  /** Updates the inputs that depend on causalOffsets. */
  private readonly follow: (() => void) | undefined;
  /** The inputs that run() checks, because the user writes to them. */
  private readonly checked: readonly PlacedTensor[];
  /** Addresses of tensors that lie in memory of another session. */
  private readonly pointed: Record<string, number> = {};
  /** Who holds the memory of those tensors, by their names. */
  private readonly lenders: Record<string, Lender> = {};
  /** What begins errors of run() and backward(): joined once, and not in each run. */
  private readonly running = this.method("run");
  private readonly goingBack = this.method("backward");
  readonly inside: SessionInside;

  constructor(
    memory: Memory,
    where: string,
    private readonly call: Call,
  ) {
    super(where, call.backward);
    const core = openedCore(memory, where);
    const read = outsideMemory(core, where, call);
    const layout = layOut(call, memory.tableBytes);
    // The table of a backward call begins with the table of its forward call, so one table serves both.
    const forward = memory.table(call.kind.name);
    const backward = call.backward ? memory.table(tableOf(call)) : undefined;
    const block = memory.allocate(where, layout.bytes);
    core.HEAPU8.fill(0, block, block + memory.tableBytes + layout.bytes);
    writeTable(core, backward ?? forward, block, call, layout);
    for (const { row, offset } of layout.tensors) {
      const input = row.when === "given" ? givenTo(row, read) : undefined;
      if (input) copyIn(core, row, block + offset, input.data);
    }
    this.checked = layout.tensors.filter(({ row }) => row.name in WRITTEN);
    this.bytes = layout.bytes;
    this.inputs = rowsOf(call)
      .filter(({ when, inner, name }) => when === "given" && !inner && !LATER.includes(name))
      .map(({ name }) => name)
      // Inputs that begin as zeros come first, as sentences show the first names.
      .sort((a, b) => Number(call.given[b] === null) - Number(call.given[a] === null));
    this.readers = { keyMask: readFlags };
    this.forwardKind = forward.kind;
    this.backwardKind = backward?.kind;
    this.hold(memory, block);
    this.follow = call.moved && followOffsets(memory, block, layout.tensors, call.moved);
    for (const row of rowsOf(call)) {
      const tensor = layout.tensors.find((placed) => placed.row === row);
      Object.defineProperty(this, row.name, { get: () => this.view(row, tensor) });
    }
    this.inside = this.insideOf(backward ?? forward, layout.tensors);
  }

  override held(use: string): Holding {
    const holding = super.held(use);
    for (const name in this.lenders)
      if (this.lenders[name]!.disposed)
        throw fault(
          "disposed",
          `${this.method(use)}: this ${this.where} was used after dispose() of the layer whose ${name} it reads.`,
        );
    return holding;
  }

  protected override forward({ memory, block }: Holding): void {
    this.checkWritten();
    this.follow?.();
    memory.run(this.running, this.forwardKind, block, this.bytes);
  }

  protected override gradients({ memory, block }: Holding, add: boolean): void {
    if (this.inside.hasWord("addGradients")) this.inside.write({ addGradients: add ? 1 : 0 });
    else if (add && this.inside.hasWord("dq"))
      throw fault("type", `${this.goingBack}: add must be left out: a session without weights has no parameters.`);
    memory.run(this.goingBack, this.backwardKind!, block, this.bytes);
  }

  private checkWritten(): void {
    for (const tensor of this.checked)
      WRITTEN[tensor.row.name]!(this.running, this.view(tensor.row, tensor)!, this.call.sizes);
  }

  /** Made at each read, since growth of the memory empties the views made before it. */
  private view(row: Row, tensor: PlacedTensor | undefined): Float32Array | Int32Array | Uint8Array | undefined {
    const { memory, block } = this.held(row.name);
    const { buffer } = memory.core.HEAPU8;
    const pointed = this.pointed[row.name];
    if (pointed !== undefined) return viewFor(row.holds, buffer, pointed, countIn(row, this.call.sizes));
    return tensor && viewFor(row.holds, buffer, block + tensor.offset, tensor.count);
  }

  private insideOf(table: CallTable, tensors: readonly PlacedTensor[]): SessionInside {
    const { call, pointed, lenders } = this;
    const held = (): Holding => this.held(this.where);
    return {
      get buffer() {
        return held().memory.core.HEAPU8.buffer;
      },
      sizes: call.sizes,
      hasWord: (name) => name in table.words && (name !== "residual" || addsResidual(call.sizes)),
      shapeOf: (name) => extentsOf(call.kind.byName[name]!, call.sizes),
      addressOf: (name) => pointed[name] ?? held().block + tensors.find(({ row }) => row.name === name)!.offset,
      lenderOf: (name) => lenders[name] ?? this,
      point(name, address, lender) {
        const { memory, block } = held();
        if (name in call.kind.byName) pointed[name] = address;
        lenders[name] = lender;
        writeWord(memory.core, table, block, name, address);
      },
      write(words) {
        const { memory, block } = held();
        writeWords(memory.core, table, block, words);
      },
      passes: () => [this.pass(tensors)],
    };
  }

  private pass(tensors: readonly PlacedTensor[]): SessionPass {
    const { memory, block } = this.held(this.where);
    const { kind, backward } = this.call;
    const own = tensors.filter(({ row }) => row.when === "given" && this.pointed[row.name] === undefined);
    return {
      forward: readRun(memory, block, kind.name),
      backward: backward ? readRun(memory, block, tableOf(this.call)) : undefined,
      first: block + memory.tableBytes,
      bytes: this.bytes,
      given: own.map(({ row, offset, count }) => ({ address: block + offset, count, holds: row.holds })),
    };
  }
}

function readRun(memory: Memory, block: number, kind: string): PassRun {
  const { core } = memory;
  const { words } = memory.table(kind);
  const numbers: Record<string, number> = {};
  const addresses: Record<string, number> = {};
  for (const name in words) {
    const { index, float, address } = words[name]!;
    const value = (float ? core.HEAPF32 : core.HEAP32)[block / 4 + index]!;
    if (value !== 0) (address ? addresses : numbers)[name] = value;
  }
  return { kind, numbers, addresses };
}
