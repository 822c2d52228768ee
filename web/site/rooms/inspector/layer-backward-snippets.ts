// The program of a gradient of the layer's x or weights: by formula in NumPy, by autograd in PyTorch, by
// heed.selfAttentionBackward.
import type { Tensor } from "heed";
import { allHeads, headsOf, rowsOf, sizeOf, type Computation } from "./computation.js";
import type { Cell, MatrixName, Sum } from "./definition.js";
import { given, matrixText, printed, vectorText, type Language } from "./literals.js";
import { definitionOf, notationOf, sumsOf, recipeOf } from "./recipes.js";
import { biasesOf, biasLines, numpyBackward, numpyForward, pytorchForward, scaleText } from "./snippet-parts.js";

const PROJECTIONS = ["query", "key", "value", "output"] as const;
type Projection = (typeof PROJECTIONS)[number];

/** What a program needs to know of the layer. */
interface Layer {
  readonly computation: Computation;
  readonly cell: Cell;
  /** The package's word for what the gradient is of. */
  readonly of: `${Projection}Weight` | "x";
  readonly heads: number;
  readonly kvHeads: number;
  readonly isOutIn: boolean;
}

export function layerBackwardSnippet(computation: Computation, cell: Cell, language: Language): string[] {
  const { kept, weights } = computation;
  const of = definitionOf(computation, cell.matrix).gradientOf!;
  const layer: Layer = {
    computation,
    cell,
    of: of === "x" || of === "outputWeight" ? of : `${of as Projection}Weight`,
    heads: headsOf(kept.q),
    kvHeads: headsOf(kept.k),
    isOutIn: weights?.layout === "out-in",
  };
  const program = { NumPy: numpy, PyTorch: pytorch, heed: heedCall }[language];
  return [...inputs(computation, language), ...program(layer)];
}

function inputs(computation: Computation, language: Language): string[] {
  const { weights, x, context } = computation;
  const matrix = (name: string, tensor: Tensor): string => given(name, matrixText(rowsOf(tensor), language), language);
  const lines = [matrix("x", x!), ...(context === undefined ? [] : [matrix("context", context)])];
  for (const name of PROJECTIONS) {
    const [weight, bias] = [weights?.[`${name}Weight`], weights?.[`${name}Bias`]];
    if (weight !== undefined) lines.push(matrix(`${name}Weight`, weight));
    if (bias !== undefined) lines.push(given(`${name}Bias`, vectorText(Array.from(bias.data), language), language));
  }
  return [...lines, given("dOutput", matrixText(slopesOf(computation), language), language)];
}

/** The gradient of the layer's output; without an output projection, that of the heads side by side. */
function slopesOf(computation: Computation): ArrayLike<number>[] {
  const { dy, dOutput } = computation.kept;
  if (dy !== undefined) return rowsOf(dy);
  const heads = allHeads(computation).map((head) => rowsOf(dOutput!, head));
  return heads[0]!.map((_, row) => heads.flatMap((rows) => Array.from(rows[row]!)));
}

function heedCall({ computation, cell: { row, column }, of }: Layer): string[] {
  const { weights, options } = computation;
  const { causal, mask, bias, keyLengths, softcap, normalize } = options;
  const isPlain = mask === undefined && bias === undefined && keyLengths === undefined;
  const biases = isPlain ? undefined : biasesOf(computation, allHeads(computation));
  const names = PROJECTIONS.flatMap((name) => [`${name}Weight`, `${name}Bias`] as const);
  const heads = [
    weights?.heads !== undefined && `heads: ${weights.heads}`,
    weights?.kvHeads !== undefined && `kvHeads: ${weights.kvHeads}`,
    weights?.layout && `layout: "${weights.layout}"`,
  ];
  const named = [
    computation.context !== undefined && "context",
    `scale: ${scaleText(computation)}`,
    softcap !== undefined && `softcap: ${softcap}`,
    normalize === "none" && 'normalize: "none"',
    isPlain && causal === true && "causal: true",
    isPlain && typeof causal === "object" && `causal: { offset: ${causal.offset} }`,
    biases !== undefined && "bias",
  ];
  const there = names.filter((name) => weights?.[name] !== undefined);
  const written = [...there, ...heads, ...named].filter(Boolean);
  const { columns } = sizeOf(of === "x" ? computation.x! : weights![of]!);
  const gradient = of === "x" ? "dx" : `d${of[0]!.toUpperCase()}${of.slice(1)}`;
  return [
    ...biasLines(biases, "heed"),
    `const { ${gradient} } = heed.selfAttentionBackward(x, dOutput, { ${written.join(", ")} });`,
    printed(`${gradient}.data[${row * columns + column}]`, "heed"),
  ];
}

