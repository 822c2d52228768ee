// What the two factors of a sum are called, and its terms.
import { isPair, keyToken, rowToken, tokenName, type TokenName } from "./names.js";
import { keyTokensOf, mixOf, sizeOf, weightPlace, type Cell, type Run } from "./run.js";
import type { TermNoun } from "./trace.js";
import type { Way } from "./trace-layer-gradient.js";

/** A letter with a subscript: a token's name, or the number of a column. */
export interface FactorName {
  readonly letter: string;
  readonly of: TokenName | number;
}

/** Of x there is a sum for each way, through queries, keys and values. */
export function factorsOf(run: Run, cell: Cell, way: Way = "q"): readonly [left: FactorName, right: FactorName] {
  const token = rowToken(run, cell);
  const key = isPair(cell.matrix) ? keyToken(run, cell.column) : token;
  const at = cell.column + 1;
  const x = run.convention === "columns" ? "h" : "x";
  const score = run.options.softcap === undefined ? "∂e" : "∂s";
  switch (cell.matrix) {
    case "q":
    case "k":
    case "v":
      return [
        { letter: x, of: token },
        { letter: "w", of: cell.head * sizeOf(run.kept[cell.matrix]).columns + at },
      ];
    case "raw":
    case "scores":
    case "logits":
    case "weights":
      return [
        { letter: "q", of: token },
        { letter: "k", of: key },
      ];
    case "context":
      return [
        { letter: "a", of: token },
        { letter: "v", of: mixOf(run, cell).column + 1 },
      ];
    case "output":
      if (run.weights?.output !== undefined)
        return [
          { letter: "o", of: token },
          { letter: "w", of: at },
        ];
      return [
        { letter: "a", of: token },
        { letter: "v", of: mixOf(run, cell).column + 1 },
      ];
    case "dOutput":
      return [
        { letter: "∂y", of: token },
        { letter: "w", of: cell.head * sizeOf(run.kept.dOutput!).columns + at },
      ];
    case "dweights":
      return [
        { letter: "∂o", of: token },
        { letter: "v", of: key },
      ];
    case "dscores":
      return [
        { letter: "a", of: token },
        { letter: "∂a", of: token },
      ];
    case "dq":
      return [
        { letter: score, of: token },
        { letter: "k", of: at },
      ];
    case "dk":
      return [
        { letter: score, of: token },
        { letter: "q", of: at },
      ];
    case "dv":
      return [
        { letter: "a", of: token },
        { letter: "∂o", of: at },
      ];
    case "dquery":
      return ofProjection(run, cell, x, "q");
    case "dkey":
      return ofProjection(run, cell, x, "k");
    case "dvalue":
      return ofProjection(run, cell, x, "v");
    case "doutputWeight": {
      const { input, output } = weightPlace(run, cell);
      return [
        { letter: "o", of: input + 1 },
        { letter: "∂y", of: output + 1 },
      ];
    }
    case "dx":
      return [
        { letter: `∂${way}`, of: token },
        { letter: "w", of: at },
      ];
    case "dy":
      throw new Error("What the loss gives is no sum.");
  }
}

function ofProjection(run: Run, cell: Cell, tokens: string, way: Way): readonly [left: FactorName, right: FactorName] {
  const { input, output } = weightPlace(run, cell);
  return [
    { letter: tokens, of: input + 1 },
    { letter: `∂${way}`, of: (output % sizeOf(run.kept[way]).columns) + 1 },
  ];
}

/** What a term of a sum is counted by: a number, or a token's name. */
export function termLabel(run: Run, noun: TermNoun, index: number): string {
  if (noun === "dimension" || noun === "column") return String(index + 1);
  const tokens = noun === "key" ? keyTokensOf(run) : run.tokens;
  const { text, place } = tokenName(tokens, index % tokens.length);
  return place === undefined ? text : `${text} (${place})`;
}
