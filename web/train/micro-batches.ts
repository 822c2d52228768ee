// A batch in parts: the gradients of each part by themselves, here or in workers, and then their sum in a fixed order.
// So the bits depend on the number of parts, and not on who computed them.
import type { Flavour, Floats, Heed, TypedNumbers } from "../lib/api/index.js";
import {
  fault,
  kindOf,
  makeFloats,
  publicObject,
  SESSION_INSIDE,
  WORKERS_INSIDE,
  WRITTEN,
  type PassRun,
  type PassTensor,
  type SessionInside,
  type SessionPass,
} from "../lib/read/index.js";
import type { Window } from "../lib/rows/index.js";
import type { Chunk, Run, WorkersInside } from "../lib/call/index.js";
import { checkMade, checkNumber, checkOptions, upTo } from "./check.js";
import type { Parameter } from "./parameters.js";

/** The members of a languageModel that are used. It has the shape of one part. */
export interface MicroBatchModel {
  /** The tokens of a part. */
  readonly ids: Int32Array;
  /** The token that follows each. */
  readonly targets: Int32Array;
  /** The loss of each row. */
  readonly losses: Floats;
  /** Its sizes. */
  readonly options: { readonly tokens: number };
  /** All that is learned. */
  readonly parameters: readonly Parameter[];
  /** Computes the losses. */
  readonly run: () => void;
  /** Computes the gradients. */
  readonly backward: (options: { of: number }) => void;
}

/** How a batch is cut, and who computes. */
export interface MicroBatchesOptions {
  /** The parts of a batch. The gradients depend on it in their last bits. */
  parts: number;
  /**
   * Workers that compute the parts, if they are faster: the first steps are computed here and there in turns. Without
   * workers this thread computes all. The bits are the same.
   * @default none
   */
  workers?: TrainingWorkers | undefined;
}

/** The handle that openWorkers() of heed/workers gives. */
export interface TrainingWorkers {
  /** How many workers compute. */
  readonly workers: number;
  /** The build that runs. */
  readonly flavour: Flavour;
}

/** A batch in parts. */
export interface MicroBatches {
  /** The tokens of all parts, one part after another. Write to it. */
  readonly ids: Int32Array<ArrayBuffer>;
  /** The token that follows each, or −1 where the loss does not count. Write to it. */
  readonly targets: Int32Array<ArrayBuffer>;
  /** The sizes of the model; its `batch` is the size of a part. */
  readonly options: { readonly tokens: number };
  /** The mean loss over the rows that have an answer, as of the last gradients(). NaN if no row has one. */
  readonly loss: number;
  /**
   * Computes the gradients of the whole batch, into the gradients of the model's parameters. Do not change model, ids
   * and targets until the promise settles, and call it again only then.
   */
  gradients(): Promise<void>;
}

const WHERE = "heed/train.microBatches";
const GRADIENTS = "batches.gradients";

/** Steps that tell whether workers pay. The first of each kind is slow: code is compiled, and workers start. */
const TRIALS = 8;

/**
 * Trains with a batch that is `parts` times the model's.
 *
 * @param model A languageModel with `backward: true`, of the size of one part.
 */
export function microBatches(heed: Heed, model: MicroBatchModel, options: MicroBatchesOptions): MicroBatches {
  checkOptions(WHERE, options, ["parts", "workers"]);
  const parts = checkNumber(WHERE, "parts", options.parts, upTo(4096));
  const inside = (model as { readonly [SESSION_INSIDE]?: SessionInside } | null | undefined)?.[SESSION_INSIDE];
  if (inside === undefined)
    throw fault("type", `${WHERE}: model must be made by languageModel of heed/layers; got ${kindOf(model)}.`);
  checkMade(WHERE, "heed", heed, "selfAttentionSession", "load() of heed");
  const passes = inside.passes();
  if (passes.some(({ backward }) => backward === undefined))
    throw fault("state", `${WHERE}: only a model with gradients can be trained. Make it with backward: true.`);
  const pool = poolOf(heed, options.workers);
  if (pool !== undefined && !areWhole(passes))
    throw fault("value", `${WHERE}: with workers, model must hold its own weights; this one reads another model's.`);
  const made = new Parts(model, { inside, passes, parts, pool });
  return publicObject<MicroBatches>(WHERE, made, {
    kind: "MicroBatches",
    views: ["ids", "targets"],
    values: ["loss", "options"],
    methods: ["gradients"],
  });
}

