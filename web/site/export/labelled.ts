// What is exported: a matrix with everything that a figure or a table of it needs.

export interface LabelledMatrix {
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
  /** The ends of the colour bar; of weights 0 and 1, of scores symmetric round 0 where they are left out. */
  readonly domain?: readonly [low: number, high: number] | undefined;
  /** Colours as <attention-matrix> has them under these attributes. */
  readonly log?: boolean | undefined;
  readonly perRow?: boolean | undefined;
  /** Row after row, true = may attend; what may not is hatched. */
  readonly mask?: ArrayLike<boolean | number> | undefined;
  /** From 1, where there are several heads. */
  readonly head?: number | undefined;
  /** The text that the matrix belongs to: its first words name the file. */
  readonly tokens?: readonly string[] | undefined;
}

/** What a file of numbers says about where they come from. */
export interface About {
  /** The options of the call, as heed takes them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** "heed" and whatever else took part, each with its version. */
  readonly versions: Readonly<Record<string, string>>;
}

export function labelOf(labels: readonly string[], index: number): string {
  return labels[index] ?? String(index + 1);
}
