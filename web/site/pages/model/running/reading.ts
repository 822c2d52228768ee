// A text whose heads are computed while others ask for them: first the layer that is looked at, then all others.
import type { Tensor } from "heed";
import type { Model, RunKeep, RunLayer, RunOptions } from "heed/model";
import { Latest } from "../../../kit/index.js";

type Computing = Pick<Model, "run" | "facts">;

interface PartOfRun {
  /** The run ends after the last of them. */
  readonly layers: readonly number[];
  readonly keep: readonly RunKeep[];
  readonly signal?: AbortSignal | undefined;
  /** Hears what is kept of those before the last. */
  readonly onLayer?: (layer: number, kept: RunLayer) => void;
}

/** Computes a text up to a layer, and gives what is kept of that. Others work meanwhile. */
export async function runUpTo(
  model: Computing,
  ids: readonly number[],
  { layers, keep, signal, onLayer }: PartOfRun,
): Promise<RunLayer> {
  let found: RunLayer | undefined;
  const ended = {
    get aborted() {
      return found !== undefined || signal?.aborted === true;
    },
    get reason() {
      return signal?.reason;
    },
  };
  const hear = (number: number, kept: RunLayer): void => {
    if (number === layers.at(-1)) found = kept;
    else if (layers.includes(number)) onLayer?.(number, kept);
  };
  try {
    await model.run(ids, { keep, layers: [...layers], logits: "none", signal: ended, onLayer: hear });
  } catch (error) {
    if (found === undefined) throw error;
  }
  return found!;
}

/** What a run says of its tokens. */
interface Told {
  readonly logits: Tensor | undefined;
  readonly replaced?: Tensor | undefined;
}

const letOthersWork = (): Promise<void> => new Promise((rest) => setTimeout(rest));

export class Reading {
  /** `[heads, tokens, tokens]` of each layer that is computed. */
  readonly weights: (Tensor | undefined)[] = [];
  /** `[tokens, vocab]`, or of the last token alone; only the newest text has them. */
  logits: Tensor | undefined;
  /** `[tokens]`: how much each looks replaced, before the sigmoid, as a discriminator of ELECTRA says. */
  replaced: Tensor | undefined;
  readonly #model: Computing;
  readonly #ids: readonly number[];
  readonly #logits: RunOptions["logits"];
  #isWhole = false;
  #stopping = new AbortController();
  #runs = false;
  /** A drop ends what was asked before it, and not what is asked after it. */
  readonly #lives = new Latest();
  #problem: unknown;
  #news!: Promise<void>;
  #tell!: () => void;

  constructor(model: Computing, ids: readonly number[], rows: RunOptions["logits"]) {
    this.#model = model;
    this.#ids = ids;
    this.#logits = rows;
    this.#renew();
  }

  /** A text that is computed already. */
  static of(model: Computing, ids: readonly number[], weights: readonly Tensor[], told: Told): Reading {
    const reading = new Reading(model, ids, "none");
    reading.weights.push(...weights);
    reading.logits = told.logits;
    reading.replaced = told.replaced;
    reading.#isWhole = true;
    return reading;
  }

  /** Computes all layers that are missing, unless something is computed already. @param first is looked at */
  compute(first?: number): void {
    if (this.#runs || this.#isWhole) return;
    void this.#run(async (signal) => {
      if (first !== undefined && this.weights[first] === undefined) await this.#through(first, first, signal);
      await letOthersWork();
      signal.throwIfAborted();
      await this.#rest(signal);
    });
  }

  /** What is computed stays, and the rest is computed when it is asked for. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Stops it for another text: nobody who waits for a layer now gets it. */
  drop(): void {
    this.#lives.begin();
    this.stop();
  }

  /**
   * The weights of a layer, whatever else is stopped; undefined where the text is dropped meanwhile.
   * @param last the layers up to this one are asked for afterwards: one run computes them all
   */
  async layer(number: number, last = number): Promise<Tensor | undefined> {
    const life = this.#lives.signal;
    while (this.weights[number] === undefined && !life.aborted) {
      if (!this.#runs) void this.#run((signal) => this.#through(number, last, signal));
      await this.#next();
    }
    return this.weights[number];
  }

  /** Whether a layer is there: waits for it unless it is stopped. */
  async arrived(number: number): Promise<boolean> {
    // What was stopped ends first.
    while (this.#runs && this.#stopping.signal.aborted) await this.#next();
    this.compute();
    while (this.weights[number] === undefined && this.#runs) await this.#next();
    return this.weights[number] !== undefined;
  }

  /** Whether all is computed: waits for it unless it is stopped. */
  async settled(): Promise<boolean> {
    while (!this.#isWhole && this.#runs) await this.#next();
    if (this.#problem !== undefined) throw this.#problem;
    return this.#isWhole;
  }

  /** All layers. */
  async all(): Promise<readonly Tensor[]> {
    while (!this.#isWhole) {
      this.compute();
      await this.#next();
    }
    return this.weights as Tensor[];
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#runs = true;
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    try {
      // What began it is answered first.
      await letOthersWork();
      signal.throwIfAborted();
      await work(signal);
    } catch (error) {
      if (!signal.aborted) this.#problem = error;
    }
    this.#runs = false;
    this.#renew();
  }

  async #through(first: number, last: number, signal: AbortSignal): Promise<void> {
    const layers = this.#missing(first, last);
    const onLayer = (number: number, { weights }: RunLayer): void => this.#put(number, weights!);
    const { weights } = await runUpTo(this.#model, this.#ids, { layers, keep: ["weights"], signal, onLayer });
    this.#put(layers.at(-1)!, weights!);
  }

  #missing(first: number, last: number): number[] {
    const layers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return layers.filter((one) => this.weights[one] === undefined);
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const layers = this.#missing(0, this.#model.facts.layers - 1);
    const onLayer = (number: number, { weights }: RunLayer): void => {
      if (weights !== undefined) this.#put(number, weights);
    };
    const options = { keep: ["weights"], layers, logits: this.#logits, signal, onLayer } as const;
    const { logits, replaced } = await this.#model.run(this.#ids, options);
    this.logits = logits;
    this.replaced = replaced;
    this.#isWhole = true;
  }

  #put(layer: number, weights: Tensor): void {
    this.weights[layer] = weights;
    this.#renew();
  }

  async #next(): Promise<void> {
    await this.#news;
    if (this.#problem !== undefined) throw this.#problem;
  }

  #renew(): void {
    this.#tell?.();
    this.#news = new Promise((tell) => (this.#tell = tell));
  }
}
