// A tensor of a call is one row. A row and a word in src/calls.def are all that a tensor needs: its place in memory,
// the copies in and out, the shape that the caller sees, the view of a session, and what a part of the call has of it.

/**
 * When a call has the tensor.
 * - `"given"`: the caller gives it.
 * - `"forward"`: the call computes forward.
 * - `"kept"`: `keep` names it.
 * - `"asked"`: `keep` names it, but only heed itself writes such a name there.
 * - `"saved"`: the call computes both ways, and forward leaves this for backward.
 * - `"gradient"`: the call computes backward, and the caller gives the tensor that the rest of the name names.
 */
export type When = "given" | "forward" | "kept" | "asked" | "saved" | "gradient";

interface Facts {
  /** The name of its word, and of a session's view. */
  readonly name: string;
  readonly when: When;
  /** What it holds instead of floats. */
  readonly holds?: "integers" | "bytes";
  /** Whether a session keeps it to itself: heed makes it of what the caller gives. */
  readonly inner?: true;
  /** Whether it is repeated along axes. It then has the shape of what the caller gives: axes are left out, or are 1. */
  readonly repeats?: true;
  /** Whether it counts from the first row of queries. In a part that begins with row r, it is larger by r. */
  readonly fromFirstRow?: true;
}

/** A row as it is written. */
export interface RowText extends Facts {
  /**
   * Its axes, in the order in which they lie in memory. Each is a size of the call or a number; `heads*dim` is one axis
   * with the columns of the heads side by side. `modelDim > heads*dim` is a weight, from its inputs to its outputs;
   * stored out-in, it begins with the outputs. `outputDim|heads*dim` is the second where the first is 0.
   */
  readonly axes: string;
  /** The input whose gradient it is. */
  readonly of?: string;
}

/** A size, or a number. */
type Word = string | number;
/** The words of an axis. Its extent is their product. */
export type Axis = readonly Word[];

export interface Axes {
  readonly axes: readonly Axis[];
  /** The words of all axes. */
  readonly words: readonly Word[];
}

/** A row that was read. */
export interface Row extends Facts {
  /** The name of the input that it is, or whose gradient it is. */
  readonly input: string;
  readonly plain: Axes;
  /** A weight's axes where it is stored out-in. */
  readonly outIn: Axes | undefined;
  /** Its axes where the size `optional` is 0. */
  readonly without: Axes | undefined;
  readonly optional: string;
  /** Whether its shape is that of what the caller gives, because the sizes of the call do not tell it. */
  readonly hasOwnShape: boolean;
  /** Whether its axes are (batch, heads, rows, columns), as those of q. */
  readonly isPerHead: boolean;
}

/** The sizes of a call, by their words in src/calls.def. */
export type Sizes = Readonly<Record<string, number>>;

/** A kind of call, and the rows of the tensors that it may have. */
export interface Kind {
  /** The name of its table in src/calls.def; with gradients, of that name and "Backward". */
  readonly name: string;
  /** The rows of a call that computes forward alone, and of one that computes gradients too. */
  readonly forward: readonly Row[];
  readonly backward: readonly Row[];
  readonly byName: Readonly<Record<string, Row>>;
}

/** Axes that no call has as a size. Only the tensors that have them tell how long they are. */
const OWN = ["positions", "pairs"];

/** Reads the rows of a kind of call. `backward` are those that gradients add. An axis without a size is an error. */
export function kindOf(
  name: string,
  sizes: readonly string[],
  forward: readonly RowText[],
  backward: readonly RowText[] = [],
): Kind {
  const read = (row: RowText): Row => readRow(row, (axis) => readAxis(`${name}.${row.name}`, axis, sizes));
  const before = forward.map(read);
  const all = [...before, ...backward.map(read)];
  const byName = Object.create(null) as Record<string, Row>;
  for (const row of all) byName[row.name] = row;
  return { name, forward: before, backward: all, byName };
}

/** The name of the gradient of a tensor: dx, and dQueryWeight. */
export function gradientName(name: string): string {
  return name.length === 1 ? `d${name}` : `d${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** The gradient of an input. */
export function gradientOf(input: RowText): RowText {
  return { ...input, name: gradientName(input.name), of: input.name, when: "gradient" };
}

function readRow({ axes: text, of, ...facts }: RowText, read: (axis: string) => Axis): Row {
  const [from, to] = text.split(" > ") as [string, string?];
  const [first, other] = from.split("|") as [string, string?];
  const axesOf = (axesText: string): Axes => {
    const axes = axesText.split(" ").map(read);
    return { axes, words: axes.flat() };
  };
  const plain = axesOf(to === undefined ? first : `${from} ${to}`);
  const { axes, words } = plain;
  const last = words[words.length - 1];
  return {
    ...facts,
    input: of ?? facts.name,
    plain,
    outIn: to === undefined ? undefined : axesOf(`${to} ${from}`),
    without: other === undefined ? undefined : axesOf(first.replace(/\S+$/, other)),
    optional: String(last),
    hasOwnShape: facts.repeats === true || words.some((word) => OWN.includes(word as string)),
    isPerHead: axes.length === 4 && isHeads(axes[1]!) && (last === "dim" || last === "valueDim"),
  };
}

function readAxis(where: string, text: string, sizes: readonly string[]): Axis {
  return text.split("*").map((word) => {
    const number = Number(word);
    if (number > 0) return number;
    if (sizes.includes(word) || OWN.includes(word)) return word;
    throw new Error(`${where} has no axis "${word}". The axes are ${[...sizes, ...OWN].join(", ")}.`);
  });
}

/** Whether the axis has one entry for each head. */
export function isHeads(axis: Axis): boolean {
  return axis.length === 1 && (axis[0] === "heads" || axis[0] === "kvHeads");
}

/** A weight goes from inputs to outputs. */
export function isWeight({ outIn }: Row): boolean {
  return outIn !== undefined;
}

/** Whether the row is a result of a call. */
export function isResult({ when }: Row): boolean {
  return when !== "given" && when !== "saved";
}

/** The names that `keep` takes: of a forward call, of a backward call, and of a session that computes both ways. */
export function keepableOf({ forward, backward }: Kind) {
  const kept = backward.filter(({ when }) => when === "kept").map(({ name }) => name);
  const before = forward.filter(({ when }) => when === "kept").length;
  return { forward: kept.slice(0, before), gradients: kept.slice(before), backward: kept };
}
