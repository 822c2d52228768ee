// An open file as the page sees it: its facts, and its heads by way of the worker.
import {
  HeadSource,
  placeName,
  type HeadPlace,
  type NoOwnHead,
  type OwnHead,
  type OwnRequest,
  type ScannedHead,
} from "../../rooms/heads/index.js";
import { WorkerHost, type AnswerOf, type ArgumentOf } from "../../kit/index.js";
import { languageNow, phrase } from "../../kit/texts/index.js";
import type { Reading, Vectors } from "../../rooms/files/index.js";
import { computeHead } from "./own-scores.js";
import type { PartFacts, PartName, PartRequest, TextFacts } from "./requests.js";
import type { FileMethods } from "./worker.js";
import source from "page:worker";

/** The worker that reads files. */
class FileWorker {
  readonly #host = new WorkerHost<FileMethods>(source);
  #reads: Promise<boolean> | undefined;
  /** The language of its sentences. */
  #spoken: string | undefined;

  get hasEnded(): boolean {
    return this.#host.hasEnded;
  }

  ask<Name extends keyof FileMethods>(
    method: Name,
    argument: ArgumentOf<FileMethods[Name]>,
  ): Promise<AnswerOf<FileMethods[Name]>> {
    if (this.#spoken !== languageNow()) this.#tell("speak", (this.#spoken = languageNow()));
    return this.#host.ask(method, argument);
  }

  /** Whether it may read files. In WebKit from disk it may not. */
  reads(): Promise<boolean> {
    return (this.#reads ??= this.ask("reads", new Blob(["?"])));
  }

  /** What the worker opens: the file, or its bytes. */
  async readable(file: Blob): Promise<Blob | ArrayBuffer> {
    // Where the page cannot read it either, the worker finds the words.
    return (await this.reads()) ? file : file.arrayBuffer().catch(() => file);
  }

  close(id: number): void {
    this.#tell("close", { id });
  }

  /** Needs no answer: a worker that has ended may ignore it. */
  #tell<Name extends keyof FileMethods>(method: Name, argument: ArgumentOf<FileMethods[Name]>): void {
    this.#host.ask(method, argument).catch(() => {});
  }
}

let worker: FileWorker | undefined;
let files = 0;

/** A worker that has broken off is replaced, and the files that it had open are gone with it. */
function workerNow(): FileWorker {
  return (worker = worker === undefined || worker.hasEnded ? new FileWorker() : worker);
}

/** Whether workers of this page may read files. */
export function workersRead(): Promise<boolean> {
  return workerNow().reads();
}

export function readable(file: Blob): Promise<Blob | ArrayBuffer> {
  return workerNow().readable(file);
}

/** A file and its parts. */
export class OpenFile {
  readonly name: string;
  readonly size: number;
  readonly isExample: boolean;
  readonly parts: readonly PartName[];
  readonly id: number;

  readonly worker: FileWorker;

  private constructor(file: File, id: number, parts: readonly PartName[], isExample: boolean, of: FileWorker) {
    this.worker = of;
    this.name = file.name;
    this.size = file.size;
    this.id = id;
    this.parts = parts;
    this.isExample = isExample;
  }

  /** Fails with a sentence for what cannot be shown. */
  static async open(file: File, isExample: boolean): Promise<OpenFile> {
    const id = files++;
    const own = workerNow();
    const parts = await own.ask("open", { id, file: await own.readable(file), name: file.name });
    return new OpenFile(file, id, parts, isExample, own);
  }

  close(): void {
    this.worker.close(this.id);
  }
}

/** Which text of which part of a file, and how it is read. */
export interface TextPlace {
  readonly part: number;
  readonly text: number;
  readonly reading: Reading;
}

/** One text of one part of a file: what the grid shows. */
export class OpenText extends HeadSource {
  readonly file: OpenFile;
  readonly facts: PartFacts;
  readonly tokens: TextFacts["tokens"];
  readonly #request: PartRequest;
  #checking: Promise<void> | undefined;

  private constructor(file: OpenFile, request: PartRequest, { facts, tokens }: TextFacts) {
    super();
    this.file = file;
    this.facts = facts;
    this.tokens = tokens;
    this.#request = request;
  }

  static async open(file: OpenFile, { part, text, reading }: TextPlace): Promise<OpenText> {
    const request = { id: file.id, part, text, reading };
    return new OpenText(file, request, await file.worker.ask("describe", request));
  }

  get origin(): string {
    return phrase("origin", { name: this.file.name });
  }

  get computes(): boolean {
    return this.facts.hasVectors;
  }

  override get looksBack(): boolean {
    return this.facts.reading === "causal";
  }

  /** The next heads that were computed, counted from `from` through the layers. */
  async scan(from: number, side: number): Promise<readonly ScannedHead[]> {
    const heads = await this.file.worker.ask("scan", { ...this.#request, from, side });
    for (const one of heads) this.scanned.set(placeName(one), one);
    return heads;
  }

  head(place: HeadPlace): Promise<Float32Array> {
    return this.file.worker.ask("head", { ...this.#request, ...place });
  }

  override mask(place: HeadPlace): Promise<Uint8Array | undefined> {
    return this.file.worker.ask("mask", { ...this.#request, ...place });
  }

  /** Fails with a sentence if the file's bytes are not those that were saved, as far as it says what was. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check());
  }

  async #check(): Promise<void> {
    while (!(await this.file.worker.ask("check", this.#request)));
  }

  async own(request: OwnRequest): Promise<OwnHead | NoOwnHead> {
    const vectors = (): Promise<Vectors | undefined> =>
      this.file.worker.ask("vectors", { ...this.#request, ...request.place });
    return computeHead(this.facts, request, vectors);
  }
}
