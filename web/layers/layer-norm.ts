// Layer normalisation: each row less its mean, over its standard deviation, times gain, plus bias. It is computed here,
// in double precision: 3 ns a number, which is little beside the products of a block, and the core stays small.
import type { Floats, Tensor, TensorInput } from "../lib/api/index.js";
import {
  checkNames,
  checkObject,
  floatsOf,
  Holder,
  kindOf,
  makeFloats,
  positive,
  readFlag,
  readTensor,
  sealed,
  shapeText,
  tensorOf,
} from "../lib/read/index.js";
import type { Parameter } from "../train/index.js";
import { HINTS, withoutGradients } from "./layer.js";

/** The numbers of a layer normalisation. */
export interface LayerNormWeights {
  /** `[dim]`; ones where it is left out. */
  gain?: TensorInput | undefined;
  /** `[dim]`; zeros where it is left out. */
  bias?: TensorInput | undefined;
  /** Added to the variance; 1e-5 where it is left out. */
  epsilon?: number | undefined;
}

/**
 * (x − mean) / √(variance + epsilon) · gain + bias, for each row. NaN or Infinity makes every number of its row NaN.
 *
 * @param x One to four axes; the last one has the numbers of a row.
 * @returns A fresh tensor in the shape of x.
 */
export function layerNorm(x: TensorInput, weights: LayerNormWeights = {}): Tensor {
  const where = "heed/layers.layerNorm";
  checkObject(where, "weights", weights);
  checkNames(where, "weight", weights, ["gain", "bias", "epsilon"], {
    hints: { ...HINTS, weight: "write gain" },
  });
  const { data, shape } = readTensor(where, "x", x);
  const floats = floatsOf(data);
  const dim = shape[shape.length - 1]!;
  const session = new NormSession(where, {
    rows: floats.length / dim,
    dim,
    epsilon: readEpsilon(where, weights.epsilon),
    backward: false,
  });
  const { x: rows, gain, bias, output } = session.held("layerNorm()");
  rows.set(floats);
  if (weights.gain !== undefined) gain.set(readRow(where, "gain", weights.gain, dim));
  if (weights.bias !== undefined) bias.set(readRow(where, "bias", weights.bias, dim));
  session.run();
  return tensorOf(output, Array.from(shape));
}

/** The sizes of a layer normalisation. */
export interface LayerNormOptions {
  /** Rows of x: all tokens of all sequences of a batch. */
  rows: number;
  /** Columns of x: the numbers that are normalised together. */
  dim: number;
  /** Added to the variance; 1e-5 where it is left out. */
  epsilon?: number | undefined;
  /** Whether it computes gradients too: dOutput, dx, dgain, dbias and backward(). */
  backward?: boolean | undefined;
}

/** Layer normalisation of one shape. Its arrays lie outside wasm memory, so they stay the same. */
export interface LayerNorm {
  /** `[rows, dim]`. Zeros at first; write to it. */
  readonly x: Floats;
  /** `[dim]`. Ones at first; write to it. */
  readonly gain: Floats;
  /** `[dim]`. Zeros at first; write to it. */
  readonly bias: Floats;
  /** `[rows, dim]`, as of the last run. */
  readonly output: Floats;
  /** `[rows, dim]`. Write to it. This and the gradients are undefined without `backward: true`. */
  readonly dOutput: Floats;
  /** `[rows, dim]` */
  readonly dx: Floats;
  /** `[dim]` */
  readonly dgain: Floats;
  /** `[dim]` */
  readonly dbias: Floats;
  /** gain and bias. */
  readonly parameters: readonly Parameter[];
  /** Computes output. */
  run(): void;
  /** Computes the gradients from dOutput and from what the last run() left. It overwrites them. */
  backward(): void;
  /** Gives the memory back. It may be called again; any other use afterwards is an error. */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

const OPTIONS = ["rows", "dim", "epsilon", "backward"];
const VIEWS = ["x", "gain", "bias", "output", "dOutput", "dx", "dgain", "dbias"] as const;

/** Makes a layer normalisation of one shape. */
export function layerNormSession(options: LayerNormOptions): LayerNorm {
  const where = "heed/layers.layerNormSession";
  checkObject(where, "options", options);
  checkNames(where, "option", options, OPTIONS, { hints: HINTS });
  const session = new NormSession(where, {
    rows: positive(where, "rows", options.rows),
    dim: positive(where, "dim", options.dim),
    epsilon: readEpsilon(where, options.epsilon),
    backward: readFlag(where, "backward", options.backward),
  });
  return sealed(where, session, {
    kind: "Session",
    views: VIEWS,
    options: OPTIONS,
    // Without gradients `parameters` throws, which a console need not show.
    others: { parameters: { get: () => session.parameters } },
    methods: ["run", "backward", "dispose"],
  });
}

interface Sizes {
  readonly rows: number;
  readonly dim: number;
  readonly epsilon: number;
  readonly backward: boolean;
}

type Arrays = Pick<LayerNorm, (typeof VIEWS)[number]>;

class NormSession extends Holder<Arrays> {
  /** The mean of each row, and its 1 / √(variance + epsilon). */
  private readonly moments: Float64Array;

