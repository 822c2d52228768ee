// The program of a number between a query and the keys: a score, a weight, or what the weights mix.
import { biasOf, hiddenBy, isHidden, keyHead, rowsOf, scaleOf, sizeOf, type Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { valueColumn } from "./cell-context.js";
import { booleansText, given, matrixText, printed, vectorText, type Language, type Python } from "./literals.js";
import { definedAs } from "./recipes.js";
import { scaleText, softcapLine } from "./snippet-parts.js";

/** What is computed one after the other; a program ends with the one that is asked for. */
const STAGES = ["raw", "scores", "logits", "weights", "output"] as const;
type Stage = (typeof STAGES)[number];

/** One query with all its keys, as far as a stage. */
interface Row {
  readonly computation: Computation;
  readonly head: number;
  readonly kvHead: number;
  readonly query: number;
  /** The key; for the output, the column of the values. */
  readonly column: number;
  readonly wanted: Stage;
  readonly until: number;
  /** By key, whether the query may attend to it. */
  readonly allowed: readonly boolean[];
  readonly isOpen: boolean;
}

export function rowSnippet(computation: Computation, cell: Cell, language: Language): string[] {
  const row = rowOf(computation, cell);
  return language === "heed" ? heedCall(row) : python(row, language);
}

function rowOf(computation: Computation, cell: Cell): Row {
  const mixes = definedAs(computation, cell.matrix) === "joined";
  const { head, column } = mixes ? valueColumn(computation, cell) : cell;
  const wanted = mixes ? "output" : (cell.matrix as Stage);
  const allowed = byKey(computation, (key) => !isHidden(computation, head, cell.row, key));
  return {
    computation,
    head,
    kvHead: keyHead(computation, head),
    query: cell.row,
    column,
    wanted,
    until: STAGES.indexOf(wanted),
    allowed,
    isOpen: allowed.every((one) => one),
  };
}

function byKey<Value>({ kept }: Computation, of: (key: number) => Value): Value[] {
  return Array.from({ length: sizeOf(kept.k).rows }, (_, key) => of(key));
}

function python(row: Row, language: Python): string[] {
  const lines = STAGES.slice(0, row.until + 1).flatMap((stage) => LINES[stage](row, language));
  const shown = row.wanted === "output" ? "output" : `${row.wanted}[${row.column}]`;
  return [...inputs(row, language), ...lines, printed(shown, language)];
}

const LINES: Readonly<Record<Stage, (row: Row, language: Python) => string[]>> = {
  raw: () => ["raw = K @ q"],
  scores: ({ computation }, language) => [scaleLine(computation), ...softcapLine(computation, language)],
  logits: ({ computation: { options }, isOpen }, language) => [
    options.bias === undefined ? "logits = scores" : "logits = scores + bias",
    ...(isOpen ? [] : [`logits = ${masked("-inf", language)}`]),
  ],
  weights: ({ computation: { options }, allowed, isOpen }, language) => {
    if (options.normalize === "none") return [`weights = ${isOpen ? "logits" : masked("0", language)}`];
    if (!allowed.includes(true)) return [`weights = ${masked("0", language)}  # no key may be attended to`];
    if (language === "PyTorch") return ["weights = torch.softmax(logits, dim=-1)"];
    return ["powers = np.exp(logits - logits.max())", "weights = powers / powers.sum()"];
  },
  output: () => ["output = weights @ v"],
};

function scaleLine(computation: Computation): string {
  const { rule, factor, dim } = scaleOf(computation);
  if (rule === "none") return "scores = raw";
  return rule === "own" ? `scores = raw * ${factor}` : `scores = raw / ${dim} ** 0.5`;
}

function masked(value: "-inf" | "0", language: Python): string {
  if (language === "PyTorch") return `logits.masked_fill(~allowed, ${value === "0" ? "0.0" : "-torch.inf"})`;
  return `np.where(allowed, logits, np.float32(${value === "0" ? "0" : "-np.inf"}))`;
}

function inputs(row: Row, language: Python): string[] {
  const { kept, options } = row.computation;
  const values = rowsOf(kept.v, row.kvHead).map((value) => value[row.column]!);
  const isMasked = row.until >= STAGES.indexOf("logits");
  return [
    given("q", vectorText(rowsOf(kept.q, row.head)[row.query]!, language), language),
    given("K", matrixText(rowsOf(kept.k, row.kvHead), language), language),
    ...(row.wanted === "output" ? [given("v", vectorText(values, language), language)] : []),
    ...(isMasked && options.bias !== undefined ? [given("bias", vectorText(biasesOf(row), language), language)] : []),
    ...(isMasked && !row.isOpen ? [given("allowed", booleansText(row.allowed, language), language, "bool")] : []),
  ];
}

/** The core sums one or two queries in another order than three or more, so the row is given up to three times. */
const ROWS = 3;

/** Gives what the computation gave, to the last bit in the same flavour: the same path, and the same matrices kept. */
function heedCall(row: Row): string[] {
  const { kept } = row.computation;
  const output = row.wanted === "output";
  const rows = Math.min(ROWS, sizeOf(kept.q).rows);
  const q = vectorText(rowsOf(kept.q, row.head)[row.query]!, "heed");
  const values = rowsOf(kept.v, row.kvHead).map((value) => [value[row.column]!]);
  return [
    ...(rows === 1
      ? []
      : [`// ${rows} rows alike: fewer would be summed in another order, and differ in the last bit`]),
    `const q = ${rows === 1 ? `[${q}]` : `Array(${rows}).fill(${q})`};`,
    `const k = ${matrixText(rowsOf(kept.k, row.kvHead), "heed")};`,
    output ? `const v = ${matrixText(values, "heed")};` : "const v = k; // the values have no part in this number",
    `const { ${row.wanted} } = heed.attention(q, k, v, {`,
    ...optionLines(row).map((line) => `  ${line},`),
    "});",
    printed(`${row.wanted}.data[${output ? 0 : row.column}]`, "heed"),
  ];
}

/**
 * The options of this one query, as far as the number depends on them. What was kept is among them, since it decides
 * what is rounded where.
 */
function optionLines(row: Row): string[] {
  const { computation, head, query } = row;
  const { causal, mask, bias, keyLengths, softcap, normalize } = computation.options;
  const offset = query + (typeof causal === "object" ? causal.offset : 0);
  const byMask = byKey(computation, (key) => !hiddenBy(computation, head, query, key).includes("mask"));
  const kept = STAGES.slice(0, -1).filter((name) => computation.kept[name] !== undefined);
  const options: Partial<Record<Stage, (string | false)[]>> = {
    scores: [`scale: ${scaleText(computation)}`, softcap !== undefined && `softcap: ${softcap}`],
    logits: [
      causal !== undefined && causal !== false && `causal: { offset: ${offset} }`,
      mask !== undefined && `mask: [${booleansText(byMask, "heed")}]`,
      keyLengths !== undefined && `keyLengths: ${keyLengths}`,
      bias !== undefined && `bias: [${vectorText(biasesOf(row), "heed")}]`,
    ],
    weights: [normalize === "none" && 'normalize: "none"'],
  };
  return [
    ...STAGES.slice(0, row.until + 1).flatMap((stage) => options[stage] ?? []),
    kept.length > 0 && `keep: [${kept.map((name) => `"${name}"`).join(", ")}]`,
  ].filter((line) => line !== false);
}

function biasesOf({ computation, head, query }: Row): number[] {
  return byKey(computation, (key) => biasOf(computation, head, query, key));
}
