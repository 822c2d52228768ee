// What is measured: each shape has a name, its sizes and its useful work.

/** @typedef {{ name: string, group: string, kind: "attention" | "layer", heads: number, queries: number, keys: number,
 *   dim: number, causal: boolean, keep: boolean, backward: boolean, cache?: "float32" | "float16" }} Shape
 *   `cache`: a step of decoding. Keys and values stay where they are, and the last of them are new. */

/** @returns {Shape} */
function shapeOf(group, heads, tokens, dim, more = {}) {
  const { queries = tokens, causal = false, keep = false, backward = false, kind = "attention" } = more;
  const size = queries === tokens ? `${heads}×${tokens}×${dim}` : `${heads}×${queries}→${tokens}×${dim}`;
  const name = [kind === "layer" ? `layer ${tokens}×${heads * dim}, ${heads} heads` : size];
  if (causal) name.push("causal");
  if (keep) name.push("keep weights");
  if (backward) name.push("backward");
  return { name: name.join(" "), group, kind, heads, queries, keys: tokens, dim, causal, keep, backward };
}

// heads, tokens, columns of one head
const SQUARE = [
  [1, 16, 64],
  [1, 128, 64],
  [8, 512, 64],
  [1, 1024, 64],
  [12, 1024, 64],
  [1, 4096, 64],
  [1, 16384, 64],
];
const OTHER_DIMS = [
  [1, 1024, 32],
  [1, 1024, 50],
  [1, 1024, 128],
];
/** A step of decoding over a number of tokens. */
function cacheShape(tokens, type) {
  return { ...shapeOf("cache", 8, tokens, 64, { queries: 1 }), name: `cache 8×${tokens}×64 ${type}`, cache: type };
}

// With more tokens the weights of one head take a gigabyte.
const LONGEST_KEPT = 4096;

const BACKWARD = [
  [8, 512, 64],
  [12, 1024, 64],
  [1, 4096, 64],
];

const ALL = [...SQUARE, ...OTHER_DIMS];

/** @type {Shape[]} */
export const SHAPES = [
  ...SQUARE.map((size) => shapeOf("full", ...size)),
  ...OTHER_DIMS.map((size) => shapeOf("dims", ...size)),
  ...ALL.map((size) => shapeOf("causal", ...size, { causal: true })),
  ...ALL.filter(([, tokens]) => tokens <= LONGEST_KEPT).map((size) => shapeOf("keep", ...size, { keep: true })),
  shapeOf("decode", 1, 4096, 64, { queries: 1 }),
  ...[128, 1024, 4096].flatMap((tokens) => ["float32", "float16"].map((type) => cacheShape(tokens, type))),
  shapeOf("layer", 8, 512, 64, { kind: "layer" }),
  ...BACKWARD.map((size) => shapeOf("backward", ...size, { backward: true })),
  shapeOf("backward", 12, 1024, 64, { backward: true, causal: true }),
];

/** The shapes of --quick, which take a minute. */
const QUICK = new Set([
  "1×16×64",
  "1×128×64",
  "8×512×64",
  "1×1024×128",
  "8×512×64 causal",
  "8×512×64 keep weights",
  "1×1→4096×64",
  "cache 8×4096×64 float32",
  "cache 8×4096×64 float16",
  "8×512×64 backward",
]);
export const isQuick = (shape) => QUICK.has(shape.name) || shape.kind === "layer";

/** The shapes that engines are compared at. */
const ENGINE_LIST = ["1×128×64", "8×512×64", "1×1024×64", "1×1024×128", "layer 512×512, 8 heads", "8×512×64 backward"];
export const ENGINE_SHAPES = SHAPES.filter(({ name }) => ENGINE_LIST.includes(name));

/** The shapes that other libraries are measured at, which take three minutes. Only heed has the last two. */
const PEERS_LIST = [
  "1×128×64",
  "8×512×64",
  "12×1024×64",
  "1×4096×64",
  "8×512×64 causal",
  "12×1024×64 causal",
  "1×4096×64 causal",
  "8×512×64 keep weights",
  "cache 8×1024×64 float32",
  "layer 512×512, 8 heads",
  "8×512×64 backward",
  "12×1024×64 backward",
];
export const PEERS_SHAPES = SHAPES.filter(({ name }) => PEERS_LIST.includes(name));

/** The shapes that are spread over workers. */
const WORKERS_LIST = [
  "8×512×64",
  "12×1024×64",
  "12×1024×64 causal",
  "12×1024×64 keep weights",
  "1×4096×64",
  "1×16384×64",
  "layer 512×512, 8 heads",
  "8×512×64 backward",
  "12×1024×64 backward",
];
export const WORKERS_SHAPES = WORKERS_LIST.map((name) => SHAPES.find((one) => one.name === name));