/** "x @ queryWeight + queryBias": a projection as Python has it; without weights the rows as they are. */
function projected({ computation: { weights }, isOutIn }: Layer, rows: string, name: Projection): string {
  if (weights?.[`${name}Weight`] === undefined) return rows;
  const bias = weights[`${name}Bias`] === undefined ? "" : ` + ${name}Bias`;
  return `${rows} @ ${name}Weight${isOutIn ? ".T" : ""}${bias}`;
}

function keysSource({ context }: Computation): "x" | "context" {
  return context === undefined ? "x" : "context";
}

function pytorch(layer: Layer): string[] {
  const { computation, cell, of, heads, kvHeads } = layer;
  const biases = biasesOf(computation, allHeads(computation));
  const keys = keysSource(computation);
  const split = (rows: string, name: Projection, count: number): string =>
    `(${projected(layer, rows, name)}).unflatten(-1, (${count}, -1)).transpose(0, 1)`;
  const repeated = heads === kvHeads ? "" : `.repeat_interleave(${heads / kvHeads}, 0)`;
  return [
    ...biasLines(biases, "PyTorch"),
    `${of}.requires_grad_()`,
    `q = ${split("x", "query", heads)}`,
    `k = ${split(keys, "key", kvHeads)}${repeated}`,
    `v = ${split(keys, "value", kvHeads)}${repeated}`,
    ...pytorchForward(computation, biases),
    "joined = (weights @ v).transpose(0, 1).flatten(1)",
    `(${projected(layer, "joined", "output")}).backward(dOutput)`,
    printed(`${of}.grad[${cell.row}, ${cell.column}]`, "PyTorch"),
  ];
}

function numpy(layer: Layer): string[] {
  const { computation, cell, heads, kvHeads, isOutIn } = layer;
  const biases = biasesOf(computation, allHeads(computation));
  const keys = keysSource(computation);
  const group = heads / kvHeads;
  const spread = (name: string): string => (group === 1 ? name : `np.repeat(${name}, ${group}, 0)`);
  const shared = (name: string): string => `${name}.reshape(${kvHeads}, ${group}, *${name}.shape[1:]).sum(1)`;
  const hasOutput = computation.weights?.outputWeight !== undefined;
  return [
    ...biasLines(biases, "NumPy"),
    "def split(rows, heads):  # a head after the other",
    "    return rows.reshape(len(rows), heads, -1).swapaxes(0, 1)",
    "def join(heads):  # side by side",
    "    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)",
    `q = split(${projected(layer, "x", "query")}, ${heads})`,
    `k = split(${projected(layer, keys, "key")}, ${kvHeads})`,
    `v = split(${projected(layer, keys, "value")}, ${kvHeads})`,
    `keys, values = ${spread("k")}, ${spread("v")}`,
    ...numpyForward(computation, biases, "keys"),
    `dO = split(${hasOutput ? `dOutput @ outputWeight${isOutIn ? "" : ".T"}` : "dOutput"}, ${heads})`,
    ...numpyBackward(computation, "values"),
    "dq = draw @ keys * scale",
    "dk = draw.swapaxes(1, 2) @ q * scale",
    "dv = weights.swapaxes(1, 2) @ dO",
    ...(group === 1 ? [] : [`dk, dv = ${shared("dk")}, ${shared("dv")}`]),
    printed(`(${numpyGradient(layer)})[${cell.row}, ${cell.column}]`, "NumPy"),
  ];
}

/** What the matrices of sums are in the NumPy program, the heads side by side. */
const IN_NUMPY: Partial<Record<MatrixName, string>> = {
  query: "queryWeight",
  key: "keyWeight",
  value: "valueWeight",
  context: "context",
  joined: "join(weights @ values)",
  dq: "join(dq)",
  dk: "join(dk)",
  dv: "join(dv)",
  dy: "dOutput",
};

/** The matrix product that the sums of the table are elements of. */
function numpyGradient({ computation, cell, isOutIn }: Layer): string {
  const nameOf = (matrix: MatrixName): string => IN_NUMPY[matrix] ?? matrix;
  const { copies = [] } = recipeOf(computation, cell);
  const isOfWeights = notationOf(cell.matrix).projection !== undefined;
  const product = ({ left, right }: Sum): string => {
    const [first, second] = [nameOf(left.matrix), nameOf(right.matrix)];
    if (!isOfWeights) return `${first} @ ${second}${isOutIn ? "" : ".T"}`;
    return isOutIn ? `${second}.T @ ${first}` : `${first}.T @ ${second}`;
  };
  return [...sumsOf(computation, cell).map(product), ...copies.map(({ matrix }) => nameOf(matrix))].join(" + ");
}
