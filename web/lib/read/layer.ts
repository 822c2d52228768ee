// Reads the weights of a layer. Every rule about their shapes is here.
import type { LayerSizes } from "../rows/index.js";
import { fault, numberFault } from "./fault.js";
import { weightHints } from "./foreign.js";
import { WEIGHTS } from "./option-names.js";
import { checkNames, checkObject, kindOf, listText, shapeText } from "./sentences.js";
import { readTensor, type GivenTensors, type ReadTensor } from "./tensor.js";

export interface ReadLayer {
  sizes: LayerSizes;
  /** The weights and biases. */
  tensors: GivenTensors;
  /** Whether there are query, key and value weights. */
  projected: boolean;
}

const PROJECTIONS = ["query", "key", "value", "output"] as const;
type ProjectionName = (typeof PROJECTIONS)[number];

export function readLayer(
  where: string,
  x: readonly number[],
  context: readonly number[],
  given: Record<string, unknown>,
): ReadLayer {
  const { heads, kvHeads, outIn, projected } = readForm(where, given);
  const [modelDim, contextDim] = [x[x.length - 1]!, context[context.length - 1]!];
  const read = new ProjectionReader(where, given, outIn);
  const columns = projected
    ? {
        query: read.weight("query", modelDim, "the columns of x"),
        key: read.weight("key", contextDim, contextName(x, context)),
        value: read.weight("value", contextDim, contextName(x, context)),
      }
    : { query: modelDim, key: contextDim, value: contextDim };
  const dim = divide(where, "query", columns.query, "heads", heads, projected);
  if (columns.key !== kvHeads * dim) throw keyMismatch(where, columns, heads, kvHeads, projected);
  const valueDim = divide(where, "value", columns.value, "kvHeads", kvHeads, projected);
  const outputDim = given.outputWeight === undefined ? 0 : read.weight("output", heads * valueDim, "heads × value dim");
  read.biases({ ...columns, output: outputDim });
  return {
    sizes: {
      batch: x.length === 3 ? x[0]! : 1,
      heads,
      kvHeads,
      queries: x[x.length - 2]!,
      keys: context[context.length - 2]!,
      modelDim,
      contextDim,
      dim,
      valueDim,
      outputDim,
      outIn: outIn ? 1 : 0,
    },
    tensors: read.tensors,
    projected,
  };
}

/** What can be said of weights without the rows that they are for. */
interface Form extends Pick<ReadLayer, "projected"> {
  readonly heads: number;
  readonly kvHeads: number;
  readonly outIn: boolean;
}

/** Reads weights that are given without options, each of them once. */
export function readWeights(where: string, weights: unknown): Record<string, unknown> {
  checkObject(where, "weights", weights, "a plain object, as { queryWeight, keyWeight, valueWeight, heads }");
  checkNames(where, "weight", weights, WEIGHTS, { hints: weightHints });
  const given: Record<string, unknown> = {};
  for (const name of WEIGHTS) given[name] = (weights as Record<string, unknown>)[name];
  readForm(where, given);
  return given;
}

function readForm(where: string, given: Record<string, unknown>): Form {
  const { heads, kvHeads } = readHeads(where, given);
  const outIn = readLayoutOption(where, given.layout);
  return { heads, kvHeads, outIn, projected: readPresence(where, given) };
}

function contextName(x: readonly number[], context: readonly number[]): string {
  return x === context ? "the columns of x" : "the columns of context";
}

function readHeads(where: string, given: Record<string, unknown>): { heads: number; kvHeads: number } {
  const heads = positive(where, "heads", given.heads, 1);
  return { heads, kvHeads: readKvHeads(where, given.kvHeads, heads) };
}

export function readKvHeads(where: string, value: unknown, heads: number): number {
  const kvHeads = positive(where, "kvHeads", value, heads);
  if (heads % kvHeads === 0) return kvHeads;
  throw fault(
    "value",
    `${where}: heads must be a multiple of kvHeads (grouped heads); heads is ${heads}, kvHeads is ${kvHeads}.`,
  );
}

/** Reads a positive integer; `otherwise` where it is left out. */
export function positive(where: string, name: string, value: unknown, otherwise?: number, most = 2 ** 30): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  throw numberFault(value, `${where}: ${name} must be an integer from 1 to ${most}; got ${kindOf(value)}.`);
}

export function readFlag(where: string, name: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  throw fault(
    "type",
    `${where}: ${name} must be true or false${name === "output" ? ", or a number of columns" : ""}; ` +
      `got ${kindOf(value)}.`,
  );
}

