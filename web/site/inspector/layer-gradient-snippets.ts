// A gradient of the layer's x or weights, from these: by formula in NumPy, by autograd in PyTorch, by selfAttentionBackward in heed.
import type { Tensor } from "heed";
import { biases, literal } from "./gradient-snippets.js";
import { BEGINNING, given, matrixText, printed, vectorText } from "./literals.js";
import { scaleText } from "./pair-snippets.js";
import { headsOf, rowsOf, scaleOf, sizeOf, type Cell, type LayerGradient, type Run } from "./run.js";
import type { Language } from "./snippets.js";

const PROJECTIONS = ["query", "key", "value", "output"] as const;
type Projection = (typeof PROJECTIONS)[number];
type Wanted = Exclude<LayerGradient, "dy" | "dOutput">;

/** heed's word for the matrix that it is the gradient of. */
const OF: Record<Wanted, Projection | "x"> = {
  dx: "x",
  dquery: "query",
  dkey: "key",
  dvalue: "value",
  doutputWeight: "output",
};

export function layerGradientSnippet(run: Run, cell: Cell, matrix: Wanted, language: Language): string[] {
  const program = language === "heed" ? heedCall : language === "NumPy" ? numpy : pytorch;
  return [...BEGINNING[language], ...inputs(run, language), ...program(run, cell, OF[matrix])];
}

function inputs(run: Run, language: Language): string[] {
  const { weights } = run;
  const matrix = (name: string, tensor: Tensor): string => given(name, matrixText(rowsOf(tensor), language), language);
  const all = [matrix("x", run.x!), ...(run.contextX === undefined ? [] : [matrix("context", run.contextX)])];
  for (const name of PROJECTIONS) {
    const [weight, bias] = [weights?.[name], weights?.[`${name}Bias`]];
    if (weight !== undefined) all.push(matrix(name, weight));
    if (bias !== undefined) all.push(given(`${name}Bias`, vectorText(Array.from(bias.data), language), language));
  }
  return [...all, given("dOutput", matrixText(slopesOf(run), language), language)];
}

/** The gradient of the layer's output; without an output projection, that of the heads side by side. */
function slopesOf({ kept: { dy, dOutput } }: Run): ArrayLike<number>[] {
  if (dy !== undefined) return rowsOf(dy);
  const heads = Array.from({ length: headsOf(dOutput!) }, (_, head) => rowsOf(dOutput!, head));
  return heads[0]!.map((_, row) => heads.flatMap((rows) => Array.from(rows[row]!)));
}

function allHeads({ kept }: Run): number[] {
  return Array.from({ length: headsOf(kept.q) }, (_, head) => head);
}

function heedCall(run: Run, { row, column }: Cell, of: Projection | "x"): string[] {
  const { weights, options } = run;
  const { causal, mask, bias, keyLengths, softcap, normalize } = options;
  const plain = mask === undefined && bias === undefined && keyLengths === undefined;
  const added = plain ? undefined : biases(run, allHeads(run));
  const given = PROJECTIONS.flatMap((name) => [weights?.[name] && name, weights?.[`${name}Bias`] && `${name}Bias`]);
  const heads = [
    weights?.heads !== undefined && `heads: ${weights.heads}`,
    weights?.kvHeads !== undefined && `kvHeads: ${weights.kvHeads}`,
    weights?.layout && `layout: "${weights.layout}"`,
  ];
  const named = [
    run.contextX !== undefined && "context",
    `scale: ${scaleText(run)}`,
    softcap !== undefined && `softcap: ${softcap}`,
    normalize === "none" && 'normalize: "none"',
    plain &&
      causal !== undefined &&
      causal !== false &&
      `causal: ${causal === true ? "true" : `{ offset: ${causal.offset} }`}`,
    added !== undefined && "bias",
  ];
  const list = (parts: readonly (string | false | undefined)[]): string => `{ ${parts.filter(Boolean).join(", ")} }`;
  const { columns } = sizeOf(of === "x" ? run.x! : weights![of]!);
  return [
    ...(added === undefined ? [] : [`const bias = ${literal(added, "heed")};`]),
    `const { d${of} } = heed.selfAttentionBackward(x, ${weights === undefined ? "undefined" : list([...given, ...heads])}, dOutput, ${list(named)});`,
    printed(`d${of}.data[${row * columns + column}]`, "heed"),
  ];
}

/** How many heads there are, how many of keys, and whether weights lie out × in. */
function layerOf({ kept, weights }: Run): { heads: number; kvHeads: number; turn: string } {
  return { heads: headsOf(kept.q), kvHeads: headsOf(kept.k), turn: weights?.layout === "out-in" ? ".T" : "" };
}

/** "x @ query + queryBias": a projection as Python has it; without weights the rows as they are. */
function product(run: Run, rows: string, name: Projection): string {
  if (run.weights?.[name] === undefined) return rows;
  return `${rows} @ ${name}${layerOf(run).turn}${run.weights[`${name}Bias`] === undefined ? "" : ` + ${name}Bias`}`;
}

