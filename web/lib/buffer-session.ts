// A session: a block of wasm memory, the plan that runs over it, and a view for each of its buffers.
import type { OptionsCall, PairGradients, Plan } from "./core.js";
import type { Memory } from "./memory.js";
import type { ResolvedOptions } from "./resolve-options.js";

/** One buffer of a block; the address 0 means that the session has none of this name. */
export interface BufferPlace {
  name: string;
  address: number;
  count: number;
  kind?: "floats" | "integers" | "bytes";
}

/** What has to be given back. It knows nothing of the session, so that a forgotten session can be collected. */
interface Holding {
  memory: Memory;
  plan: Plan;
  backward: Plan | undefined;
  address: number;
}

/** `Symbol.dispose`, also where an engine does not have it yet. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

let net: FinalizationRegistry<Holding> | undefined;

function giveBack({ memory, plan, backward, address }: Holding): void {
  plan.delete();
  backward?.delete();
  memory.core.release(address);
}

export class BufferSession {
  private holding: Holding | undefined;
  /** What backward() needs is there. */
  private hasRun = false;

  /** Takes the block over: where a plan cannot be made, the block is released. */
  constructor(
    private readonly where: string,
    private readonly memory: Memory,
    private readonly bytes: number,
    address: number,
    makePlan: () => Plan,
    places: readonly BufferPlace[],
    makeBackward?: () => Plan,
  ) {
    memory.core.HEAPU8.fill(0, address, address + bytes);
    let plan: Plan | undefined;
    try {
      memory.probe(where, bytes);
      plan = makePlan();
      this.holding = { memory, plan, backward: makeBackward?.(), address };
    } catch (error) {
      plan?.delete();
      memory.core.release(address);
      throw error;
    }
    // Only a net: dispose() is what gives memory back in time.
    if (typeof FinalizationRegistry === "function") net ??= new FinalizationRegistry(giveBack);
    net?.register(this, this.holding, this);
    for (const place of places) {
      Object.defineProperty(this, place.name, { enumerable: true, get: () => this.view(place) });
    }
  }

  get disposed(): boolean {
    return this.holding === undefined;
  }

  run(): void {
    const { plan } = this.held("run()");
    this.hasRun = false;
    this.memory.check(this.where, plan.run(), this.bytes);
    this.hasRun = true;
  }

  backward(): void {
    const { backward } = this.held("backward()");
    if (backward === undefined)
      throw new Error(
        `${this.where}: backward() was called on a session without gradients. Make it with backward: true.`,
      );
    if (!this.hasRun)
      throw new Error(
        `${this.where}: backward() was called before run(), which leaves what it needs. Call run() first.`,
      );
    this.memory.check(this.where, backward.run(), this.bytes);
  }

  dispose(): void {
    if (this.holding === undefined) return;
    net?.unregister(this);
    giveBack(this.holding);
    this.holding = undefined;
  }

  [DISPOSE](): void {
    this.dispose();
  }

  /** Made at each read, since growth of the memory empties the views made before it. */
  private view({ name, address, count, kind }: BufferPlace): Float32Array | Int32Array | Uint8Array | undefined {
    const { buffer } = this.held(name).memory.core.HEAPU8;
    if (address === 0) return undefined;
    if (kind === "bytes") return new Uint8Array(buffer, address, count);
    return kind === "integers" ? new Int32Array(buffer, address, count) : new Float32Array(buffer, address, count);
  }

  private held(name: string): Holding {
    if (this.holding !== undefined) return this.holding;
    throw new Error(`${this.where}: ${name} was used after dispose(); its memory is given back. Make a new session.`);
  }
}

/** The buffers that the options brought. */
export function optionPlaces(call: OptionsCall, options: ResolvedOptions, batch: number): BufferPlace[] {
  return [
    { name: "mask", address: call.mask, count: options.mask?.data.length ?? 0, kind: "bytes" },
    { name: "bias", address: call.bias, count: options.bias?.data.length ?? 0 },
    { name: "keyLengths", address: call.keyLengths, count: batch, kind: "integers" },
    { name: "causalOffsets", address: call.causalOffsets, count: batch, kind: "integers" },
  ];
}

/** The buffers that sessions with gradients have beside those of their inputs. */
export function pairGradientPlaces(
  call: PairGradients & { dOutput: number },
  outputs: number,
  pairs: number,
  options: ResolvedOptions,
): BufferPlace[] {
  return [
    { name: "dOutput", address: call.dOutput, count: outputs },
    { name: "dbias", address: call.dbias, count: options.bias?.data.length ?? 0 },
    { name: "dweights", address: call.dweights, count: pairs },
    { name: "dscores", address: call.dscores, count: pairs },
  ];
}
