// A call, as plain data.
import type { Kind, Row, Sizes } from "../rows/index.js";
import type { GivenTensors, ReadOptions } from "../read/index.js";

export interface Call {
  readonly kind: Kind;
  /** Which ways it computes. */
  readonly forward: boolean;
  readonly backward: boolean;
  readonly sizes: Sizes;
  readonly options: ReadOptions["words"];
  /** The inputs, by name; null stands for zeros that are written to later. */
  readonly given: { readonly [name: string]: GivenTensors[string] | null };
  readonly keep: readonly string[];
  /** In a session: inputs that differ where the offsets of causal have changed. */
  readonly moved?: ReadOptions["moved"];
}

/** A call that was read and checked, and how its caller sees the results. */
export interface ReadCall {
  /** The function that was called, for error sentences. */
  readonly where: string;
  readonly call: Call;
  /** How many of the axes of batch and heads the caller does not have: none, the batch, or both. */
  readonly unseen: number;
  /** Whether the caller's tensors have their heads after their rows. The call has them before. */
  readonly rowsFirst: boolean;
}

/** All rows that a call may have. */
export function rowsOf({ kind, backward }: Call): readonly Row[] {
  return backward ? kind.backward : kind.forward;
}

/** The name of its table in src/calls.def. */
export function tableOf({ kind: { name }, backward }: Call): string {
  return backward ? `${name}Backward` : name;
}
