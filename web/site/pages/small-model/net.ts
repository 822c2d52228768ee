// A language model of one layer, whole or without one of its parts. Whole, it is the languageModel of heed/layers.
import type { Heed, SelfAttentionBackwardSession } from "heed";
import {
  chain,
  crossEntropySession,
  embeddingSession,
  layerNormSession,
  linearSession,
  type AnyLayer,
  type EmbeddingSession,
  type Linear,
} from "heed/layers";
import { initialise, seededRandom, type Parameter } from "heed/train";
import { DIM, HEADS, type Variant } from "./plan.js";

export interface NetOptions {
  readonly variant: Variant;
  readonly vocab: number;
  readonly batch: number;
  readonly tokens: number;
  /** Draws the initial weights; zeros where it is left out. */
  readonly seed?: number;
}

export interface Net {
  readonly embedding: EmbeddingSession;
  /** Undefined where attention is left out. */
  readonly attention: SelfAttentionBackwardSession | undefined;
  readonly head: Linear;
  readonly losses: ReturnType<typeof crossEntropySession>;
  readonly parameters: readonly Parameter[];
  run(): void;
  backward(): void;
  dispose(): void;
}

export function openNet(heed: Heed, { variant, vocab, batch, tokens, seed }: NetOptions): Net {
  const has = (part: Variant): boolean => variant !== part;
  const rows = batch * tokens;
  const backward = true;
  const positions = has("positions") ? tokens : undefined;
  const embedding = embeddingSession(heed, { rows, vocab, modelDim: DIM, positions, backward });
  const norm = (): AnyLayer[] =>
    has("norm") ? [layerNormSession(heed, { rows, dim: DIM, biases: false, backward })] : [];
  // Layers that share memory copy nothing. Without a norm they cannot add a residual themselves.
  const shared = has("norm");
  const around = (...inner: AnyLayer[]): AnyLayer =>
    chain([...norm(), ...inner], { shared, residual: has("residual") }) as unknown as AnyLayer;
  const heads = has("heads") ? HEADS : 1;
  const attention = has("attention")
    ? heed.selfAttentionSession({ batch, tokens, modelDim: DIM, heads, output: true, causal: has("mask"), backward })
    : undefined;
  const linear = (inputs: number, outputs: number, activation?: "gelu"): Linear =>
    linearSession(heed, { rows, inputs, outputs, activation, backward });
  const small = has("net") ? [linear(DIM, 4 * DIM, "gelu"), linear(4 * DIM, DIM)] : [];
  const head = linearSession(heed, {
    ...({ rows, inputs: DIM, outputs: vocab, layout: "out-in", backward } as const),
    weightOf: embedding,
  });
  const losses = crossEntropySession(heed, { rows, classes: vocab, backward });
  const layers: AnyLayer[] = [
    embedding,
    ...(attention ? [around(attention as unknown as AnyLayer)] : []),
    ...(small.length > 0 ? [around(chain(small, { shared }) as unknown as AnyLayer)] : []),
    ...norm(),
    head,
    losses as unknown as AnyLayer,
  ];
  const net = chain(layers, { shared });
  if (seed !== undefined) {
    initialise(net.parameters, seededRandom(seed), 0.02);
    for (const weight of [attention?.outputWeight, small[1]?.weight])
      weight?.set(weight.map((value) => value * Math.SQRT1_2));
  }
  return {
    embedding,
    attention,
    head,
    losses,
    parameters: net.parameters,
    run: () => net.run(),
    backward: () => net.backward(),
    dispose: () => net.dispose(),
  };
}
