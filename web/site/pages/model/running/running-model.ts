// A model that runs in a worker of its own, and the heads of a text that it read.
import { tensor, type Tensor } from "heed";
import type { ModelFacts } from "heed/model";
import { compiledCore, WorkerHost, type AnswerOf, type ArgumentOf, type Asking } from "../../../kit/index.js";
import { phrase } from "../../../kit/texts/index.js";
import {
  HeadSource,
  placeName,
  type HeadFacts,
  type HeadPlace,
  type OwnHead,
  type OwnRequest,
  type ScannedHead,
} from "../../../rooms/heads/index.js";
import type { ComputationWeights } from "../../../rooms/inspector/index.js";
import type { Ask, AskableText } from "../../../rooms/why/index.js";
import type { AskedEffect, AskedMap, ChangeableText, Effect } from "../../../rooms/what-if/index.js";
import source from "page:worker";
import { labelsOf } from "./labels.js";
import { plain } from "./without-call-name.js";
import { readable, workersRead } from "../open-file.js";
import { typesOf } from "./gguf-words.js";
import { askable } from "./asked-file.js";
import type { MODEL_METHODS } from "./model-worker.js";
import type {
  FolderParts,
  GgufHead,
  GgufParts,
  HeadProjections,
  OpenedModel,
  Progress,
  ReadRequest,
  ReadText,
  TokenizerProblem,
  WritingRequest,
  Weights,
} from "./requests.js";

/** How often the page asks how far the reading is, in milliseconds. */
const ASKED_MS = 100;
/** How many bytes are read to tell how fast this machine reads. */
const TRIED_BYTES = 8 * 2 ** 20;
/** Milliseconds. A tokenizer brings patterns of its own, and some of them would never end. */
const TOKENIZER_MS = 20_000;

type Methods = typeof MODEL_METHODS;

/** What a model is called, and what its GGUF file says, where it comes from one. */
export interface Called {
  readonly name: string;
  readonly gguf?: GgufHead | undefined;
  /** What else came with that file: other models, and files that are not models. */
  readonly passed?: readonly string[] | undefined;
}

/** What the worker opens, and why it has no tokenizer. */
export interface Begun {
  readonly parts: FolderParts | GgufParts;
  readonly problem: TokenizerProblem | undefined;
}

/** A file of weights, as the worker reads it. */
export async function handedOver(file: File): Promise<Weights> {
  return (await workersRead()) ? file : askable(file);
}

/** The worker of one model. When it stops, all memory of the model is given back. */
export class ModelWorker {
  #host = new WorkerHost<Methods>(source);
  #core: Promise<string> | undefined;

  async ask<Name extends keyof Methods>(
    method: Name,
    argument?: ArgumentOf<Methods[Name]>,
    asking?: Asking,
  ): Promise<AnswerOf<Methods[Name]>> {
    this.#core ??= compiledCore().then((module) => this.#host.ask("begin", module));
    await this.#core;
    return this.#host.ask(method, argument, asking);
  }

  /** How many seconds so many bytes of these weights may take to read, as far as their beginning tells. */
  async secondsFor([first]: readonly File[], bytes: number): Promise<number> {
    // Whether the worker reads files is known before the clock runs.
    await readable(new Blob());
    const since = performance.now();
    const tried = { beginning: await readable(first!.slice(0, TRIED_BYTES)), bytes };
    const ms = ((performance.now() - since) * bytes) / Math.max(1, Math.min(TRIED_BYTES, first!.size));
    return (ms + (await this.ask("tryReading", tried))) / 1000;
  }

  /** @throws Error if the file is not a GGUF model that heed opens */
  async readHead(files: readonly File[]): Promise<GgufHead> {
    const given = await Promise.all(files.map(handedOver));
    return this.ask("readHead", { files: given }, { buffers: buffersOf(given) });
  }

  /**
   * Reads the tokenizer: this file, or that of the GGUF file. Where it takes too long, another worker takes the place
   * of this one, and knows nothing yet.
   */
  async readTokenizer(file: File | undefined, tried: string): Promise<TokenizerProblem | undefined> {
    const tokenizer = file && (await readable(file));
    let late: ReturnType<typeof setTimeout> | undefined;
    const read = this.ask("readTokenizer", { tokenizer, tried }, { buffers: buffersOf([tokenizer]) });
    const slow = new Promise<TokenizerProblem>((tell) => {
      late = setTimeout(() => {
        tell({ key: "tokenizer-slow", what: "" });
        this.#host.stop();
        this.#host = new WorkerHost<Methods>(source);
        this.#core = undefined;
      }, TOKENIZER_MS);
    });
    return Promise.race([slow, read]).finally(() => clearTimeout(late));
  }

