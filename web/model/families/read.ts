// From a family's table, a config.json and the tensors of files to a blueprint.
import type { Blueprint, HeadPlan, LayerPlan, NormsPlan } from "../blueprint.js";
import type { Config } from "../config.js";
import type { Entry } from "../files/safetensors.js";
import { cutMatrix, type MatrixPlan, type NormPlan, type Tensors } from "../files/tensors.js";
import type { NormNames, Rules, Sizes, Table } from "./table.js";

/** A model on its way to a blueprint. */
interface Reading {
  readonly config: Config;
  readonly tensors: Tensors;
  readonly table: Table;
  readonly sizes: Sizes;
  readonly rules: Rules;
}

export function readModel(family: string, table: Table, config: Config, tensors: Tensors): Blueprint {
  const { names } = table;
  tensors.findPrefix(`${names.layer}0.${names.projections[0]}.weight`, family);
  const sizes = sizesOf(table, config, tensors);
  const { modelDim, heads, kvHeads, dim, context: longest } = sizes;
  const rules = table.rules(config, sizes, tensors);
  const reading = { config, tensors, table, sizes, rules };
  const { tableDim = modelDim, padding, buckets } = rules;
  const { words, head } = wordsOf(reading, tableDim);
  const rows = (name: string | undefined, count: number, columns: number): Entry | undefined =>
    name === undefined ? undefined : tensors.tensor(`${name}.weight`, [count, columns]);
  const positions = rows(rules.positions === false ? undefined : names.positions, longest, tableDim);
  const types = rows(names.types, 0, tableDim);
  const layers = layersOf(reading);
  const distances = buckets && rows(names.distances, buckets.count, heads)!;
  const context = padding === undefined ? longest : longest - padding - 1;
  const plan: Blueprint = {
    facts: {
      ...{ family, layers: layers.length, heads, kvHeads, dim, modelDim, vocab: words.shape[0]! },
      ...{ context, causal: rules.causal, head: head !== undefined },
    },
    table: words,
    tableFactor: rules.tableFactor,
    positions: positions && { table: positions, rows: (ids) => positionsOf(ids, padding) },
    types,
    embeddingNorm: normOf(reading, names.embeddingNorm, tableDim),
    widening: tableDim === modelDim ? undefined : tensors.matrix(names.widening!, [tableDim, modelDim]),
    distances: distances && { table: distances, bucket: buckets!.of },
    layers,
    lastNorm: normOf(reading, names.lastNorm, modelDim),
    head,
    replaced: replacedOf(reading),
    norms: { mean: rules.norm === "layer", epsilon: rules.epsilon, plusOne: rules.plusOne },
    activation: rules.activation,
    ends: endsOf(config),
  };
  tensors.checkUsed(names.roots, names.apart);
  return plan;
}

/** How many columns a matrix of the first layer gives. The file tells what the config leaves out. */
function outputsOf({ names }: Table, tensors: Tensors, name: string): number {
  const { layer, layout: own } = names;
  const { weight, layout } = tensors.matrix(`${layer}0.${name}`, [0, 0], { biased: false, layout: own });
  return weight.shape[layout === "in-out" ? 1 : 0]!;
}

function sizesOf(table: Table, config: Config, tensors: Tensors): Sizes {
  const { sizes, headSizes, names } = table;
  const size = (name: keyof Table["sizes"]): number => config.size(...sizes[name]);
  const all = { modelDim: size("modelDim"), layers: size("layers"), heads: size("heads"), context: size("context") };
  const { modelDim, heads } = all;
  const [divisor, gotHeads] = config.said(sizes.heads[0], `${heads}, the default`);
  if (headSizes !== undefined) {
    const [query, key] = names.projections as [string, string];
    const [dimName, kvName] = headSizes;
    const outputs = outputsOf(table, tensors, query);
    if (!config.has(dimName) && outputs % heads !== 0)
      config.refuse(`${divisor} must divide ${outputs}, the outputs of the query projection; got ${gotHeads}.`);
    const dim = config.size(dimName, outputs / heads);
    const kvHeads = config.size(kvName, outputsOf(table, tensors, key) / dim);
    const [, got] = config.said(kvName, `${kvHeads}, as the weights have it`);
    if (heads % kvHeads !== 0) config.refuse(`${kvName} must divide ${heads}, the heads; got ${got}.`);
    return { ...all, dim, kvHeads };
  }
  const [whole, of] = config.said(sizes.modelDim[0], `${modelDim}, the default`);
  if (modelDim % heads !== 0) config.refuse(`${divisor} must divide ${whole}, ${of}; got ${gotHeads}.`);
  return { ...all, dim: modelDim / heads, kvHeads: heads };
}

function normOf(
  { tensors, rules: { norm, normBias = norm === "layer" } }: Reading,
  name: string | undefined,
  dim: number,
  outside = false,
): NormPlan | undefined {
  return name === undefined ? undefined : tensors.norm(name, dim, normBias, outside);
}

const hasBias = ({ biased }: Rules, name: string): boolean => biased?.(name) ?? true;

