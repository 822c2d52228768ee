import type { BackwardOptions, Floats, HeedError } from "../lib/api/index.js";
import type { Opener } from "../lib/call/index.js";
import { fault, kindOf, SESSION_INSIDE, type SessionInside } from "../lib/read/index.js";
import { gradientName } from "../lib/rows/index.js";
import type { Parameter } from "../train/index.js";

/** Integers of 32 bits. */
export type Integers = Int32Array<ArrayBuffer>;

/** A part of a chain: a session with x and output, such as one of heed.selfAttentionSession, or another chain. */
export interface Layer<X extends Floats | Integers = Floats> {
  /** The input. Write to it. An embedding has integers there, the numbers of tokens. */
  readonly x: X;
  /** As of the last run. */
  readonly output: Floats;
  /** The gradient with respect to the output. Write to it. */
  readonly dOutput?: Floats | undefined;
  /** The gradient with respect to x. */
  readonly dx?: Floats | undefined;
  /** Without this, the parameters are found by parametersOf of heed/train. */
  readonly parameters?: readonly Parameter[] | undefined;
  /** Computes output. */
  run(): void;
  /** Computes every gradient. It overwrites them, or adds to the gradients of parameters. */
  backward?(options?: BackwardOptions): void;
  /** Gives the memory back. */
  dispose(): void;
}

/** A layer of floats, or an embedding. */
export type AnyLayer = Layer<Floats | Integers>;

/** What opens layers in the core of a started heed. */
export function openerOf(where: string, heed: unknown): Opener {
  if (typeof (heed as Partial<Opener> | null | undefined)?.openAttention === "function") return heed as Opener;
  throw fault(
    "type",
    `${where}: heed must be made by load() of heed, of the same version as heed/layers; got ${kindOf(heed)}.`,
  );
}

/** What a session of heed lets other layers do with its table; undefined for layers of another kind. */
export function insideOf(layer: object): SessionInside | undefined {
  return (layer as { readonly [SESSION_INSIDE]?: SessionInside })[SESSION_INSIDE];
}

/** Calls heed/train for a user who called `where`, so an error names that call. */
export function inCall<Result>(where: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    const { code, message } = Object(error) as HeedError;
    const own = String(message).replace(/^heed\/train\.\w+/, where);
    throw own === message ? error : fault(code, own);
  }
}

/** The learned numbers of a session as parameters. Each reads the session's view at each use. */
export function parametersIn(session: () => object, names: readonly string[]): Parameter[] {
  const views = (): Record<string, Floats> => session() as Record<string, Floats>;
  return names.map((name) => ({
    name,
    get shape() {
      return insideOf(session())!.shapeOf(name);
    },
    get value() {
      return views()[name]!;
    },
    get gradient() {
      return views()[gradientName(name)]!;
    },
  }));
}

/** Keeps a layer for the one that is made of it. */
export type Own = <Any extends { dispose(): void }>(layer: Any) => Any;

/** Makes something of layers. Where one of them is refused, those before it give their memory back. */
export function together<Made>(make: (own: Own) => Made): Made {
  const made: { dispose(): void }[] = [];
  try {
    return make((layer) => {
      made.push(layer);
      return layer;
    });
  } catch (error) {
    for (const layer of made) layer.dispose();
    throw error;
  }
}

/** The layers that stand in another one, which runs them and disposes of them. */
const owned = new WeakSet<object>();

/** Makes another layer the owner of these. A session holds the numbers of one run, so it has one owner. */
export function claim(where: string, layers: Readonly<Record<string, object>>): void {
  for (const [name, layer] of Object.entries(layers)) {
    if (!owned.has(layer)) continue;
    throw fault(
      "value",
      `${where}: ${name} already belongs to another chain or layer, which runs and disposes of it. ` +
        `Make a separate one for this place.`,
    );
  }
  for (const layer of Object.values(layers)) owned.add(layer);
}

/** The names that other libraries have for options and weights. */
export const HINTS = {
  infeatures: "write inputs",
  outfeatures: "write outputs",
  eps: "write epsilon; the number stays",
  normalizedshape: "write dim, the columns of x",
  numembeddings: "write vocab",
  embeddingdim: "write modelDim",
  gamma: "write gain",
  beta: "write bias",
};