  /** @throws Error with a sentence about what does not open */
  async open(
    { parts, problem }: Begun,
    called: Called,
    onProgress: (progress: Progress) => void,
  ): Promise<RunningModel> {
    // Where the worker is stopped, opening tells of it.
    const tell = (): Promise<void> => this.ask("progress").then(onProgress, () => undefined);
    const telling = setInterval(() => void tell(), ASKED_MS);
    try {
      const given = "weights" in parts ? [parts.config, ...parts.weights] : [];
      const opened = await this.ask("openModel", parts, { buffers: buffersOf(given) });
      return new RunningModel(this, called, { ...opened, problem: problem ?? opened.problem }, await this.#core!);
    } finally {
      clearInterval(telling);
    }
  }

  stop(): void {
    this.#host.stop();
  }
}

/** @param rowSize how many numbers the row of a token has */
function weightsOf(
  { query, key, value, queryBias, keyBias, valueBias }: HeadProjections,
  rowSize: number,
): ComputationWeights {
  const shaped = (data: Float32Array): Tensor => tensor(data, [rowSize, data.length / rowSize]);
  const bias = (data: Float32Array | undefined): Tensor | undefined => data && tensor(data, [data.length]);
  return {
    ...{ queryWeight: shaped(query), keyWeight: shaped(key), valueWeight: shaped(value) },
    ...{ queryBias: bias(queryBias), keyBias: bias(keyBias), valueBias: bias(valueBias) },
  };
}

/** What is handed over with a question, and not copied: bytes, and the ports of files that are asked for theirs. */
function buffersOf(parts: readonly (Weights | undefined)[]): Transferable[] {
  return parts.flatMap((part) => {
    if (part instanceof ArrayBuffer) return part;
    return part !== undefined && "port" in part ? part.port : [];
  });
}

export class RunningModel {
  readonly isExample = false;
  readonly name: string;
  readonly gguf: GgufHead | undefined;
  readonly passed: readonly string[];
  readonly facts: ModelFacts;
  #readings = 0;

  constructor(
    readonly worker: ModelWorker,
    { name, gguf, passed = [] }: Called,
    readonly opened: OpenedModel,
    readonly flavour: string,
  ) {
    this.name = name;
    this.gguf = gguf;
    this.passed = passed;
    this.facts = opened.facts;
  }

  /** What was typed: a text, or numbers of tokens where there is no tokenizer. */
  givenBy(typed: string): Omit<ReadRequest, "id"> {
    return this.opened.hasTokenizer ? { text: typed } : { ids: (typed.match(/\d+/g) ?? []).map(Number) };
  }

  /** A text, or tokens, with their heads; undefined where it holds no token. */
  async read(given: Omit<ReadRequest, "id">): Promise<ModelText | undefined> {
    const id = this.#readings++;
    const read = await this.worker.ask("readText", { id, ...given });
    return read.ids.length === 0 ? undefined : new ModelText(this, id, read);
  }

  /** Continues a text, a token at a time: the text so far, and the token that is drawn next. */
  async *write(
    text: ModelText,
    options: Omit<WritingRequest, "id">,
  ): AsyncGenerator<{ text: ModelText; drawn: number }, void> {
    await this.worker.ask("beginWriting", { id: text.id, ...options });
    let shown = text.id;
    try {
      for (;;) {
        const id = this.#readings++;
        const step = await this.worker.ask("writeOn", { id, shown });
        if (step === undefined) return;
        yield { text: new ModelText(this, id, step.read, step.drawn), drawn: step.drawn };
        shown = id;
      }
    } finally {
      void this.worker.ask("endWriting", { id: text.id }).catch(() => undefined);
    }
  }

  close(): void {
    this.worker.stop();
  }
}

/** The heads of one text. */
export class ModelText extends HeadSource implements ChangeableText, AskableText {
  readonly facts: HeadFacts;
  readonly tokens: ReadText["tokens"];
  /** Hears that more heads are read. */
  onScanned = (): void => {};

