// How a cell is called: its symbol, its tokens, and where it stands.
import { headsOf, keyTokensOf, mixOf, sizeOf, weightPlace, type Cell, type CellMatrix, type Run } from "./run.js";

/** Letters of a token in a formula. */
const LONGEST = 12;

interface Called {
  /** The matrix's letter. */
  readonly symbol: string;
  /** What the matrix holds. */
  readonly noun: string;
}

export const CALLED: Record<CellMatrix, Called> = {
  q: { symbol: "Q", noun: "Query" },
  k: { symbol: "K", noun: "Key" },
  v: { symbol: "V", noun: "Value" },
  raw: { symbol: "S", noun: "Raw score" },
  scores: { symbol: "E", noun: "Score" },
  logits: { symbol: "L", noun: "Masked score" },
  weights: { symbol: "A", noun: "Weight" },
  context: { symbol: "O", noun: "Context vector" },
  output: { symbol: "O", noun: "Context vector" },
  dy: { symbol: "dY", noun: "Gradient of an output" },
  dOutput: { symbol: "dO", noun: "Gradient of a context vector" },
  dweights: { symbol: "dA", noun: "Gradient of a weight" },
  dscores: { symbol: "dE", noun: "Gradient of a score" },
  dq: { symbol: "dQ", noun: "Gradient of a query" },
  dk: { symbol: "dK", noun: "Gradient of a key" },
  dv: { symbol: "dV", noun: "Gradient of a value" },
  dquery: { symbol: "dW_q", noun: "Gradient of a projection" },
  dkey: { symbol: "dW_k", noun: "Gradient of a projection" },
  dvalue: { symbol: "dW_v", noun: "Gradient of a projection" },
  doutputWeight: { symbol: "dW_o", noun: "Gradient of a projection" },
  dx: { symbol: "dX", noun: "Gradient" },
};

export function calledOf(run: Run, { matrix }: Cell): Called {
  if (matrix === "dx" && run.convention === "columns") return { ...CALLED.dx, symbol: "dH" };
  return matrix === "output" && run.weights?.output !== undefined ? { symbol: "Y", noun: "Output" } : CALLED[matrix];
}

/** A matrix with a row and a column of tokens. */
export function isPair(matrix: CellMatrix): boolean {
  return ["raw", "scores", "logits", "weights", "dweights", "dscores"].includes(matrix);
}

export interface TokenName {
  readonly text: string;
  /** Its place from 1, where another token has the same text. */
  readonly place: number | undefined;
}

export function tokenName(tokens: readonly string[], index: number): TokenName {
  const text = tokens[index] ?? String(index + 1);
  const place = tokens.indexOf(text) !== tokens.lastIndexOf(text) ? index + 1 : undefined;
  // What is blank would be no name.
  return { text: text.trim() === "" ? "␣" : text, place };
}

/** As much of a name as a formula or the head of a column has room for. */
export function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : text;
}

/** “it”, or “the” (5) where there is more than one. */
export function spoken({ text, place }: TokenName): string {
  return `“${text}”${place === undefined ? "" : ` (${place})`}`;
}

export function rowToken(run: Run, { matrix, row }: Cell): TokenName {
  return tokenName(["k", "v", "dk", "dv"].includes(matrix) ? keyTokensOf(run) : run.tokens, row);
}

export function keyToken(run: Run, key: number): TokenName {
  return tokenName(keyTokensOf(run), key);
}

/** From which number to which a projection leads. */
const LEADS: Partial<Record<CellMatrix, readonly [name: string, from: string, to: string]>> = {
  dquery: ["W_q", "a token", "its query"],
  dkey: ["W_k", "a token", "its key"],
  dvalue: ["W_v", "a token", "its value"],
  doutputWeight: ["W_o", "a context vector", "its output"],
};

function projectionTitle(run: Run, cell: Cell, [name, from, to]: readonly [string, string, string]): string {
  const { input, output } = weightPlace(run, cell);
  const { head, column } = headPlace(run, cell, output);
  const ofHead = head === undefined ? "" : ` in head ${head + 1}`;
  return `Gradient of ${name}: from number ${input + 1} of ${from} to number ${column + 1} of ${to}${ofHead}`;
}

/** Which head an output of a projection is for, and which of its numbers; the output projection's are for all. */
function headPlace({ kept }: Run, { matrix }: Cell, output: number): { head: number | undefined; column: number } {
  const way = ({ dquery: "q", dkey: "k", dvalue: "v" } as const)[matrix as "dquery"];
  if (way === undefined || headsOf(kept[way]) === 1) return { head: undefined, column: output };
  const { columns } = sizeOf(kept[way]);
  return { head: Math.floor(output / columns), column: output % columns };
}

export function titleOf(run: Run, cell: Cell): string {
  const leads = LEADS[cell.matrix];
  if (leads !== undefined) return projectionTitle(run, cell, leads);
  const row = spoken(rowToken(run, cell));
  if (!isPair(cell.matrix)) return `${calledOf(run, cell).noun} of ${row}, number ${cell.column + 1}`;
  const key = spoken(keyToken(run, cell.column));
  switch (cell.matrix) {
    case "weights":
      return `What ${row} gives to ${key}`;
    case "raw":
    case "scores":
    case "logits":
      return `How ${row} scores ${key}`;
    default:
      return `${CALLED[cell.matrix].noun}: ${row} on ${key}`;
  }
}

/** "Weight · A, row 3, column 2 · head 2 of 4"; turned where tokens are columns. */
export function placeText(run: Run, cell: Cell): string {
  const { symbol, noun } = calledOf(run, cell);
  const [row, column] = run.convention === "columns" ? [cell.column, cell.row] : [cell.row, cell.column];
  const head = headText(run, cell);
  return `${noun} · ${symbol}, row ${row + 1}, column ${column + 1}${head === "" ? "" : ` · ${head}`}`;
}

/** dX, dY and the gradients of the projections are one matrix for all heads. */
function isOfHead(matrix: CellMatrix): boolean {
  return !["dy", "dx", "dquery", "dkey", "dvalue", "doutputWeight"].includes(matrix);
}

function headText(run: Run, cell: Cell): string {
  const heads = headsOf(run.kept.q);
  if (heads === 1 || (cell.matrix === "output" && run.weights?.output !== undefined) || !isOfHead(cell.matrix))
    return "";
  if (cell.matrix === "context" || cell.matrix === "output") return `head ${mixOf(run, cell).head + 1} of ${heads}`;
  const own = headsOf(run.kept[cell.matrix]!);
  return `${own < heads ? "key head" : "head"} ${cell.head + 1} of ${own}`;
}
