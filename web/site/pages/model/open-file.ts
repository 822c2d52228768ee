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
import { WorkerHost } from "../../kit/index.js";
import { languageNow, phrase } from "../../kit/texts/index.js";
import type { Reading, Vectors } from "../../rooms/files/index.js";
import { computeHead } from "./own-scores.js";
import type { PartFacts, PartName, PartRequest, TextFacts } from "./requests.js";
import source from "page:worker";

let host: WorkerHost | undefined;
let files = 0;
/** The language of the worker's sentences. */
let spoken: string | undefined;

function ask<Answer>(method: string, argument: unknown): Promise<Answer> {
  host ??= new WorkerHost(source);
  if (spoken !== languageNow()) void host.ask("speak", (spoken = languageNow()));
  return host.ask(method, argument);
}

let workerReads: Promise<boolean> | undefined;

/** What the worker opens. It gets the bytes where it may not read the file, as in WebKit from disk. */
export async function readable(file: Blob): Promise<Blob | ArrayBuffer> {
  workerReads ??= ask<boolean>("reads", new Blob(["?"]));
  // Where the page cannot read it either, the worker finds the words.
  return (await workerReads) ? file : file.arrayBuffer().catch(() => file);
}

/** A file and its parts. */
export class OpenFile {
  readonly name: string;
  readonly size: number;
  readonly isExample: boolean;
  readonly parts: readonly PartName[];
  readonly id: number;

  private constructor(file: File, id: number, parts: readonly PartName[], isExample: boolean) {
    this.name = file.name;
    this.size = file.size;
    this.id = id;
    this.parts = parts;
    this.isExample = isExample;
  }

  /** Fails with a sentence for what cannot be shown. */
  static async open(file: File, isExample: boolean): Promise<OpenFile> {
    const id = files++;
    return new OpenFile(file, id, await ask("open", { id, file: await readable(file), name: file.name }), isExample);
  }

  close(): void {
    void ask("close", { id: this.id });
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
    return new OpenText(file, request, await ask("describe", request));
  }

  get origin(): string {
    return phrase("origin", { name: this.file.name });
  }

  get computes(): boolean {
    return this.facts.hasVectors;
  }

  /** The next heads that were computed, counted from `from` through the layers. */
  async scan(from: number, side: number): Promise<readonly ScannedHead[]> {
    const heads = await ask<readonly ScannedHead[]>("scan", { ...this.#request, from, side });
    for (const one of heads) this.scanned.set(placeName(one), one);
    return heads;
  }

  head(place: HeadPlace): Promise<Float32Array> {
    return ask("head", { ...this.#request, ...place });
  }

  /** Fails with a sentence if the file's bytes are not those that were saved, as far as it says what was. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check());
  }

  async #check(): Promise<void> {
    while (!(await ask<boolean>("check", this.#request)));
  }

  async own(request: OwnRequest): Promise<OwnHead | NoOwnHead> {
    const vectors = (): Promise<Vectors | undefined> => ask("vectors", { ...this.#request, ...request.place });
    return computeHead(this.facts, request, vectors);
  }
}
