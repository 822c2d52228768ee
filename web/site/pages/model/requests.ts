// What the page asks its worker, and what comes back.
import type { HeadFacts, HeadTokens } from "../../rooms/heads/index.js";
import type { Reading } from "../../rooms/files/index.js";

/** One text of one part of an open file. */
export interface PartRequest {
  readonly id: number;
  readonly part: number;
  readonly text: number;
  readonly reading: Reading;
}

/** What the file says of a part. */
export interface PartName {
  readonly name: string;
  readonly batch: number;
}

export interface PartFacts extends HeadFacts, PartName {
  /** How it is read: as asked, where that fits. */
  readonly reading: Reading;
  readonly type: string;
  /** The file also holds queries and keys. */
  readonly hasVectors: boolean;
  /** It holds nothing else, so that the weights are computed. */
  readonly isComputed: boolean;
  /** What was not read, and what is slow, in sentences. */
  readonly notes: readonly string[];
}

export interface TextFacts {
  readonly facts: PartFacts;
  readonly tokens: HeadTokens & { readonly notes: readonly string[] };
}