function pytorch(run: Run, { row, column }: Cell, of: Projection | "x"): string[] {
  const { softcap, normalize } = run.options;
  const { heads, kvHeads } = layerOf(run);
  const added = biases(run, allHeads(run));
  const hasEmpty = added?.some((rows) => rows.some((one) => one.every((bias) => bias === -Infinity))) ?? false;
  const keys = run.contextX === undefined ? "x" : "context";
  const split = (rows: string, name: Projection, count: number): string =>
    `(${product(run, rows, name)}).unflatten(-1, (${count}, -1)).transpose(0, 1)`;
  const repeated = heads === kvHeads ? "" : `.repeat_interleave(${heads / kvHeads}, 0)`;
  // softmax of nothing is NaN in PyTorch, and so is its gradient: a query that may attend to no key is taken out before and after.
  const softmax = hasEmpty
    ? [
        "empty = (logits == -torch.inf).all(-1, keepdim=True)",
        "weights = torch.softmax(logits.masked_fill(empty, 0.0), dim=-1).masked_fill(empty, 0.0)",
      ]
    : ["weights = torch.softmax(logits, dim=-1)"];
  return [
    ...(added === undefined ? [] : [given("bias", literal(added, "PyTorch"), "PyTorch")]),
    `${of}.requires_grad_()`,
    `q = ${split("x", "query", heads)}`,
    `k = ${split(keys, "key", kvHeads)}${repeated}`,
    `v = ${split(keys, "value", kvHeads)}${repeated}`,
    `scores = q @ k.transpose(1, 2) * ${scaleOf(run).factor}`,
    ...(softcap === undefined ? [] : [`scores = ${softcap} * torch.tanh(scores / ${softcap})`]),
    `logits = scores${added === undefined ? "" : " + bias"}`,
    ...(normalize === "none" ? ["weights = logits.masked_fill(logits == -torch.inf, 0.0)"] : softmax),
    "joined = (weights @ v).transpose(0, 1).flatten(1)",
    `(${product(run, "joined", "output")}).backward(dOutput)`,
    printed(`${of}.grad[${row}, ${column}]`, "PyTorch"),
  ];
}

function numpy(run: Run, { row, column }: Cell, of: Projection | "x"): string[] {
  const { softcap, normalize } = run.options;
  const { heads, kvHeads, turn } = layerOf(run);
  const added = biases(run, allHeads(run));
  const keys = run.contextX === undefined ? "x" : "context";
  const softmax = [
    "powers = np.exp(logits - logits.max(-1, keepdims=True, initial=-3e38))",
    "weights = powers / np.maximum(powers.sum(-1, keepdims=True), 1e-38)",
  ];
  const grouped = heads !== kvHeads;
  const spread = (name: string): string => (grouped ? `np.repeat(${name}, ${heads / kvHeads}, 0)` : name);
  const shared = (name: string): string =>
    grouped ? `${name}.reshape(${kvHeads}, ${heads / kvHeads}, *${name}.shape[1:]).sum(1)` : name;
  const projected = run.weights !== undefined;
  const joined = run.weights?.output !== undefined;
  const back = (name: string, weight: Projection): string =>
    projected ? `join(${name}) @ ${weight}${turn === "" ? ".T" : ""}` : `join(${name})`;
  const ofWeight = (rows: string, gradient: string): string =>
    turn === "" ? `${rows}.T @ ${gradient}` : `${gradient}.T @ ${rows}`;
  const wanted: Record<Projection | "x", string> = {
    x:
      run.contextX === undefined
        ? `${back("dq", "query")} + ${back("dk", "key")} + ${back("dv", "value")}`
        : back("dq", "query"),
    query: ofWeight("x", "join(dq)"),
    key: ofWeight(keys, "join(dk)"),
    value: ofWeight(keys, "join(dv)"),
    output: ofWeight("join(weights @ values)", "dOutput"),
  };
  return [
    ...(added === undefined ? [] : [given("bias", literal(added, "NumPy"), "NumPy")]),
    "def split(rows, heads):  # a head after the other",
    "    return rows.reshape(len(rows), heads, -1).swapaxes(0, 1)",
    "def join(heads):  # side by side",
    "    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)",
    `q = split(${product(run, "x", "query")}, ${heads})`,
    `k = split(${product(run, keys, "key")}, ${kvHeads})`,
    `v = split(${product(run, keys, "value")}, ${kvHeads})`,
    `keys, values = ${spread("k")}, ${spread("v")}`,
    `scale = np.float32(${scaleOf(run).factor})`,
    "scores = q @ keys.swapaxes(1, 2) * scale",
    ...(softcap === undefined ? [] : [`scores = ${softcap} * np.tanh(scores / ${softcap})`]),
    `logits = scores${added === undefined ? "" : " + bias"}`,
    ...(normalize === "none" ? ["weights = np.where(np.isneginf(logits), np.float32(0), logits)"] : softmax),
    `dO = split(${joined ? `dOutput @ output${turn === "" ? ".T" : ""}` : "dOutput"}, ${heads})`,
    "dweights = np.where(np.isneginf(logits), np.float32(0), dO @ values.swapaxes(1, 2))",
    normalize === "none"
      ? "dscores = dweights"
      : "dscores = weights * (dweights - (weights * dweights).sum(-1, keepdims=True))",
    softcap === undefined ? "draw = dscores" : `draw = dscores * (1 - (scores / ${softcap}) ** 2)`,
    "dq = draw @ keys * scale",
    `dk = draw.swapaxes(1, 2) @ q * scale`,
    `dv = weights.swapaxes(1, 2) @ dO`,
    ...(grouped ? [`dk, dv = ${shared("dk")}, ${shared("dv")}`] : []),
    printed(`(${wanted[of]})[${row}, ${column}]`, "NumPy"),
  ];
}
