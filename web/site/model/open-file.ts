// An open file as the page sees it: its facts, and its heads by way of the worker.
import { WorkerHost } from "../shared/index.js";
import type { Vectors } from "./files/index.js";
import type { HeadStatistics } from "./heads/index.js";
import type { PartFacts, ScannedHead, TextFacts } from "./requests.js";
import source from "model:worker";

export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

export function samePlace(a: HeadPlace | undefined, b: HeadPlace | undefined): boolean {
  return a?.layer === b?.layer && a?.head === b?.head;
}

/** "L3 H5", counted from 0 as in Python. */
export function placeName({ layer, head }: HeadPlace): string {
  return `L${layer} H${head}`;
}

let host: WorkerHost | undefined;
let files = 0;

function ask<Answer>(method: string, argument: unknown): Promise<Answer> {
  host ??= new WorkerHost(source);
  return host.ask(method, argument);
}

/** A file and its parts. */
export class OpenFile {
  readonly name: string;
  readonly size: number;
  readonly isExample: boolean;
  readonly parts: readonly PartFacts[];
  readonly id: number;

  private constructor(file: File, id: number, parts: readonly PartFacts[], isExample: boolean) {
    this.name = file.name;
    this.size = file.size;
    this.id = id;
    this.parts = parts;
    this.isExample = isExample;
  }

  /** Fails with a sentence for what cannot be shown. */
  static async open(file: File, isExample: boolean): Promise<OpenFile> {
    const id = files++;
    return new OpenFile(file, id, await ask("open", { id, file, name: file.name }), isExample);
  }

  close(): void {
    void ask("close", { id: this.id });
  }
}

/** One text of one part of a file: what the grid shows. */
export class OpenText {
  readonly file: OpenFile;
  readonly facts: PartFacts;
  readonly tokens: TextFacts;
  /** What was computed of each head so far. */
  readonly scanned = new Map<string, ScannedHead>();
  readonly #request: { readonly id: number; readonly part: number; readonly text: number };

  private constructor(file: OpenFile, part: number, text: number, tokens: TextFacts) {
    this.file = file;
    this.facts = file.parts[part]!;
    this.tokens = tokens;
    this.#request = { id: file.id, part, text };
  }

  static async open(file: OpenFile, part: number, text: number): Promise<OpenText> {
    return new OpenText(file, part, text, await ask("describe", { id: file.id, part, text }));
  }

  get count(): number {
    return this.facts.layers * this.facts.heads;
  }

  has({ layer, head }: HeadPlace): boolean {
    return layer < this.facts.layers && head < this.facts.heads;
  }

  statisticsOf(place: HeadPlace): HeadStatistics | undefined {
    return this.scanned.get(placeName(place))?.statistics;
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

  vectors(place: HeadPlace): Promise<Vectors | undefined> {
    return ask("vectors", { ...this.#request, ...place });
  }
}
