// A matrix with everything that a file of it needs.
import type { Matrix } from "../../../show/index.js";

export interface LabelledMatrix {
  /** Tells it from the others that are offered, whatever its title is by now. By default its name. */
  readonly id?: string | undefined;
  /** heed's word for it, "weights": part of the file's name. */
  readonly name: string;
  /** A line above the figure, "A = softmax(E), head 2". */
  readonly title: string;
  readonly kind: "weights" | "scores" | "vectors";
  readonly data: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** How a saved page shows it at first. */
  readonly view?: "heatmap" | "arcs" | "table" | undefined;
  /** The ends of the colour bar. By default 0 and 1 for weights, symmetric round 0 for scores. */
  readonly domain?: readonly [low: number, high: number] | undefined;
  /** Colours as <attention-matrix> has them under these attributes. */
  readonly log?: boolean | undefined;
  readonly perRow?: boolean | undefined;
  /** Row after row, true = may attend. The other cells are hatched. */
  readonly mask?: ArrayLike<boolean | number> | undefined;
  /** From 1, where there are several heads. */
  readonly head?: number | undefined;
  /** Every head of this text, [layers, heads, rows, columns]: a saved page holds them all, and shows this one first. */
  readonly among?: { readonly matrix: Matrix; readonly at: number } | undefined;
  /** Where its numbers come from; by default they were computed by heed. */
  readonly source?: string | undefined;
  /** The text that the matrix belongs to: its first words name the file. */
  readonly tokens?: readonly string[] | undefined;
}

/** What a file says about where its numbers come from. */
export interface About {
  /** The options of the call, as heed takes them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The version of heed and of anything else that took part. */
  readonly versions: Readonly<Record<string, string>>;
}

export function labelOf(labels: readonly string[], index: number): string {
  return labels[index] ?? String(index + 1);
}
