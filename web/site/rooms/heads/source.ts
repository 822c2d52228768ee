// Where heads come from: a file of the reader, or a model that runs on the page. The grid and the views ask only this.
import type { Given } from "../../kit/texts/index.js";
import type { Computation } from "../inspector/index.js";
import type { HeadStatistics, Thumbnail } from "../../../statistics/index.js";

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

export interface HeadFacts {
  readonly layers: number;
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
}

export interface HeadTokens {
  readonly rowTokens: readonly string[];
  readonly columnTokens: readonly string[];
}

/** What the grid shows of a head. */
export interface ScannedHead extends HeadPlace {
  readonly statistics: HeadStatistics;
  readonly thumbnail: Thumbnail;
}

/** A text that follows the language of the page. */
export interface Sentence {
  readonly key: string;
  readonly given?: Given;
}

/** Why a head cannot be computed. */
export interface NoOwnHead {
  readonly computation?: undefined;
  readonly report: Sentence;
}

/** What heed computed of a head, so that each number opens. */
export interface OwnHead {
  readonly computation: Computation;
  /** The head's place in the computation. */
  readonly head: number;
  /** All weights, where they differ from the source's. */
  readonly weights?: Float32Array | undefined;
  readonly report: Sentence;
}

export interface OwnRequest {
  readonly place: HeadPlace;
  readonly values: Float32Array;
  readonly causal: boolean;
  readonly labels: HeadTokens;
}

/** All heads of one text. */
export abstract class HeadSource {
  /** What holds them. Several texts may lie in one file. */
  abstract readonly file: { readonly name: string; close(): void };
  abstract readonly facts: HeadFacts;
  abstract readonly tokens: HeadTokens;
  /** Where its numbers come from, as a saved picture says it: "read from a.npz". */
  abstract readonly origin: string;
  /** Its name in a comparison of two. */
  get title(): string {
    return this.file.name;
  }

  /** The token that is chosen for all heads; undefined where each head has its own. */
  readonly chosen: number | undefined = undefined;
  /** What was computed of each head so far, by its name. */
  readonly scanned = new Map<string, ScannedHead>();

  /** Whether it is known that no token sees a later one. Of a file the numbers may show it, and no more. */
  get looksBack(): boolean {
    return false;
  }

  /** The next heads, counted from `from` through the layers. A picture has at most `side` numbers a side. */
  abstract scan(from: number, side: number): Promise<readonly ScannedHead[]>;
  abstract head(place: HeadPlace): Float32Array | Promise<Float32Array>;
  /** Which cells a mask shows, row after row, 1 = may attend; undefined if there is none. */
  async mask(_place: HeadPlace): Promise<Uint8Array | undefined> {
    return undefined;
  }
  /** Whether own() can compute a head. */
  abstract readonly computes: boolean;
  abstract own(request: OwnRequest): Promise<OwnHead | NoOwnHead>;

  /** How many bytes the weights of all heads have as a file; undefined where that is not offered. */
  get savedBytes(): number | undefined {
    return undefined;
  }

  /** All heads and the tokens as .npz. */
  save(): Promise<Blob> {
    throw new Error("This source saves no heads.");
  }

  /** No more heads are asked for until the next scan. */
  pause(): void {}

  /** Fills `scanned` where all heads are at hand, so that the grid need not wait. */
  scanNow(_side: number): void {}

  /** The text under the picture of a head; without it, a hint from its statistics. */
  captionOf(_place: HeadPlace): string | undefined {
    return undefined;
  }

  /** What is known about a head, in a sentence. */
  noteOf(_place: HeadPlace): string {
    return "";
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
}
