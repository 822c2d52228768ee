// A gradient of attention: by formula in NumPy, by autograd in PyTorch, by attentionBackward in heed. Over all queries of the heads that it takes.
import { BEGINNING, given, printed, vectorText } from "./literals.js";
import { scaleText } from "./pair-snippets.js";
import {
  biasOf,
  hindrances,
  keyHead,
  queryHeads,
  rowsOf,
  scaleOf,
  sizeOf,
  type AttentionGradient,
  type Cell,
  type Run,
} from "./run.js";
import type { Language } from "./snippets.js";

/** What a program needs of the run: the query heads that meet in the cell, and the head of keys that they share. */
interface Part {
  readonly run: Run;
  readonly cell: Cell;
  readonly matrix: AttentionGradient;
  readonly heads: readonly number[];
  readonly keyHead: number;
}

export function gradientSnippet(run: Run, cell: Cell, matrix: AttentionGradient, language: Language): string[] {
  const ofKeys = matrix === "dk" || matrix === "dv";
  const kv = ofKeys ? cell.head : keyHead(run, cell.head);
  const heads = ofKeys ? queryHeads(run, kv) : [cell.head];
  const part = { run, cell, matrix, heads, keyHead: kv };
  const program = language === "heed" ? heedCall : language === "NumPy" ? numpy : pytorch;
  return [...BEGINNING[language], ...program(part)];
}

/** [heads, rows, columns], a row to a line. */
export function literal(heads: readonly (readonly ArrayLike<number>[])[], language: Language): string {
  return `[\n${heads.map((rows) => `  [\n${rows.map((row) => `    ${vectorText(row, language)},\n`).join("")}  ],\n`).join("")}]`;
}

function inputs({ run, heads, keyHead: kv }: Part, language: Language): string[] {
  const { q, k, v } = run.kept;
  const of = (name: string, tensor: typeof q, chosen: readonly number[]): string =>
    given(
      name,
      literal(
        chosen.map((head) => rowsOf(tensor, head)),
        language,
      ),
      language,
    );
  return [of("q", q, heads), of("k", k, [kv]), of("v", v, [kv]), of("dO", run.kept.dOutput!, heads)];
}

/** What is added to the scores, −∞ where a query may not attend; undefined where nothing is. */
export function biases(run: Run, heads: readonly number[]): number[][][] | undefined {
  const [queries, keys] = [sizeOf(run.kept.q).rows, sizeOf(run.kept.k).rows];
  const rows = heads.map((head) =>
    Array.from({ length: queries }, (_, query) =>
      Array.from({ length: keys }, (_, key) =>
        hindrances(run, head, query, key).length > 0 ? -Infinity : biasOf(run, head, query, key),
      ),
    ),
  );
  return rows.flat(2).every((bias) => bias === 0) ? undefined : rows;
}

/** The gradient's element: heads of queries are an axis, of which the sum over the group has one. */
function place({ cell }: Part): string {
  return `[0, ${cell.row}, ${cell.column}]`;
}

function numpy(part: Part): string[] {
  const { softcap, normalize } = part.run.options;
  const added = biases(part.run, part.heads);
  const softmax = [
    "powers = np.exp(logits - logits.max(-1, keepdims=True, initial=-3e38))",
    "weights = powers / np.maximum(powers.sum(-1, keepdims=True), 1e-38)",
  ];
  const wanted: Record<AttentionGradient, string> = {
    dweights: "dweights",
    dscores: "dscores",
    dq: "draw @ k * scale",
    dk: "(draw.swapaxes(1, 2) @ q).sum(0, keepdims=True) * scale",
    dv: "(weights.swapaxes(1, 2) @ dO).sum(0, keepdims=True)",
  };
  return [
    ...inputs(part, "NumPy"),
    ...(added === undefined ? [] : [given("bias", literal(added, "NumPy"), "NumPy")]),
    `scale = np.float32(${scaleOf(part.run).factor})`,
    "scores = q @ k.swapaxes(1, 2) * scale",
    ...(softcap === undefined ? [] : [`scores = ${softcap} * np.tanh(scores / ${softcap})`]),
    `logits = scores${added === undefined ? "" : " + bias"}`,
    ...(normalize === "none" ? ["weights = np.where(np.isneginf(logits), np.float32(0), logits)"] : softmax),
    "dweights = np.where(np.isneginf(logits), np.float32(0), dO @ v.swapaxes(1, 2))",
    normalize === "none"
      ? "dscores = dweights"
      : "dscores = weights * (dweights - (weights * dweights).sum(-1, keepdims=True))",
    softcap === undefined ? "draw = dscores" : `draw = dscores * (1 - (scores / ${softcap}) ** 2)`,
    printed(`(${wanted[part.matrix]})${place(part)}`, "NumPy"),
  ];
}

function pytorch(part: Part): string[] {
  const { softcap, normalize } = part.run.options;
  const added = biases(part.run, part.heads);
  // softmax of nothing is NaN in PyTorch, and so is its gradient: a query that may attend to no key is taken out before and after.
  const hasEmpty = added?.some((rows) => rows.some((row) => row.every((bias) => bias === -Infinity))) ?? false;
  const softmax = hasEmpty
    ? [
        "empty = (logits == -torch.inf).all(-1, keepdim=True)",
        "weights = torch.softmax(logits.masked_fill(empty, 0.0), dim=-1).masked_fill(empty, 0.0)",
      ]
    : ["weights = torch.softmax(logits, dim=-1)"];
  const wanted: Record<AttentionGradient, string> = {
    dweights: "weights.grad.masked_fill(logits == -torch.inf, 0.0)",
    dscores: "scores.grad",
    dq: "q.grad",
    dk: "k.grad",
    dv: "v.grad",
  };
  return [
    ...inputs(part, "PyTorch"),
    ...(added === undefined ? [] : [given("bias", literal(added, "PyTorch"), "PyTorch")]),
    "for tensor in (q, k, v):",
    "    tensor.requires_grad_()",
    `scores = q @ k.transpose(1, 2) * ${scaleOf(part.run).factor}`,
    ...(softcap === undefined ? [] : [`scores = ${softcap} * torch.tanh(scores / ${softcap})`]),
    `logits = scores${added === undefined ? "" : " + bias"}`,
    ...(normalize === "none" ? ["weights = logits.masked_fill(logits == -torch.inf, 0.0)"] : softmax),
    "scores.retain_grad()",
    "weights.retain_grad()",
    "(weights @ v).backward(dO)",
    printed(`${wanted[part.matrix]}${place(part)}`, "PyTorch"),
  ];
}

function heedCall(part: Part): string[] {
  const { run, cell, matrix, heads } = part;
  const { softcap, normalize } = run.options;
  const added = biases(run, heads);
  const options = [
    `scale: ${scaleText(run)}`,
    softcap === undefined ? "" : `softcap: ${softcap}`,
    normalize === "none" ? 'normalize: "none"' : "",
    added === undefined ? "" : "bias",
    matrix === "dweights" || matrix === "dscores" ? `keep: ["${matrix}"]` : "",
  ];
  const columns = sizeOf(run.kept[matrix]!).columns;
  return [
    ...inputs(part, "heed"),
    ...(added === undefined ? [] : [`const bias = ${literal(added, "heed")};`]),
    `const { ${matrix} } = heed.attentionBackward(q, k, v, dO, { ${options.filter((option) => option !== "").join(", ")} });`,
    ...(heads.length > 1 ? ["// the sum over the query heads that share this head of keys"] : []),
    printed(`${matrix}.data[${cell.row * columns + cell.column}]`, "heed"),
  ];
}
