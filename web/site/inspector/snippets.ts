// A program that computes one number anew from its inputs: as NumPy, as PyTorch, as a call of heed.
import { shortest } from "../shared/index.js";
import { gradientSnippet } from "./gradient-snippets.js";
import { placeText, titleOf } from "./names.js";
import { pairSnippet, type PairWanted } from "./pair-snippets.js";
import { layerGradientSnippet } from "./layer-gradient-snippets.js";
import { copySnippet, projectionSnippet } from "./projection-snippets.js";
import { elementOf, mixOf, type Cell, type Run } from "./run.js";

export const LANGUAGES = ["NumPy", "PyTorch", "heed"] as const;
export type Language = (typeof LANGUAGES)[number];

export function snippetOf(run: Run, cell: Cell, language: Language): string {
  const returned = shortest(elementOf(run.kept[cell.matrix]!, cell.head, cell.row, cell.column));
  const sign = language === "heed" ? "//" : "#";
  const head = [
    `${sign} ${oneLine(titleOf(run, cell))} (${placeText(run, cell)})`,
    `${sign} heed${run.flavour === undefined ? "" : ` (${run.flavour})`} returned ${returned}`,
  ];
  return `${[...head, ...bodyOf(run, cell, language)].join("\n")}\n`;
}

function bodyOf(run: Run, cell: Cell, language: Language): string[] {
  switch (cell.matrix) {
    case "q":
    case "k":
    case "v":
      return projectionSnippet(run, cell, language);
    case "raw":
    case "scores":
    case "logits":
    case "weights":
      return pairSnippet(
        run,
        { head: cell.head, query: cell.row, key: cell.column, wanted: cell.matrix satisfies PairWanted },
        language,
      );
    case "context":
      return mixed(run, cell, language);
    case "output":
      return run.weights?.output === undefined ? mixed(run, cell, language) : projectionSnippet(run, cell, language);
    case "dweights":
    case "dscores":
    case "dq":
    case "dk":
    case "dv":
      return gradientSnippet(run, cell, cell.matrix, language);
    case "dy":
      return copySnippet(run, cell, language);
    case "dOutput":
      return projectionSnippet(run, cell, language);
    default:
      return layerGradientSnippet(run, cell, cell.matrix, language);
  }
}

function mixed(run: Run, cell: Cell, language: Language): string[] {
  const { head, column } = mixOf(run, cell);
  return pairSnippet(run, { head, query: cell.row, key: column, wanted: "output" }, language);
}

/** A token may hold anything; in a comment it may not end the line, nor turn the direction of what is read. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}