function poolOf(heed: Heed, workers: TrainingWorkers | undefined): WorkersInside | undefined {
  if (workers === undefined) return undefined;
  const pool = (workers as { readonly [WORKERS_INSIDE]?: WorkersInside } | null)?.[WORKERS_INSIDE];
  if (pool === undefined)
    throw fault("type", `${WHERE}: workers must be made by openWorkers() of heed/workers; got ${kindOf(workers)}.`);
  if (workers.flavour === heed.flavour) return pool;
  throw fault(
    "value",
    `${WHERE}: workers must run the build of the model, "${heed.flavour}"; they run "${workers.flavour}". ` +
      `Write openWorkers({ flavour: heed.flavour }).`,
  );
}

interface Given {
  readonly inside: SessionInside;
  readonly passes: readonly SessionPass[];
  readonly parts: number;
  readonly pool: WorkersInside | undefined;
}

class Parts implements MicroBatches {
  readonly ids: Int32Array<ArrayBuffer>;
  readonly targets: Int32Array<ArrayBuffer>;
  readonly options: MicroBatchModel["options"];
  loss = NaN;
  /** Of each part, one parameter after another, and then the losses of its rows. */
  readonly #results: readonly Floats[];

  readonly #times: { readonly here: number[]; readonly spread: number[] } = { here: [], spread: [] };
  #steps = 0;
  #isBusy = false;

  constructor(
    private readonly model: MicroBatchModel,
    private readonly given: Given,
  ) {
    const { parts, pool } = given;
    const Buffer = pool && typeof SharedArrayBuffer === "function" ? SharedArrayBuffer : ArrayBuffer;
    this.options = model.options;
    this.ids = new Int32Array(parts * model.ids.length);
    this.targets = new Int32Array(parts * model.ids.length).fill(-1);
    const count = model.parameters.reduce((sum, { value }) => sum + value.length, model.losses.length);
    this.#results = Array.from({ length: parts }, () => makeFloats(WHERE, count, Buffer));
  }

