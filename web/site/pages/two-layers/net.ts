// The three nets: two layers; one layer with as many weights; one layer whose keys also hold the token before.
// They have attention only: no feed-forward, no normalisation. Distances are the only positions.
import { tensor, type Heed } from "heed";
import { chain, distanceBias, embedding, type Chain, type DistanceBias, type Layer } from "heed/layers";
import { parametersOf, type Parameter, type Random } from "heed/train";
import { TOKENS, VOCAB } from "./task.js";

export const KINDS = ["two", "one", "handed"] as const;
export type Kind = (typeof KINDS)[number];

export const DIM = 32;

export interface Net {
  /** The layers of attention, in order. */
  readonly layers: readonly AttentionLayer[];
  readonly parameters: readonly Parameter[];
  /** (texts, TOKENS, VOCAB), as of the last run. */
  readonly logits: Float32Array<ArrayBuffer>;
  readonly dLogits: Float32Array<ArrayBuffer>;
  run(ids: ArrayLike<number>): void;
  /** Computes all gradients from dLogits. @param ids those of the last run */
  backward(ids: ArrayLike<number>): void;
  dispose(): void;
}

export type AttentionLayer = DistanceBias<ReturnType<typeof openSession>>;

interface LayerSizes {
  readonly texts: number;
  readonly heads: number;
  readonly output: number;
  readonly contextDim?: number;
}

/** @param texts how many texts it reads at once */
export function openNet(heed: Heed, kind: Kind, texts: number): Net {
  const words = embedding({ vocab: VOCAB, modelDim: DIM });
  if (kind === "handed") return openHanded(heed, texts, words);
  const readOut = openLayer(heed, { texts, heads: kind === "one" ? 2 : 1, output: VOCAB });
  const low = kind === "two" ? openLayer(heed, { texts, heads: 1, output: DIM }) : undefined;
  // The residual: layer 2 reads the token's own row plus what layer 1 has brought.
  const net: Chain | AttentionLayer =
    low === undefined ? readOut : chain([chain([low as Layer], { residual: true }), readOut as Layer]);
  const learned = parametersOf(net);
  return {
    layers: low === undefined ? [readOut] : [low, readOut],
    parameters: [...words.parameters, ...learned],
    get logits() {
      return net.output;
    },
    get dLogits() {
      return net.dOutput!;
    },
    run(ids) {
      words.read(ids, net.x);
      net.run();
    },
    backward(ids) {
      net.backward();
      words.backward(ids, net.dx!);
    },
    dispose: () => net.dispose(),
  };
}

/** Keys and values come from the rows [x of the token before, x]. The first token has zeros before it. */
function openHanded(heed: Heed, texts: number, words: ReturnType<typeof embedding>): Net {
  const layer = openLayer(heed, { texts, heads: 1, output: VOCAB, contextDim: 2 * DIM });
  const { session } = layer;
  const rows = texts * TOKENS;
  const before = new Float32Array(rows * DIM);
  return {
    layers: [layer],
    parameters: [...words.parameters, ...parametersOf(layer)],
    get logits() {
      return session.output;
    },
    get dLogits() {
      return session.dOutput;
    },
    run(ids) {
      words.read(ids, session.x);
      const [x, context] = [session.x, session.context!];
      for (let row = 0; row < rows; row++) {
        if (row % TOKENS > 0) context.set(x.subarray((row - 1) * DIM, row * DIM), 2 * row * DIM);
        context.set(x.subarray(row * DIM, (row + 1) * DIM), (2 * row + 1) * DIM);
      }
      layer.run();
    },
    backward(ids) {
      layer.backward();
      const [dx, dContext] = [session.dx, session.dContext!];
      for (let row = 0; row < rows; row++)
        for (let c = 0; c < DIM; c++) {
          const next = row % TOKENS < TOKENS - 1 ? dContext[2 * (row + 1) * DIM + c]! : 0;
          before[row * DIM + c] = dx[row * DIM + c]! + dContext[(2 * row + 1) * DIM + c]! + next;
        }
      words.backward(ids, before);
    },
    dispose: () => layer.dispose(),
  };
}

function openLayer(heed: Heed, sizes: LayerSizes): AttentionLayer {
  return distanceBias(openSession(heed, sizes));
}

function openSession(heed: Heed, { texts, heads, output, contextDim }: LayerSizes) {
  return heed.selfAttentionSession({
    batch: texts,
    tokens: TOKENS,
    modelDim: DIM,
    heads,
    dim: DIM,
    output,
    ...(contextDim === undefined ? {} : { contextTokens: TOKENS, contextDim }),
    causal: true,
    bias: tensor(new Float32Array(heads * TOKENS * TOKENS), [heads, TOKENS, TOKENS]),
    keep: ["weights", "q", "logits"],
    backward: true,
  });
}

/** Rows of the embedding N(0, 1); weights N(0, 1/inputs). Distances begin at 0. */
export function initialise({ parameters }: Net, draw: Random): void {
  for (const { name, value } of parameters) {
    if (name === "embedding") draw.fillNormal(value);
    else if (name.endsWith("Weight")) draw.fillNormal(value, 1 / Math.sqrt(DIM));
  }
}
