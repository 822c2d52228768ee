// Layers one after another, as one layer. A chain is itself a layer of another chain.
import type { BackwardOptions, Floats, RunInputs } from "../lib/api/index.js";
import { checkNamed, fault, Holder, kindOf, readFlag, publicObject, SESSION_INSIDE } from "../lib/read/index.js";
import { parametersOf, type Parameter } from "../train/index.js";
import { claim, inCall, type AnyLayer, type Layer } from "./layer.js";
import { joined, residualJoined, type Ends as JoinedEnds } from "./shared.js";

/** The residual of a chain. */
export interface ChainOptions<Residual extends Layer = Layer> {
  /**
   * Added to the output of the last layer. `true` adds x itself; a layer adds its output for x (a linear layer if the
   * sizes differ).
   * @default false
   */
  residual?: boolean | Residual | undefined;
  /**
   * Whether neighbours share memory, so that nothing is copied: the x of each layer is the output before it, and the
   * last layer itself adds `residual: true`, so its output includes it. It needs layers of one heed. For the residual,
   * the first is a norm and the last has weights and no activation. Without it they copy.
   * @default false
   */
  shared?: boolean | undefined;
}

/** Layers one after another. Each property is a fresh view, as in a session. */
export interface Chain<Layers extends readonly AnyLayer[] = readonly Layer[]> {
  /** The layers, in their order. */
  readonly layers: Layers;
  /** The input of the first layer. Write to it. */
  readonly x: Layers extends readonly [infer First extends AnyLayer, ...(readonly AnyLayer[])] ? First["x"] : Floats;
  /** The output of the last layer, plus the residual. */
  readonly output: Floats;
  /** The gradient with respect to output. Write to it. */
  readonly dOutput: Floats;
  /** The gradient with respect to x. */
  readonly dx: Floats;
  /**
   * The parameters of all layers. Their names begin with the index of the layer, as in "0.queryWeight", or with
   * "residual.".
   */
  readonly parameters: readonly Parameter[];
  /** Runs every layer, and copies each output into the next x. */
  run(inputs?: RunInputs<"x">): void;
  /** Computes every gradient from dOutput and the last run(). It overwrites them, or adds to them. */
  backward(options?: BackwardOptions): void;
  /**
   * Gives the memory of all layers back.
   * @frees all its layers
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Joins layers, one after another, into one.
 *
 * @param layers The input of each is as long as the output of the layer before. A layer may be in only one chain.
 */
export function chain<const Layers extends readonly AnyLayer[]>(
  layers: Layers,
  options: ChainOptions = {},
): Chain<Layers> {
  return openChain("heed/layers.chain", layers, options);
}

/** As chain. `where` begins the error sentences. */
export function openChain<const Layers extends readonly AnyLayer[]>(
  where: string,
  layers: Layers,
  options: ChainOptions = {},
): Chain<Layers> {
  checkLayers(where, layers);
  checkNamed(where, "option", options, ["residual", "shared"]);
  const shared = readFlag(where, "shared", options.shared);
  const projection = readResidual(where, layers, options.residual);
  const all = Object.fromEntries(layers.map((layer, place) => [`layers[${place}]`, layer]));
  claim(where, projection ? { ...all, residual: projection } : all);
  const ends = shared ? sharedEnds(where, layers, options.residual) : undefined;
  const made = new LayerChain(where, layers, options.residual === true && !ends, projection);
  return publicObject(where, made, {
    kind: "Chain",
    others: ends ? { [SESSION_INSIDE]: { value: ends } } : {},
    views: ["x", "output", "dOutput", "dx"],
    values: ["layers", "parameters"],
    methods: ["run", "backward", "dispose"],
  });
}

/** Joins the layers, and adds the residual where it is. Returns what another chain does with this one. */
function sharedEnds(where: string, layers: readonly AnyLayer[], residual: unknown): JoinedEnds {
  if (typeof residual === "object")
    throw fault("type", `${where}: shared cannot have a layer as residual; write residual: true, or leave shared out.`);
  const ends = joined(where, layers);
  return residual === true ? residualJoined(where, ends) : ends;
}

/** The layers at the ends of a chain. */
interface Ends {
  readonly first: AnyLayer;
  readonly last: AnyLayer;
}

class LayerChain<Layers extends readonly AnyLayer[]>
  extends Holder<Ends>
  implements Omit<Chain<Layers>, "x" | typeof Symbol.dispose>
{
  /**
   * The output with a residual. The layers need their own outputs for backward, so this one has an array of its own.
   */
  private readonly sum: Floats | undefined;

  constructor(
    where: string,
    readonly layers: Layers,
    addsX: boolean,
    private readonly projection: AnyLayer | undefined,
  ) {
    super(where, true);
    this.inputs = ["x"];
    const last = layers[layers.length - 1]!;
    this.holding = { first: layers[0]!, last };
    this.sum = addsX || projection ? new Float32Array(last.output.length) : undefined;
  }

  get x(): AnyLayer["x"] {
    return this.held("x").first.x;
  }

  get output(): Floats {
    const { last } = this.held("output");
    return this.sum ?? last.output;
  }

  get dOutput(): Floats {
    return gradientOf(this.method("dOutput"), this.held("dOutput").last, "dOutput");
  }

  get dx(): Floats {
    return gradientOf(this.method("dx"), this.held("dx").first, "dx");
  }

  get parameters(): readonly Parameter[] {
    this.held("parameters");
    const own = this.layers.flatMap((layer, place) => this.parametersIn(layer, `${place}.`));
    return this.projection ? [...own, ...this.parametersIn(this.projection, "residual.")] : own;
  }

  /** A layer without learned numbers has no parameters. A layer that cannot tell is an error. */
  private parametersIn(layer: AnyLayer, prefix: string): Parameter[] {
    return inCall(this.method("parameters"), () => parametersOf(layer, undefined, prefix));
  }

  protected override forward({ last }: Ends): void {
    this.layers.forEach((layer, place) => {
      if (place > 0) copy(layer.x, this.layers[place - 1]!.output);
      layer.run();
    });
    if (this.sum === undefined) return;
    if (this.projection) copy(this.projection.x, this.x);
    this.projection?.run();
    const { sum } = this;
    const [plain, residual] = [last.output, this.projection ? this.projection.output : this.x];
    for (let i = 0; i < sum.length; i++) sum[i] = plain[i]! + residual[i]!;
  }

  protected override gradients(_ends: Ends, add: boolean): void {
    const options: BackwardOptions | undefined = add ? { add } : undefined;
    for (let place = this.layers.length - 1; place >= 0; place--) {
      const layer = this.layers[place]!;
      const after = this.layers[place + 1];
      if (after)
        copy(gradientOf(this.method("backward"), layer, "dOutput"), gradientOf(this.method("backward"), after, "dx"));
      layer.backward!(options);
    }
    if (this.sum === undefined) return;
    if (this.projection) {
      copy(gradientOf(this.method("backward"), this.projection, "dOutput"), this.dOutput);
      this.projection.backward!(options);
    }
    const [dx, residual] = [
      this.dx,
      this.projection ? gradientOf(this.method("backward"), this.projection, "dx") : this.dOutput,
    ];
    for (let i = 0; i < dx.length; i++) dx[i] = dx[i]! + residual[i]!;
  }

  protected override release(): void {
    for (const layer of this.layers) layer.dispose();
    this.projection?.dispose();
  }
}

/** Copies, unless both are the same memory. */
function copy(to: AnyLayer["x"], from: AnyLayer["x"]): void {
  if (to.buffer !== from.buffer || to.byteOffset !== from.byteOffset) to.set(from);
}

function gradientOf(where: string, layer: AnyLayer, name: "dOutput" | "dx"): Floats {
  const gradient = layer[name];
  if (gradient !== undefined) return gradient;
  throw fault("state", `${where}: a layer of the chain has no ${name}. Make every layer with backward: true.`);
}

function checkLayers(where: string, layers: unknown): asserts layers is readonly AnyLayer[] {
  if (!Array.isArray(layers) || layers.length === 0) {
    throw fault("type", `${where}: layers must be an array of one layer or more; got ${kindOf(layers)}.`);
  }
  for (const [place, layer] of layers.entries()) checkLayer(where, `layers[${place}]`, layer);
  layers.forEach((layer, place) => checkFirst(where, `layers[${place}]`, layer, layers.slice(0, place)));
  for (let place = 1; place < layers.length; place++) {
    const [before, here] = [layers[place - 1] as AnyLayer, layers[place] as AnyLayer];
    if (before.output.length === here.x.length) continue;
    throw fault(
      "shape",
      `${where}: x of layers[${place}] must be as long as the output of layers[${place - 1}], ` +
        `${before.output.length} numbers; it has ${here.x.length}.`,
    );
  }
}

/** A session holds the numbers of one run, so it cannot stand in two places. */
function checkFirst(where: string, name: string, layer: unknown, before: readonly unknown[]): void {
  const place = before.indexOf(layer);
  if (place === -1) return;
  throw fault("value", `${where}: ${name} must be a layer of its own; it is the same as layers[${place}].`);
}

function checkLayer(where: string, name: string, layer: unknown): void {
  const { run, x, output } = (layer ?? {}) as Partial<AnyLayer>;
  if (typeof run === "function" && x !== undefined && output !== undefined) return;
  throw fault(
    "type",
    `${where}: ${name} must be a layer's session, with x, output and run(), or a chain; got ${kindOf(layer)}.`,
  );
}

/** Returns the layer whose output is added, where there is one. */
function readResidual(where: string, layers: readonly AnyLayer[], residual: unknown): AnyLayer | undefined {
  if (residual === undefined || residual === false) return undefined;
  const [x, output] = [layers[0]!.x.length, layers[layers.length - 1]!.output.length];
  if (residual === true) {
    if (x === output) return undefined;
    throw fault(
      "shape",
      `${where}: with residual: true the output must be as long as x, ${x} numbers; it has ${output}. ` +
        `Give a linear layer as residual.`,
    );
  }
  checkLayer(where, "residual", residual);
  checkFirst(where, "residual", residual, layers);
  const projection = residual as AnyLayer;
  if (projection.x.length === x && projection.output.length === output) return projection;
  throw fault(
    "shape",
    `${where}: residual must lead from ${x} numbers to ${output}; its x has ${projection.x.length} and its output ` +
      `${projection.output.length}.`,
  );
}
