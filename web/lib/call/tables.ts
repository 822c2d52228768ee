// The tensors of each kind of call. A row here and a word in src/bindings.cpp are all that a tensor needs: its place in
// the block, the copies in and out, and the view of a session follow from them.
import type { AttentionSizes, CacheSizes, GivenTensors, LayerSizes, ReadOptions } from "../read/index.js";

/**
 * When a call has the tensor.
 * - `"given"`: the caller gives it.
 * - `"forward"`: the call computes forward.
 * - `"kept"`: `keep` names it.
 * - `"asked"`: `keep` names it, but only heed itself writes such a name there.
 * - `"saved"`: the call computes both ways, and forward leaves this for backward.
 * - `"gradient"`: the call computes backward, and the caller gives the tensor that the rest of the name names.
 */
type When = "given" | "forward" | "kept" | "asked" | "saved" | "gradient";

export interface Row<Sizes> {
  /** The name of its word, and of a session's view. */
  readonly name: string;
  readonly when: When;
  /** Its axes; without this, it has the shape of what the caller gives. */
  readonly extents?: (sizes: Sizes) => number[];
  /** What it holds instead of floats. */
  readonly holds?: "integers" | "bytes";
  /** Whether a session keeps it to itself: heed makes it of what the caller gives. */
  readonly inner?: true;
}

