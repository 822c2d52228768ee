// What a saved page holds, as JSON in a block that no browser runs.
import type { Along, Words } from "../show/types/index.js";
import type { PageWords } from "./words.js";

/** What an axis before rows and columns counts. */
export type Axis = "text" | "layer" | "head";

/** How a saved page shows its numbers; the names are the element's properties. */
export interface Look {
  /**
   * The kind of numbers: `"weights"` (0 to 1), `"scores"` (signed) or `"vectors"`.
   * @default "weights"
   */
  readonly kind?: "weights" | "scores" | "vectors" | undefined;
  /**
   * The first view; readers can choose.
   * @default "heatmap"
   */
  readonly view?: "heatmap" | "arcs" | "table" | undefined;
  /**
   * What the sentence is about: `"columns"` if a token is a column and softmax runs down it.
   * @default "rows"
   */
  readonly along?: Along | undefined;
  /**
   * The ends of the colours.
   * @default from the numbers
   */
  readonly domain?: readonly [low: number, high: number] | undefined;
  /**
   * Whether each row has its own colours.
   * @default false
   */
  readonly perRow?: boolean | undefined;
  /**
   * Whether colours go by powers of ten.
   * @default false
   */
  readonly log?: boolean | undefined;
  /**
   * Which matrix is seen first, counted through all axes before rows and columns.
   * @default 0
   */
  readonly head?: number | undefined;
}

export interface Saved extends Look {
  /** The version of this format. */
  readonly formatVersion: 1;
  readonly heed: string;
  readonly title: string;
  readonly about: string;
  readonly language: string;
  readonly shape: readonly number[];
  /** What the axes before rows and columns count. */
  readonly axes: readonly Axis[];
  readonly type: "float32" | "float16";
  /** Little-endian, in base64. */
  readonly numbers: string;
  /** A byte a cell, 1 = may attend, in base64; of one matrix or of all. */
  readonly mask?: string | undefined;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly notes: readonly string[];
  readonly words: PageWords;
  /** The element's texts, if they are not English. */
  readonly matrixWords?: Words | undefined;
}

/** JSON that may stand in a <script>: no text in it ends the block. */
export function jsonBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