  async gradients(): Promise<void> {
    if (this.#isBusy)
      throw fault("state", `${GRADIENTS}: the last call must end before the next one begins. Await its promise.`);
    this.#isBusy = true;
    try {
      await this.#compute();
    } finally {
      this.#isBusy = false;
    }
  }

  async #compute(): Promise<void> {
    const of = this.#check();
    const begun = performance.now();
    const spreads = this.#spreads();
    if (!(spreads && (await this.given.pool!.run(GRADIENTS, this.#chunks(of)))))
      for (let part = 0; part < this.given.parts; part++) this.#computeHere(part, of);
    this.#add(of);
    if (this.#steps++ < TRIALS) this.#times[spreads ? "spread" : "here"].push(performance.now() - begun);
  }

  /** The first steps are computed here and in workers, in turns. Later ones, where it was faster. */
  #spreads(): boolean {
    if (this.given.pool === undefined) return false;
    if (this.#steps < TRIALS) return this.#steps % 2 === 1;
    const { here, spread } = this.#times;
    return Math.min(...spread) < Math.min(...here);
  }

  /** Returns how many rows have an answer. */
  #check(): number {
    const numbersOf = (kind: string): PassRun["numbers"] =>
      this.given.passes.find(({ forward }) => forward.kind === kind)!.forward.numbers;
    WRITTEN.ids!(GRADIENTS, this.ids, numbersOf("embedding"));
    WRITTEN.targets!(GRADIENTS, this.targets, numbersOf("crossEntropy"));
    return this.targets.reduce((count, answer) => count + (answer < 0 ? 0 : 1), 0);
  }

  /** The tokens and the targets of a part. */
  #written(part: number): { ids: Int32Array; targets: Int32Array } {
    const rows = this.model.ids.length;
    const cut = (all: Int32Array): Int32Array => all.subarray(part * rows, (part + 1) * rows);
    return { ids: cut(this.ids), targets: cut(this.targets) };
  }

  #computeHere(part: number, of: number): void {
    const { model } = this;
    const { ids, targets } = this.#written(part);
    model.ids.set(ids);
    model.targets.set(targets);
    model.run();
    model.backward({ of });
    const result = this.#results[part]!;
    let at = 0;
    for (const one of [...model.parameters.map(({ gradient }) => gradient), model.losses]) {
      result.set(one, at);
      at += one.length;
    }
  }

  /** Adds the parts in their order. */
  #add(of: number): void {
    const [first, ...others] = this.#results;
    for (const other of others) for (let i = 0; i < first!.length; i++) first![i] = first![i]! + other[i]!;
    let at = 0;
    for (const { gradient } of this.model.parameters) gradient.set(first!.subarray(at, (at += gradient.length)));
    let sum = 0;
    for (; at < first!.length; at++) sum += first![at]!;
    this.loss = sum / of;
  }

  /** What a worker computes for each part: all runs forward, and all runs back. */
  #chunks(of: number): Chunk[] {
    const { inside, passes, parts } = this.given;
    const { model } = this;
    const places = new Places(passes);
    const viewOf = ({ address, count, holds }: PassTensor): TypedNumbers => {
      const View = holds === "integers" ? Int32Array : holds === "bytes" ? Uint8Array : Float32Array;
      return new View(inside.buffer as ArrayBuffer, address, count);
    };
    const inputs = passes
      .flatMap(({ given }) => given)
      .map((tensor) => ({ ...tensor, name: places.nameOf(tensor.address) }));
    let at = 0;
    const results = [...model.parameters.map(({ gradient }) => gradient), model.losses].map((one) => {
      const window = whole(one.length, at);
      at += one.length;
      return { name: places.nameOf(one.byteOffset), window };
    });
    const [ids, targets] = [model.ids.byteOffset, model.targets.byteOffset];
    const back = passes.map(({ backward }) => backward!).reverse();
    const runs = [...passes.map(({ forward }) => forward), ...back].map((run) => runOf(run, of, places));
    return Array.from({ length: parts }, (_, part): Chunk => {
      const written = this.#written(part);
      return {
        inputs: inputs.map(({ name, ...tensor }) => ({
          name,
          holds: tensor.holds,
          window: whole(tensor.count, 0),
          // A view of wasm memory ends when the memory grows, so it is made when it is read.
          get data() {
            if (tensor.address === ids) return written.ids;
            return tensor.address === targets ? written.targets : viewOf(tensor);
          },
        })),
        results: results.map((result) => ({ ...result, into: this.#results[part]! })),
        runs,
        work: places.work,
        ends: 0,
      };
    });
  }
}

/** Whether all that the passes read and write is in memory of their own. */
function areWhole(passes: readonly SessionPass[]): boolean {
  const isOwn = (at: number): boolean => passes.some(({ first, bytes }) => at >= first && at < first + bytes);
  return passes.every(({ forward, backward }) =>
    [forward, backward!].every(({ addresses }) => Object.values(addresses).every(isOwn)),
  );
}

/** A tensor in one piece. */
function whole(count: number, start: number): Window {
  return { start, run: count, loops: [] };
}

/** The gradients are overwritten, and the loss is divided by the rows of all parts. */
function runOf({ kind, numbers, addresses }: PassRun, of: number, places: Places): Run {
  const { addGradients: _, ...words } = numbers;
  const tensors = Object.fromEntries(Object.entries(addresses).map(([word, at]) => [word, places.nameOf(at)]));
  return { kind, words: kind === "crossEntropyBackward" ? { ...words, of } : words, tensors };
}

/** Names for addresses, and the places of their tensors in the memory of a worker. */
class Places {
  readonly work: { bytes: number; places: Record<string, number> } = { bytes: 0, places: {} };
  readonly #regions: { readonly first: number; readonly end: number; readonly to: number }[] = [];

  constructor(passes: readonly SessionPass[]) {
    for (const { first, bytes } of passes) {
      this.#regions.push({ first, end: first + bytes, to: this.work.bytes });
      this.work.bytes += bytes;
    }
  }

  /** Inputs and results have places of their own, which come before these. */
  nameOf(address: number): string {
    const name = String(address);
    const { first, to } = this.#regions.find((region) => address >= region.first && address < region.end)!;
    this.work.places[name] = to + address - first;
    return name;
  }
}
