// A number between a query and the keys: a score, a weight, or what the weights mix.
import { BEGINNING, booleansText, given, matrixText, printed, vectorText } from "./literals.js";
import { biasOf, hindrances, keyHead, rowsOf, scaleOf, sizeOf, type Run } from "./run.js";
import type { Language } from "./snippets.js";
import { columnOf } from "./textbook.js";

export type PairWanted = "raw" | "scores" | "logits" | "weights" | "output";

export interface PairNumber {
  readonly head: number;
  readonly query: number;
  /** Of the output the column of the values. */
  readonly key: number;
  readonly wanted: PairWanted;
}

export function pairSnippet(run: Run, number: PairNumber, language: Language): string[] {
  return language === "heed" ? heedCall(run, number) : python(run, number, language);
}

const STAGES: readonly PairWanted[] = ["raw", "scores", "logits", "weights", "output"];

function python(run: Run, number: PairNumber, language: "NumPy" | "PyTorch"): string[] {
  const until = STAGES.indexOf(number.wanted);
  const lines = [[rawLine], [scaleLine, softcapLine], [biasLine, maskLine], [weightsLines], [outputLine]]
    .slice(0, until + 1)
    .flat()
    .flatMap((line) => line(run, number, language));
  const shown = number.wanted === "output" ? "output" : `${number.wanted}[${number.key}]`;
  return [...BEGINNING[language], ...inputs(run, number, language), ...lines, printed(shown, language)];
}

type Line = (run: Run, number: PairNumber, language: "NumPy" | "PyTorch") => string[];

const rawLine: Line = () => ["raw = K @ q"];

const scaleLine: Line = (run) => {
  const { rule, factor, dim } = scaleOf(run);
  if (rule === "none") return ["scores = raw"];
  return [rule === "own" ? `scores = raw * ${factor}` : `scores = raw / ${dim} ** 0.5`];
};

const softcapLine: Line = ({ options: { softcap } }, _, language) => {
  const library = language === "NumPy" ? "np" : "torch";
  return softcap === undefined ? [] : [`scores = ${softcap} * ${library}.tanh(scores / ${softcap})`];
};

const biasLine: Line = ({ options: { bias } }) => [bias === undefined ? "logits = scores" : "logits = scores + bias"];

const maskLine: Line = (run, number, language) =>
  isOpen(run, number) ? [] : [`logits = ${masked("logits", "-inf", language)}`];

const weightsLines: Line = (run, number, language) => {
  if (run.options.normalize === "none")
    return [`weights = ${isOpen(run, number) ? "logits" : masked("logits", "0", language)}`];
  if (allowedOf(run, number).every((allowed) => !allowed))
    return [`weights = ${masked("logits", "0", language)}  # no key may be attended to`];
  return language === "PyTorch"
    ? ["weights = torch.softmax(logits, dim=-1)"]
    : ["powers = np.exp(logits - logits.max())", "weights = powers / powers.sum()"];
};

function masked(name: string, value: "-inf" | "0", language: "NumPy" | "PyTorch"): string {
  if (language === "PyTorch") return `${name}.masked_fill(~allowed, ${value === "0" ? "0.0" : "-torch.inf"})`;
  return `np.where(allowed, ${name}, np.float32(${value === "0" ? "0" : "-np.inf"}))`;
}

const outputLine: Line = () => ["output = weights @ v"];

function inputs(run: Run, { head, query, key, wanted }: PairNumber, language: "NumPy" | "PyTorch"): string[] {
  const until = STAGES.indexOf(wanted);
  const kv = keyHead(run, head);
  const number = { head, query, key, wanted };
  return [
    given("q", vectorText(rowsOf(run.kept.q, head)[query]!, language), language),
    given("K", matrixText(rowsOf(run.kept.k, kv), language), language),
    ...(wanted === "output" ? [given("v", vectorText(columnOf(rowsOf(run.kept.v, kv), key), language), language)] : []),
    ...(until >= 2 && run.options.bias !== undefined
      ? [given("bias", vectorText(biasesOf(run, number), language), language)]
      : []),
    ...(until >= 2 && !isOpen(run, number)
      ? [given("allowed", booleansText(allowedOf(run, number), language), language, "bool")]
      : []),
  ];
}