export function readLayoutOption(where: string, layout: unknown): boolean {
  if (layout === undefined || layout === "in-out") return false;
  if (layout === "out-in") return true;
  throw fault(
    "type",
    `${where}: layout must be "in-out" (x·W) or "out-in" (x·Wᵀ, as PyTorch keeps it); got ${kindOf(layout)}.`,
  );
}

function readPresence(where: string, given: Record<string, unknown>): boolean {
  const needed = ["queryWeight", "keyWeight", "valueWeight"];
  const present = needed.filter((name) => given[name] !== undefined);
  if (present.length === 0 || present.length === 3) return present.length === 3;
  throw fault(
    "type",
    `${where}: queryWeight, keyWeight and valueWeight must all be given, or none for q = k = v = x; got ` +
      `only ${listText(present)}.`,
  );
}

function divide(
  where: string,
  name: string,
  columns: number,
  headsName: string,
  heads: number,
  projected: boolean,
): number {
  if (columns % heads === 0) return columns / heads;
  const what = projected
    ? `the outputs of ${name}Weight`
    : name === "query"
      ? "the columns of x"
      : "the columns of the context";
  throw fault(
    "shape",
    `${where}: ${what} must be divisible by ${headsName}; there are ${columns}, and ${headsName} is ${heads}.`,
  );
}

function keyMismatch(
  where: string,
  columns: { query: number; key: number },
  heads: number,
  kvHeads: number,
  projected: boolean,
): RangeError {
  const dim = columns.query / heads;
  if (!projected) {
    return fault(
      "shape",
      `${where}: without weights the context must have kvHeads × dim = ${kvHeads} × ${dim} columns, since q ` +
        `comes straight from x; it has ${columns.key}.`,
    );
  }
  const groups =
    columns.key % dim === 0 && heads % (columns.key / dim) === 0 ? ` Did you mean kvHeads: ${columns.key / dim}?` : "";
  return fault(
    "shape",
    `${where}: keyWeight must have kvHeads × dim = ${kvHeads} × ${dim} outputs (dim is the ${columns.query} outputs ` +
      `of queryWeight over ${heads} ${heads === 1 ? "head" : "heads"}); it has ${columns.key}.${groups}`,
  );
}

/** Reads the weights and biases one by one, and checks each against the width of its input. */
class ProjectionReader {
  readonly tensors: Record<string, ReadTensor> = {};

  constructor(
    private readonly where: string,
    private readonly given: Record<string, unknown>,
    private readonly outIn: boolean,
  ) {}

  /** Reads a weight of `inputs` inputs and returns the number of its outputs. */
  weight(projection: ProjectionName, inputs: number, inputsName: string): number {
    const name = `${projection}Weight`;
    const weight = readTensor(this.where, name, this.given[name]);
    if (weight.shape.length !== 2) {
      throw fault("shape", `${this.where}: ${name} must be a matrix; its shape is ${shapeText(weight.shape)}.`);
    }
    const [rows, columns] = weight.shape as [number, number];
    const [found, outputs] = this.outIn ? [columns, rows] : [rows, columns];
    if (found !== inputs) throw this.weightMismatch(name, weight.shape, inputs, inputsName, outputs);
    this.tensors[name] = weight;
    return outputs;
  }

  biases(outputs: Record<ProjectionName, number>): void {
    for (const name of PROJECTIONS) {
      const value = this.given[`${name}Bias`];
      if (value === undefined) continue;
      if (this.tensors[`${name}Weight`] === undefined) {
        throw fault("type", `${this.where}: ${name}Bias needs ${name}Weight: the bias is added to its outputs.`);
      }
      const bias = readTensor(this.where, `${name}Bias`, value);
      if (bias.shape.length !== 1 || bias.shape[0] !== outputs[name]) {
        throw fault(
          "shape",
          `${this.where}: ${name}Bias must have the shape [${outputs[name]}], one number per output of ` +
            `${name}Weight; its shape is ${shapeText(bias.shape)}.`,
        );
      }
      this.tensors[`${name}Bias`] = bias;
    }
  }

  private weightMismatch(
    name: string,
    shape: readonly number[],
    inputs: number,
    inputsName: string,
    outputs: number,
  ): RangeError {
    const [layout, other] = this.outIn ? ["out-in", "in-out"] : ["in-out", "out-in"];
    const needed = this.outIn ? `[outputs, ${inputs}]` : `[${inputs}, outputs]`;
    const swap = outputs === inputs ? ` If it is stored the other way round, say layout: "${other}".` : "";
    return fault(
      "shape",
      `${this.where}: ${name} must have the shape ${needed} in the layout "${layout}", ${inputs} being ` +
        `${inputsName}; its shape is ${shapeText(shape)}.${swap}`,
    );
  }
}