  constructor(
    where: string,
    private readonly sizes: Sizes,
  ) {
    super(where, sizes.backward);
    const { rows, dim, backward } = sizes;
    const floats = (count: number): Floats => makeFloats(where, count);
    const gradient = (count: number): Floats => (backward ? floats(count) : (undefined as unknown as Floats));
    this.holding = {
      x: floats(rows * dim),
      gain: floats(dim).fill(1),
      bias: floats(dim),
      output: floats(rows * dim),
      dOutput: gradient(rows * dim),
      dx: gradient(rows * dim),
      dgain: gradient(dim),
      dbias: gradient(dim),
    };
    this.moments = new Float64Array(floats(4 * rows).buffer);
    for (const name of VIEWS) Object.defineProperty(this, name, { get: () => this.held(name)[name] });
  }

  get parameters(): readonly Parameter[] {
    const { gain, dgain, bias, dbias } = this.held("parameters");
    if (!this.sizes.backward) return withoutGradients(this.where);
    return [
      { name: "gain", value: gain, gradient: dgain },
      { name: "bias", value: bias, gradient: dbias },
    ];
  }

  protected override forward({ x, gain, bias, output }: Arrays): void {
    const { moments } = this;
    const { rows, dim, epsilon } = this.sizes;
    for (let row = 0; row < rows; row++) {
      const start = row * dim;
      let [sum, squares] = [0, 0];
      for (let c = 0; c < dim; c++) sum += x[start + c]!;
      const mean = sum / dim;
      for (let c = 0; c < dim; c++) squares += (x[start + c]! - mean) * (x[start + c]! - mean);
      const scale = 1 / Math.sqrt(squares / dim + epsilon);
      for (let c = 0; c < dim; c++) output[start + c] = (x[start + c]! - mean) * scale * gain[c]! + bias[c]!;
      [moments[2 * row], moments[2 * row + 1]] = [mean, scale];
    }
  }

  /** With y the normalised row and g = dOutput ∘ gain: dx = (g − mean(g) − y · mean(g ∘ y)) · scale, for each row. */
  protected override gradients(arrays: Arrays): void {
    const { x, gain, dOutput, dx } = arrays;
    const { moments } = this;
    const { rows, dim } = this.sizes;
    const [dgain, dbias] = [new Float64Array(dim), new Float64Array(dim)];
    for (let row = 0; row < rows; row++) {
      const start = row * dim;
      const [mean, scale] = [moments[2 * row]!, moments[2 * row + 1]!];
      let [sum, product] = [0, 0];
      for (let c = 0; c < dim; c++) {
        const y = (x[start + c]! - mean) * scale;
        const d = dOutput[start + c]!;
        sum += d * gain[c]!;
        product += d * gain[c]! * y;
        dgain[c] = dgain[c]! + d * y;
        dbias[c] = dbias[c]! + d;
      }
      for (let c = 0; c < dim; c++) {
        const y = (x[start + c]! - mean) * scale;
        dx[start + c] = (dOutput[start + c]! * gain[c]! - sum / dim - (y * product) / dim) * scale;
      }
    }
    arrays.dgain.set(dgain);
    arrays.dbias.set(dbias);
  }
}

function readEpsilon(where: string, value: unknown): number {
  if (value === undefined) return 1e-5;
  if (typeof value === "number" && value >= 0 && value < Infinity) return value;
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(`${where}: epsilon must be a finite number, 0 or more; got ${kindOf(value)}.`);
}

function readRow(where: string, name: string, value: TensorInput, dim: number): ArrayLike<number> {
  const { data, shape } = readTensor(where, name, value);
  if (shape.length === 1 && shape[0] === dim) return floatsOf(data);
  throw new RangeError(
    `${where}: ${name} must have the shape [${dim}], one number per column of x; its shape is ${shapeText(shape)}.`,
  );
}
