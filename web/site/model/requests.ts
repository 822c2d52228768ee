// What the page asks its worker, and what comes back.
import type { HeadFacts, HeadTokens } from "../heads/index.js";

export interface OpenRequest {
  readonly id: number;
  /** Its bytes, where the worker may not read the file itself. */
  readonly file: Blob | ArrayBuffer;
  readonly name: string;
}

/** One text of one part of an open file. */
export interface PartRequest {
  readonly id: number;
  readonly part: number;
  readonly text: number;
}

export interface ScanRequest extends PartRequest {
  /** Heads are counted through the layers. */
  readonly from: number;
  /** The most numbers on a side of a small picture. */
  readonly side: number;
}

export interface HeadRequest extends PartRequest {
  readonly layer: number;
  readonly head: number;
}

export interface PartFacts extends HeadFacts {
  readonly name: string;
  readonly batch: number;
  readonly type: string;
  /** The file also holds queries and keys. */
  readonly hasVectors: boolean;
  /** What was not read, and what is slow, in sentences. */
  readonly notes: readonly string[];
}

export interface TextFacts extends HeadTokens {
  readonly notes: readonly string[];
}
