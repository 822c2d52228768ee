// Lines that several programs share: the options as text, and softmax there and back.
import { biasOf, isHidden, scaleOf, sizeOf, type Computation } from "./computation.js";
import { given, headsText, type Language, type Python } from "./literals.js";

/** The scale as an option of heed.attention. */
export function scaleText(computation: Computation): string {
  const { rule, factor, dim } = scaleOf(computation);
  if (rule === "own") return String(factor);
  return rule === "sqrt-dmodel" ? `1 / Math.sqrt(${dim})` : `"${rule}"`;
}

export function softcapLine({ options: { softcap } }: Computation, language: Python): string[] {
  if (softcap === undefined) return [];
  return [`scores = ${softcap} * ${language === "NumPy" ? "np" : "torch"}.tanh(scores / ${softcap})`];
}

type Biases = readonly (readonly (readonly number[])[])[];

/** What is added to the scores, −∞ where a query may not attend; undefined where nothing is. */
export function biasesOf(computation: Computation, heads: readonly number[]): Biases | undefined {
  const { q, k } = computation.kept;
  const biases = heads.map((head) =>
    Array.from({ length: sizeOf(q).rows }, (_, query) =>
      Array.from({ length: sizeOf(k).rows }, (_, key) =>
        isHidden(computation, head, query, key) ? -Infinity : biasOf(computation, head, query, key),
      ),
    ),
  );
  return biases.flat(2).every((bias) => bias === 0) ? undefined : biases;
}

export function biasLines(biases: Biases | undefined, language: Language): string[] {
  return biases === undefined ? [] : [given("bias", headsText(biases, language), language)];
}

/** From q and the keys to the weights; `keys` is their name. */
export function numpyForward(computation: Computation, biases: Biases | undefined, keys: string): string[] {
  return [
    `scale = np.float32(${scaleOf(computation).factor})`,
    `scores = q @ ${keys}.swapaxes(1, 2) * scale`,
    ...softcapLine(computation, "NumPy"),
    `logits = scores${biases === undefined ? "" : " + bias"}`,
    ...(computation.options.normalize === "none"
      ? ["weights = np.where(np.isneginf(logits), np.float32(0), logits)"]
      : [
          "powers = np.exp(logits - logits.max(-1, keepdims=True, initial=-3e38))",
          "weights = powers / np.maximum(powers.sum(-1, keepdims=True), 1e-38)",
        ]),
  ];
}

/** From dO and the values back to the raw scores. */
export function numpyBackward({ options: { softcap, normalize } }: Computation, values: string): string[] {
  return [
    `dWeights = np.where(np.isneginf(logits), np.float32(0), dO @ ${values}.swapaxes(1, 2))`,
    normalize === "none"
      ? "dScores = dWeights"
      : "dScores = weights * (dWeights - (weights * dWeights).sum(-1, keepdims=True))",
    softcap === undefined ? "draw = dScores" : `draw = dScores * (1 - (scores / ${softcap}) ** 2)`,
  ];
}

/** From q and k to the weights. */
export function pytorchForward(computation: Computation, biases: Biases | undefined): string[] {
  return [
    `scores = q @ k.transpose(1, 2) * ${scaleOf(computation).factor}`,
    ...softcapLine(computation, "PyTorch"),
    `logits = scores${biases === undefined ? "" : " + bias"}`,
    ...(computation.options.normalize === "none"
      ? ["weights = logits.masked_fill(logits == -torch.inf, 0.0)"]
      : pytorchSoftmax(biases)),
  ];
}

/** In PyTorch softmax of nothing is NaN, and so is its gradient: a query with no key is taken out before and after. */
function pytorchSoftmax(biases: Biases | undefined): string[] {
  const hasEmptyRow = biases?.flat().some((row) => row.every((bias) => bias === -Infinity)) ?? false;
  if (!hasEmptyRow) return ["weights = torch.softmax(logits, dim=-1)"];
  return [
    "empty = (logits == -torch.inf).all(-1, keepdim=True)",
    "weights = torch.softmax(logits.masked_fill(empty, 0.0), dim=-1).masked_fill(empty, 0.0)",
  ];
}