function layersOf(reading: Reading): LayerPlan[] {
  const { config, tensors, table, sizes, rules } = reading;
  const { names } = table;
  const { modelDim, heads, kvHeads, dim } = sizes;
  const isHalf = names.gate === names.hidden;
  const [called, otherwise] = table.sizes.hidden;
  const hidden = config.size(called, otherwise ?? outputsOf(table, tensors, names.hidden) / (isHalf ? 2 : 1));
  return Array.from({ length: sizes.layers }, (_, at): LayerPlan => {
    const inLayer = (name: string): string => `${names.layer}${at}.${name}`;
    const matrix = (name: string, inputs: number, outputs: number): MatrixPlan =>
      tensors.matrix(inLayer(name), [inputs, outputs], { biased: hasBias(rules, name), layout: names.layout });
    const norm = (name: string | undefined, of = modelDim): NormPlan | undefined =>
      normOf(reading, name && inLayer(name), of);
    const norms = ({ before, within, behind }: NormNames): NormsPlan => ({
      before: norm(before),
      within: norm(within),
      behind: norm(behind),
    });
    const [first] = names.projections as [string];
    const projections =
      names.projections.length > 1
        ? names.projections.map((name, part) => matrix(name, modelDim, (part === 0 ? heads : kvHeads) * dim))
        : cutMatrix(matrix(first, modelDim, 3 * heads * dim), 3, rules.groups);
    const [gate, half] = isHalf
      ? (cutMatrix(matrix(names.hidden, modelDim, 2 * hidden), 2) as [MatrixPlan, MatrixPlan])
      : [names.gate === undefined ? undefined : matrix(names.gate, modelDim, hidden)];
    return {
      attentionNorms: norms({ ...names.attentionNorms, ...(at < (rules.normedFrom ?? 0) && { before: undefined }) }),
      projections: projections as [MatrixPlan, MatrixPlan, MatrixPlan],
      queryNorm: norm(names.headNorms?.[0], dim),
      keyNorm: norm(names.headNorms?.[1], dim),
      output: matrix(names.output, heads * dim, modelDim),
      scale: rules.scale?.(at) ?? 1 / Math.sqrt(dim),
      window: rules.window?.(at),
      turning: rules.turning?.(at),
      parallel: rules.parallel ?? false,
      feedForwardNorms: norms(names.feedForwardNorms),
      gate,
      hidden: half ?? matrix(names.hidden, modelDim, hidden),
      down: matrix(names.down, hidden, modelDim),
    };
  });
}

/** The table of tokens, and the head. A file may leave out one of two matrices that are one. */
function wordsOf(reading: Reading, columns: number): { readonly words: Entry; readonly head: HeadPlan | undefined } {
  const { config, tensors, table, sizes, rules } = reading;
  const { output: own, dense, norm, biases = [], tied } = table.names.head;
  const output = tensors.optional(`${own}.weight`, [0, columns], true);
  // A file without such a matrix has a tied one, unless its config says otherwise: then it was saved without it.
  const says = config.has("tie_word_embeddings");
  const isTied = says ? config.flag("tie_word_embeddings", tied) : tied || output === undefined;
  const called = `${table.names.table}.weight`;
  const words =
    tensors.optional(called, [0, columns]) ??
    (says && !isTied ? undefined : output) ??
    tensors.tensor(called, [0, columns]);
  const vocab = words.shape[0]!;
  if (output !== undefined && output.shape[0] !== vocab)
    tensors.refuse(`have ${vocab} rows of tokens and ${output.shape[0]} rows of "${own}.weight"`);
  if (config.has("vocab_size") && vocab !== config.size("vocab_size"))
    tensors.refuse(`have ${vocab} rows of tokens; config.json says vocab_size ${config.size("vocab_size")}`);
  const weight = isTied ? words : output;
  const { activation, headActivation = activation } = rules;
  if (dense === undefined) {
    const plan = weight && { weight, bias: undefined, layout: "out-in" as const };
    return { words, head: plan && { activation, output: plan } };
  }
  // A head may be absent as a whole. One that sorts texts has a dense of the same name.
  const parts = [dense, norm!].flatMap(withEnds).concat(biases);
  if (!tensors.hasAny(parts) || tensors.hasAny(["classifier.weight"])) return { words, head: undefined };
  const bias = hasBias(rules, own) ? biases.map((name) => tensors.optional(name, [vocab], true)) : undefined;
  const head: HeadPlan = {
    dense: tensors.matrix(dense, [sizes.modelDim, columns], { outside: true, biased: hasBias(rules, dense) }),
    activation: headActivation,
    norm: normOf(reading, norm, columns, true),
    output: {
      weight: weight ?? tensors.missing(`${own}.weight`),
      bias: bias && (bias.find((entry) => entry !== undefined) ?? tensors.missing(biases[0]!)),
      layout: "out-in",
    },
  };
  return { words, head };
}

const withEnds = (name: string): string[] => [`${name}.weight`, `${name}.bias`];

function replacedOf({ tensors, table: { names }, sizes, rules }: Reading): HeadPlan | undefined {
  const { replaced } = names;
  if (replaced === undefined || !tensors.hasAny(replaced.flatMap(withEnds))) return undefined;
  const matrix = (name: string, outputs: number): MatrixPlan =>
    tensors.matrix(name, [sizes.modelDim, outputs], { outside: true });
  return {
    dense: matrix(replaced[0], sizes.modelDim),
    activation: rules.activation,
    output: matrix(replaced[1], 1),
  };
}

/** RoBERTa and similar models count only tokens that are not padding, from the row after that of the padding. */
function positionsOf(ids: readonly number[], padding: number | undefined): number[] {
  if (padding === undefined) return ids.map((_, at) => at);
  let last = padding;
  return ids.map((id) => (id === padding ? padding : ++last));
}

/** The tokens with which a text ends: one, or a list. */
function endsOf(config: Config): number[] {
  if (!config.has("eos_token_id")) return [];
  return [config.values["eos_token_id"]].flat().filter((id): id is number => Number.isInteger(id));
}
