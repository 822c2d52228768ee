// What the two factors of a sum are called, and its terms.
import { isPair, keyToken, rowToken, tokenName, type TokenName } from "./names.js";
import { keyTokensOf, mixOf, sizeOf, type Cell, type Run } from "./run.js";
import type { TermNoun } from "./trace.js";

/** A letter with a subscript: a token's name, or the number of a column. */
export interface FactorName {
  readonly letter: string;
  readonly of: TokenName | number;
}

export function factorsOf(run: Run, cell: Cell): readonly [left: FactorName, right: FactorName] {
  const token = rowToken(run, cell);
  const key = isPair(cell.matrix) ? keyToken(run, cell.column) : token;
  const at = cell.column + 1;
  const x = run.convention === "columns" ? "h" : "x";
  switch (cell.matrix) {
    case "q":
    case "k":
    case "v":
      return [{ letter: x, of: token }, { letter: "w", of: cell.head * sizeOf(run.kept[cell.matrix]).columns + at }];
    case "raw":
    case "scores":
    case "logits":
    case "weights":
      return [{ letter: "q", of: token }, { letter: "k", of: key }];
    case "context":
      return [{ letter: "a", of: token }, { letter: "v", of: mixOf(run, cell).column + 1 }];
    case "output":
      if (run.weights?.output !== undefined) return [{ letter: "o", of: token }, { letter: "w", of: at }];
      return [{ letter: "a", of: token }, { letter: "v", of: mixOf(run, cell).column + 1 }];
    case "dweights":
      return [{ letter: "∂o", of: token }, { letter: "v", of: key }];
    case "dscores":
      return [{ letter: "a", of: token }, { letter: "∂a", of: token }];
    case "dq":
      return [{ letter: "∂s", of: token }, { letter: "k", of: at }];
    case "dk":
      return [{ letter: "∂s", of: token }, { letter: "q", of: at }];
    case "dv":
      return [{ letter: "a", of: token }, { letter: "∂o", of: at }];
  }
}

/** What a term of a sum is counted by: a number, or a token's name. */
export function termLabel(run: Run, noun: TermNoun, index: number): string {
  if (noun === "dimension" || noun === "column") return String(index + 1);
  const tokens = noun === "key" ? keyTokensOf(run) : run.tokens;
  const { text, place } = tokenName(tokens, index % tokens.length);
  return place === undefined ? text : `${text} (${place})`;
}
