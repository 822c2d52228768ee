// A program that computes one number anew from its inputs: as NumPy, as PyTorch, as a call of heed.
import { shortest } from "../../kit/index.js";
import { attentionBackwardSnippet } from "./attention-backward-snippets.js";
import type { Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { layerBackwardSnippet } from "./layer-backward-snippets.js";
import { returnedOf } from "./lines.js";
import { OPENING, type Language } from "./literals.js";
import { definitionOf, recipeOf } from "./recipes.js";
import { locationText, titleOf } from "./names.js";
import { copySnippet, productSnippet } from "./product-snippets.js";
import { rowSnippet } from "./row-snippets.js";

export function snippetOf(computation: Computation, cell: Cell, language: Language): string {
  const { flavour } = computation;
  const sign = language === "heed" ? "//" : "#";
  const lines = [
    `${sign} ${oneLine(titleOf(computation, cell))} (${locationText(computation, cell)})`,
    `${sign} heed${flavour === undefined ? "" : ` (${flavour})`} returned ${shortest(returnedOf(computation, cell))}`,
    ...OPENING[language],
    ...bodyOf(computation, cell, language),
  ];
  return `${lines.join("\n")}\n`;
}

function bodyOf(computation: Computation, cell: Cell, language: Language): string[] {
  const isGiven = recipeOf(computation, cell).given !== undefined;
  const program = isGiven ? "copy" : definitionOf(computation, cell.matrix).program;
  switch (program) {
    case "copy":
      return copySnippet(computation, cell, language);
    case "product":
      return productSnippet(computation, cell, language);
    case "score row":
      return rowSnippet(computation, cell, language);
    case "layer backward":
      return layerBackwardSnippet(computation, cell, language);
    default:
      return attentionBackwardSnippet(computation, cell, program, language);
  }
}

/** A token may hold anything; in a comment it may not end the line, nor turn the direction of what is read. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}