/** One or two queries take another path through the core than three or more, and so would its sums: a row is given as often as it takes. */
const ROWS = 3;

/** To the last bit what the run gave, in the same flavour: the same path, and the same matrices kept. */
function heedCall(run: Run, number: PairNumber): string[] {
  const { head, query, key, wanted } = number;
  const kv = keyHead(run, head);
  const output = wanted === "output";
  const rows = Math.min(ROWS, sizeOf(run.kept.q).rows);
  const q = vectorText(rowsOf(run.kept.q, head)[query]!, "heed");
  return [
    ...BEGINNING.heed,
    ...(rows === 1
      ? []
      : [`// ${rows} rows alike: fewer would be summed in another order, and differ in the last bit`]),
    `const q = ${rows === 1 ? `[${q}]` : `Array(${rows}).fill(${q})`};`,
    `const k = ${matrixText(rowsOf(run.kept.k, kv), "heed")};`,
    output
      ? `const v = ${matrixText(
          columnOf(rowsOf(run.kept.v, kv), key).map((value) => [value]),
          "heed",
        )};`
      : "const v = k; // the values have no part in this number",
    `const { ${wanted} } = heed.attention(q, k, v, {`,
    ...optionLines(run, number).map((line) => `  ${line},`),
    "});",
    printed(`${wanted}.data[${output ? 0 : key}]`, "heed"),
  ];
}

/** The options of the run as they are for its one query, as far as the number depends on them; and what it kept, since that decides what is rounded where. */
function optionLines(run: Run, number: PairNumber): string[] {
  const { causal, mask, bias, keyLengths, softcap, normalize } = run.options;
  const until = STAGES.indexOf(number.wanted);
  const offset = number.query + (typeof causal === "object" ? causal.offset : 0);
  const ofScores = [`scale: ${scaleText(run)}`, softcap !== undefined && `softcap: ${softcap}`];
  const ofLogits = [
    causal !== undefined && causal !== false && `causal: { offset: ${offset} }`,
    mask !== undefined && `mask: [${booleansText(allowedOf(run, number, "mask"), "heed")}]`,
    keyLengths !== undefined && `keyLengths: ${keyLengths}`,
    bias !== undefined && `bias: [${vectorText(biasesOf(run, number), "heed")}]`,
  ];
  const ofWeights = [normalize === "none" && 'normalize: "none"'];
  const kept = STAGES.slice(0, -1).filter((name) => run.kept[name] !== undefined);
  const keep = [kept.length > 0 && `keep: [${kept.map((name) => `"${name}"`).join(", ")}]`];
  return [
    ...(until >= 1 ? ofScores : []),
    ...(until >= 2 ? ofLogits : []),
    ...(until >= 3 ? ofWeights : []),
    ...keep,
  ].filter((line) => line !== false);
}

/** The scale as an option of heed.attention. */
export function scaleText(run: Run): string {
  const { rule, factor, dim } = scaleOf(run);
  return rule === "own" ? String(factor) : rule === "sqrt-dmodel" ? `1 / Math.sqrt(${dim})` : `"${rule}"`;
}

function biasesOf(run: Run, { head, query }: PairNumber): number[] {
  return Array.from({ length: sizeOf(run.kept.k).rows }, (_, key) => biasOf(run, head, query, key));
}

/** Who may be attended to; by the mask alone where that is asked for. */
function allowedOf(run: Run, { head, query }: PairNumber, by?: "mask"): boolean[] {
  return Array.from({ length: sizeOf(run.kept.k).rows }, (_, key) => {
    const found = hindrances(run, head, query, key);
    return by === undefined ? found.length === 0 : !found.includes(by);
  });
}

function isOpen(run: Run, number: PairNumber): boolean {
  return allowedOf(run, number).every((allowed) => allowed);
}
