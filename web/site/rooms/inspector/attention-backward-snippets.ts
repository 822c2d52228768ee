// The program of a gradient inside the attention: by formula in NumPy, by autograd in PyTorch, by
// heed.attentionBackward. It takes all queries of the heads that meet in the cell.
import type { Tensor } from "heed";
import { keyHead, queryHeads, rowsOf, sizeOf, type Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { neededTensor } from "./lines.js";
import { given, headsText, printed, type Language } from "./literals.js";
import { isPair, notationOf } from "./recipes.js";
import { biasesOf, biasLines, numpyBackward, numpyForward, pytorchForward, scaleText } from "./snippet-parts.js";

/** `expressions` compute the gradient at the program's end. */
export function attentionBackwardSnippet(
  computation: Computation,
  cell: Cell,
  expressions: { readonly NumPy: string; readonly PyTorch: string },
  language: Language,
): string[] {
  const isOfKeys = notationOf(cell.matrix).heads === "key";
  const kvHead = isOfKeys ? cell.head : keyHead(computation, cell.head);
  const heads = isOfKeys ? queryHeads(computation, kvHead) : [cell.head];
  const before = inputs(computation, heads, kvHead, language);
  const biases = biasesOf(computation, heads);
  if (language === "heed") return [...before, ...heedCall(computation, cell, heads)];
  const calculation =
    language === "NumPy"
      ? [...numpyForward(computation, biases, "k"), ...numpyBackward(computation, "v")]
      : autograd(pytorchForward(computation, biases));
  // The first axis counts heads. After the sum over the group it has length 1.
  const gradient = language === "NumPy" ? `(${expressions.NumPy})` : expressions.PyTorch;
  const element = `${gradient}[0, ${cell.row}, ${cell.column}]`;
  return [...before, ...biasLines(biases, language), ...calculation, printed(element, language)];
}

function inputs({ kept }: Computation, heads: readonly number[], kvHead: number, language: Language): string[] {
  const line = (name: string, tensor: Tensor, chosen: readonly number[]): string => {
    const text = headsText(
      chosen.map((head) => rowsOf(tensor, head)),
      language,
    );
    return given(name, text, language);
  };
  return [
    line("q", kept.q, heads),
    line("k", kept.k, [kvHead]),
    line("v", kept.v, [kvHead]),
    line("dO", kept["dOutput"]!, heads),
  ];
}

function autograd(forward: readonly string[]): string[] {
  return [
    "for tensor in (q, k, v):",
    "    tensor.requires_grad_()",
    ...forward,
    "scores.retain_grad()",
    "weights.retain_grad()",
    "(weights @ v).backward(dO)",
  ];
}

function heedCall(computation: Computation, { matrix, row, column }: Cell, heads: readonly number[]): string[] {
  const { softcap, normalize } = computation.options;
  const biases = biasesOf(computation, heads);
  const options = [
    `scale: ${scaleText(computation)}`,
    softcap !== undefined && `softcap: ${softcap}`,
    normalize === "none" && 'normalize: "none"',
    biases !== undefined && "bias",
    isPair(matrix) && `keep: ["${matrix}"]`,
  ].filter((option) => option !== false);
  const { columns } = sizeOf(neededTensor(computation, matrix));
  return [
    ...biasLines(biases, "heed"),
    `const { ${matrix} } = heed.attentionBackward(q, k, v, dO, { ${options.join(", ")} });`,
    ...(heads.length > 1 ? ["// the sum over the query heads that share this head of keys"] : []),
    printed(`${matrix}.data[${row * columns + column}]`, "heed"),
  ];
}