/** A call as plain data. */
export interface Call<Sizes> {
  /** The name of its table in src/bindings.cpp; with gradients, of that name and "Backward". */
  readonly kind: string;
  readonly rows: Rows<Sizes>;
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
export interface ReadCall<Sizes> {
  /** The function that was called, for error sentences. */
  readonly where: string;
  readonly call: Call<Sizes>;
  /** The shape that the caller sees of a result with these extents. A gradient has the shape of its input. */
  readonly seen: (extents: readonly number[], name: string) => number[];
  /** The name by which the caller knows a result, where it is another one. */
  readonly called?: (name: string) => string;
  /** Whether the caller's tensors have their heads behind their rows. The call has them before. */
  readonly rowsFirst?: boolean;
}

/** The rows of a kind of call: for forward alone, and for backward too. */
export interface Rows<Sizes> {
  readonly forward: readonly Row<Sizes>[];
  readonly backward: readonly Row<Sizes>[];
}

const BIAS: Row<unknown> = { name: "bias", when: "given" };
const ALIBI: Row<unknown> = { name: "alibi", when: "given" };
const SINK: Row<unknown> = { name: "sink", when: "given" };
const OPTIONS: readonly Row<unknown>[] = [
  { name: "offsets", when: "given", holds: "integers" },
  { name: "causalOffsets", when: "given", holds: "integers" },
  { name: "keyLengths", when: "given", holds: "integers" },
  { name: "spans", when: "given", holds: "integers", inner: true },
  { name: "queryDocuments", when: "given", holds: "integers", inner: true },
  { name: "keyDocuments", when: "given", holds: "integers", inner: true },
  { name: "mask", when: "given", holds: "bytes" },
  BIAS,
  ALIBI,
  SINK,
  { name: "rotaryCos", when: "given", inner: true },
  { name: "rotarySin", when: "given", inner: true },
  { name: "rotaryQueries", when: "given", holds: "integers", inner: true },
  { name: "rotaryKeys", when: "given", holds: "integers", inner: true },
];

// ---- attention

const outputHeads = (s: AttentionSizes): number[] => [s.batch, s.heads, s.queries, s.valueDim];
const pairs = (s: AttentionSizes): number[] => [s.batch, s.heads, s.queries, s.keys];
const scoreRows = (s: AttentionSizes): number[] => [s.batch, s.heads, s.queries];

const INPUTS: readonly Row<AttentionSizes>[] = [
  { name: "q", when: "given", extents: (s) => [s.batch, s.heads, s.queries, s.dim] },
  { name: "k", when: "given", extents: (s) => [s.batch, s.kvHeads, s.keys, s.dim] },
  { name: "v", when: "given", extents: (s) => [s.batch, s.kvHeads, s.keys, s.valueDim] },
];

const FORWARD: readonly Row<AttentionSizes>[] = [
  ...OPTIONS,
  ...INPUTS,
  { name: "output", when: "forward", extents: outputHeads },
  { name: "raw", when: "kept", extents: pairs },
  { name: "scores", when: "kept", extents: pairs },
  { name: "logits", when: "kept", extents: pairs },
  { name: "weights", when: "kept", extents: pairs },
  { name: "lse", when: "kept", extents: scoreRows },
  { name: "rowMax", when: "saved", extents: scoreRows },
  { name: "rowSum", when: "saved", extents: scoreRows },
];

const BACKWARD: readonly Row<AttentionSizes>[] = [
  { name: "dOutput", when: "given", extents: outputHeads },
  { name: "dLse", when: "given", extents: scoreRows },
  ...[...INPUTS, BIAS, ALIBI, SINK].map(gradientOf),
  { name: "dweights", when: "kept", extents: pairs },
  { name: "dscores", when: "kept", extents: pairs },
];

export const ATTENTION: Rows<AttentionSizes> = { forward: FORWARD, backward: [...FORWARD, ...BACKWARD] };

// ---- a cache

const numberBytes = ({ half }: CacheSizes): number => (half ? 2 : 4);

/** What stays in the block of a cache. Stored rows are seen as bytes. */
export const CACHE_HELD: readonly Row<CacheSizes>[] = [
  ALIBI,
  SINK,
  { name: "causalOffsets", when: "given", holds: "integers", extents: (s) => [s.batch] },
  { name: "keyLengths", when: "given", holds: "integers", extents: (s) => [s.batch] },
  { name: "counts", when: "given", holds: "integers", extents: (s) => [s.batch] },
  { name: "notFinite", when: "given", holds: "integers", extents: () => [1] },
  {
    name: "keyRows",
    when: "given",
    holds: "bytes",
    extents: (s) => [s.batch, s.kvHeads, s.rows, s.dim * numberBytes(s)],
  },
  {
    name: "valueRows",
    when: "given",
    holds: "bytes",
    extents: (s) => [s.batch, s.kvHeads, s.rows, s.valueDim * numberBytes(s)],
  },
];

/** What each call brings and takes. */
export const CACHE_CALL: readonly Row<CacheSizes>[] = [
  { name: "rotaryCos", when: "given" },
  { name: "rotarySin", when: "given" },
  { name: "rotaryQueries", when: "given", holds: "integers" },
  { name: "q", when: "given", extents: (s) => [s.batch, s.heads, s.queries, s.dim] },
  { name: "k", when: "given", extents: (s) => [s.batch, s.kvHeads, s.queries, s.dim] },
  { name: "v", when: "given", extents: (s) => [s.batch, s.kvHeads, s.queries, s.valueDim] },
  ...FORWARD.filter(({ when }) => when === "forward" || when === "kept"),
];

// ---- a layer

const layerOutput = (s: LayerSizes): number[] => [s.batch, s.tokens, s.outputDim || s.heads * s.valueDim];
const layerPairs = (s: LayerSizes): number[] => [s.batch, s.heads, s.tokens, s.contextTokens];
const layerScoreRows = (s: LayerSizes): number[] => [s.batch, s.heads, s.tokens];
const joined = (s: LayerSizes): number[] => [s.batch, s.tokens, s.heads * s.valueDim];

/** The caller decides the layout of a weight, so only the product of its extents counts here. */
const LAYER_INPUTS: readonly Row<LayerSizes>[] = [
  { name: "x", when: "given", extents: (s) => [s.batch, s.tokens, s.modelDim] },
  { name: "context", when: "given", extents: (s) => [s.batch, s.contextTokens, s.contextDim] },
  { name: "queryWeight", when: "given", extents: (s) => [s.modelDim, s.heads * s.dim] },
  { name: "queryBias", when: "given", extents: (s) => [s.heads * s.dim] },
  { name: "keyWeight", when: "given", extents: (s) => [s.contextDim, s.kvHeads * s.dim] },
  { name: "keyBias", when: "given", extents: (s) => [s.kvHeads * s.dim] },
  { name: "valueWeight", when: "given", extents: (s) => [s.contextDim, s.kvHeads * s.valueDim] },
  { name: "valueBias", when: "given", extents: (s) => [s.kvHeads * s.valueDim] },
  { name: "outputWeight", when: "given", extents: (s) => [s.heads * s.valueDim, s.outputDim] },
  { name: "outputBias", when: "given", extents: (s) => [s.outputDim] },
];

const LAYER_FORWARD: readonly Row<LayerSizes>[] = [
  ...OPTIONS,
  ...LAYER_INPUTS,
  { name: "output", when: "forward", extents: layerOutput },
  { name: "q", when: "kept", extents: (s) => [s.batch, s.heads, s.tokens, s.dim] },
  { name: "k", when: "kept", extents: (s) => [s.batch, s.kvHeads, s.contextTokens, s.dim] },
  { name: "v", when: "kept", extents: (s) => [s.batch, s.kvHeads, s.contextTokens, s.valueDim] },
  { name: "raw", when: "kept", extents: layerPairs },
  { name: "scores", when: "kept", extents: layerPairs },
  { name: "logits", when: "kept", extents: layerPairs },
  { name: "weights", when: "kept", extents: layerPairs },
  { name: "lse", when: "kept", extents: layerScoreRows },
  { name: "joined", when: "kept", extents: joined },
  { name: "savedQ", when: "saved", extents: (s) => [s.batch, s.tokens, s.heads * s.dim] },
  { name: "savedK", when: "saved", extents: (s) => [s.batch, s.contextTokens, s.kvHeads * s.dim] },
  { name: "savedV", when: "saved", extents: (s) => [s.batch, s.contextTokens, s.kvHeads * s.valueDim] },
  { name: "savedJoined", when: "saved", extents: joined },
  { name: "rowMax", when: "saved", extents: layerScoreRows },
  { name: "rowSum", when: "saved", extents: layerScoreRows },
];

const LAYER_BACKWARD: readonly Row<LayerSizes>[] = [
  { name: "dOutput", when: "given", extents: layerOutput },
  { name: "dLse", when: "given", extents: layerScoreRows },
  ...[...LAYER_INPUTS, BIAS, ALIBI, SINK].map(gradientOf),
  { name: "dweights", when: "kept", extents: layerPairs },
  { name: "dscores", when: "kept", extents: layerPairs },
  { name: "dq", when: "asked", extents: (s) => [s.batch, s.tokens, s.heads * s.dim] },
  { name: "dk", when: "asked", extents: (s) => [s.batch, s.contextTokens, s.kvHeads * s.dim] },
  { name: "dv", when: "asked", extents: (s) => [s.batch, s.contextTokens, s.kvHeads * s.valueDim] },
];

export const LAYER: Rows<LayerSizes> = {
  forward: LAYER_FORWARD,
  backward: [...LAYER_FORWARD, ...LAYER_BACKWARD],
};

/** The gradient of an input: a d before its name. */
function gradientOf<Sizes>(input: Row<Sizes>): Row<Sizes> {
  return { ...input, name: `d${input.name}`, when: "gradient" };
}

// ---- what follows from the rows

/** All rows that a call may have. */
export function rowsOf<Sizes>({ rows, backward }: Call<Sizes>): readonly Row<Sizes>[] {
  return backward ? rows.backward : rows.forward;
}

/** The name of the input whose gradient this is. */
export function inputOf({ name }: Row<never>): string {
  return name.slice(1);
}

/** The names that `keep` takes: of a forward call, of a backward call, and of a session that computes both ways. */
function keepableOf<Sizes>({ forward, backward }: Rows<Sizes>) {
  const kept = backward.filter(({ when }) => when === "kept").map(({ name }) => name);
  const before = forward.filter(({ when }) => when === "kept").length;
  return { forward: kept.slice(0, before), gradients: kept.slice(before), backward: kept };
}

export const ATTENTION_KEEPABLE = keepableOf(ATTENTION);
export const LAYER_KEEPABLE = keepableOf(LAYER);