  constructor(
    readonly file: RunningModel,
    readonly id: number,
    readonly read: ReadText,
    /** The token that was drawn after the text, while the model writes. */
    readonly drawn?: number,
  ) {
    super();
    const { layers, heads } = file.facts;
    const count = read.ids.length;
    this.facts = { layers, heads, rows: count, columns: count };
    this.tokens = read.tokens;
  }

  /** While the model writes, the next text comes before all steps of a head would. */
  get computes(): boolean {
    return this.drawn === undefined;
  }

  get says(): ChangeableText["says"] {
    const { facts, opened } = this.file;
    if (!facts.head) return "rows";
    if (facts.causal) return "next";
    return opened.mask === undefined ? "rows" : "hidden";
  }

  override get looksBack(): boolean {
    return this.file.facts.causal;
  }

  get passes(): boolean {
    return this.drawn !== undefined;
  }

  labels(names?: readonly string[]): readonly string[] {
    return labelsOf(this.tokens.rowTokens, names);
  }

  get text(): string {
    return this.read.text;
  }

  /** What the folds about the next token ask. */
  readonly reason: Ask = (name, asked, signal) => this.ask(name, asked as never, signal) as never;

  /** What changes in heads do at a token. */
  effect({ other, ...asked }: AskedEffect, signal: AbortSignal): Promise<Effect> {
    return this.ask("effect", { ...asked, other: this.file.givenBy(other) }, signal);
  }

  /** How much each head matters at a token, as far as a moment allows. */
  weigh(asked: AskedMap, signal: AbortSignal): Promise<readonly number[]> {
    return this.ask("weigh", asked, signal);
  }

  get origin(): string {
    const { name, gguf } = this.file;
    return phrase("origin-model", { name: gguf === undefined ? name : `${name} (${typesOf(gguf)})` });
  }

  override get savedBytes(): number {
    const { layers, heads, rows, columns } = this.facts;
    return Float32Array.BYTES_PER_ELEMENT * layers * heads * rows * columns;
  }

  override save(): Promise<Blob> {
    return this.ask("saveText", {});
  }

  override pause(): void {
    this.ask("stopReading", {}).catch(() => undefined);
  }

  async scan(from: number, side: number): Promise<readonly ScannedHead[]> {
    const heads = await this.ask("scanText", { from, side });
    for (const one of heads) this.scanned.set(placeName(one), one);
    this.onScanned();
    return heads;
  }

  /** Reads all heads that can be read in some milliseconds. */
  async scanFor(side: number, ms: number): Promise<void> {
    if (this.read.isLong) return;
    const until = performance.now() + ms;
    while (this.scanned.size < this.count && performance.now() < until) await this.scan(this.scanned.size, side);
  }

  head(place: HeadPlace): Promise<Float32Array> {
    return this.ask("headOfText", place);
  }

  async own({ place, labels }: OwnRequest): Promise<OwnHead> {
    const { causal, scale, bias, mask, x, projections, ...kept } = await this.ask("openHead", place);
    const { rows } = this.facts;
    const shaped = (data: Float32Array): Tensor => tensor(data, [rows, data.length / rows]);
    const computation = {
      tokens: labels.rowTokens,
      keyTokens: labels.columnTokens,
      headNames: [placeName(place)],
      flavour: this.file.flavour,
      ...(projections && { x: shaped(x), weights: weightsOf(projections, x.length / rows) }),
      options: {
        causal,
        scale: scale ?? ("sqrt-dk" as const),
        bias: bias && shaped(bias),
        mask: mask && { data: mask, shape: [rows, rows] },
      },
      kept: {
        ...{ q: shaped(kept.q), k: shaped(kept.k), v: shaped(kept.v), raw: shaped(kept.raw) },
        ...{ scores: shaped(kept.scores), logits: shaped(kept.logits), weights: shaped(kept.weights) },
      },
    };
    const { gguf } = this.file;
    const report =
      gguf === undefined ? { key: "own-model" } : { key: "own-gguf", given: () => ({ types: typesOf(gguf) }) };
    return { computation, head: 0, report };
  }

  /** Asks the worker about this text. It fails with an AbortError once the page has gone on to another text. */
  async ask<Name extends keyof Methods>(
    method: Name,
    asked: Omit<ArgumentOf<Methods[Name]>, "id">,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Methods[Name]>> {
    try {
      return await this.file.worker.ask(method, { id: this.id, ...asked } as never, { signal });
    } catch (error) {
      const { name, message } = error as Error;
      throw Object.assign(new Error(plain(message), { cause: error }), { name });
    }
  }
}