/** The shape without causal and keep that a causal or keeping shape is compared with. */
export function plainOf(shape) {
  return SHAPES.find(
    (s) => s.kind === shape.kind && s.backward === shape.backward && !s.causal && !s.keep && sameSize(s, shape),
  );
}
const sameSize = (a, b) => a.heads === b.heads && a.queries === b.queries && a.keys === b.keys && a.dim === b.dim;

/**
 * What options cost. Each is measured in turns with the same call without them: `shapes` has the plain one first. `how`
 * is "kernel", a session, or "call", arrays in and out. `most` is the bound of the ratio of their times; `faster` and
 * `ofPeak` are those of a window. A shape may have `options` of heed, `half` for inputs in half precision, or
 * `sequences`, the number packed into one: q (heads · sequences, tokens, dim) is (heads, sequences · tokens, dim).
 */
function optionRow(label, size, more, bounds, how = "kernel") {
  const { plain = {}, ...special } = more;
  const base = { ...shapeOf("options", ...size, { backward: special.backward }), ...plain };
  return { label, how, shapes: [base, { ...base, ...special, name: `${base.name} ${label}` }], ...bounds };
}

const SEQUENCES = 16;
const WINDOW = { window: { left: 255, right: 0 } };
const SINK = { sink: 0.5 };

export const OPTION_ROWS = [
  optionRow("window of 256", [1, 16384, 64], { options: WINDOW }, { faster: 25, ofPeak: 0.65 }),
  optionRow("rotary, halves", [8, 512, 64], { options: { rotary: { pairs: "halves" } } }, { most: 1.05 }),
  optionRow("rotary, interleaved", [8, 512, 64], { options: { rotary: { pairs: "interleaved" } } }, { most: 1.05 }),
  optionRow("alibi", [8, 512, 64], { options: { alibi: true } }, { most: 1.03 }),
  optionRow("sink", [8, 512, 64], { options: SINK }, { most: 1.03 }),
  optionRow("lse", [8, 512, 64], { options: { keep: ["lse"] } }, { most: 1.03 }),
  optionRow("float16 in", [1, 512, 64], { half: true }, { most: 1.1 }, "call"),
  optionRow("float16 in", [8, 512, 64], { half: true }, { most: 1.1 }, "call"),
  optionRow("float16 in", [1, 4096, 64], { half: true }, { most: 1.1 }, "call"),
  optionRow("16 packed sequences", [8 * SEQUENCES, 256, 64], { sequences: SEQUENCES }, { most: 1.1 }, "call"),
  optionRow("rotary, halves", [8, 512, 64], { backward: true, options: { rotary: { pairs: "halves" } } }, {}),
  optionRow("alibi", [8, 512, 64], { backward: true, options: { alibi: true } }, {}),
];

export const modelDim = (shape) => shape.heads * shape.dim;

/** The pairs of a query and a key that it sees: half of them under a causal mask, and a band under a window. */
function visiblePairs({ queries, keys, causal, options }) {
  if (!options?.window) return (queries * keys) / (causal ? 2 : 1);
  const { left, right } = options.window;
  let pairs = 0;
  for (let i = 0; i < queries; i++) pairs += Math.min(keys - 1, i + right) - Math.max(0, i - left) + 1;
  return pairs;
}

/**
 * Useful floating-point operations: q·kᵀ and weights·v take a multiply and an add for each element, and half of it
 * under a causal mask; softmax is not counted. The layer adds its four projections. Backward has five such products:
 * q·kᵀ again, dO·vᵀ, weightsᵀ·dO, dS·k and dSᵀ·q.
 */
export function flops(shape) {
  const { heads, queries, dim, backward, kind } = shape;
  const products = backward ? 5 : 2;
  const attention = 2 * products * heads * visiblePairs(shape) * dim;
  return kind === "layer" ? attention + 4 * 2 * queries * modelDim(shape) ** 2 : attention;
}

/** Bytes of the tensors that a caller passes in and gets back. */
export function tensorBytes(shape) {
  const { heads, queries, keys, dim, keep, backward, kind } = shape;
  const width = modelDim(shape);
  // each of q, k, v and the output has a gradient
  if (backward) return 2 * tensorBytes({ ...shape, backward: false });
  if (kind === "layer") return 4 * (2 * queries * width + 4 * width * width);
  return 4 * heads * (2 * queries * dim + 2 * keys * dim + (keep ? queries * keys : 0));
}
