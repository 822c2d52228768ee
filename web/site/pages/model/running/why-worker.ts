// Why does a head look there? The worker runs the text once more and keeps what each part of the model wrote.
import type { Tensor } from "heed";
import type { Model, Run } from "heed/model";
import { HandedOver } from "../../../kit/index.js";
import type { HeadOfText, OfText, Progress } from "./requests.js";
import { rolledOn } from "./rollout.js";
import type { Lengths, PairParts, PairRequest, Rollout, TooLong } from "./why-requests.js";

/** The rows of all parts take 256 MB at most. */
const MOST_ROWS = 64e6;
/** After this many milliseconds a rollout tells how far it is. */
const SLICE_MS = 40;

export interface WhyHost {
  readonly model: () => Model;
  /** The tokens of a text. */
  readonly idsOf: (id: number) => readonly number[];
  /** The heads of a layer, once they are computed. @param last layers up to this one are asked for afterwards */
  readonly layerOf: (id: number, layer: number, last?: number) => Promise<Tensor>;
}

export function whyMethods({ model, idsOf, layerOf }: WhyHost) {
  let traced: { readonly id: number; readonly run: Promise<Run> } | undefined;
  let ending = new AbortController();
  let progress: Progress = { done: 0, of: 0 };
  let rolled: { readonly id: number; readonly done: number; readonly matrix: Float32Array } | undefined;

  /** The run of a text with what all parts wrote; undefined where it would be too large. */
  function trace(id: number): Promise<Run> | undefined {
    if (traced?.id === id) return traced.run;
    const ids = idsOf(id);
    if (ids.length > mostTokens(model())) return undefined;
    stop();
    const { signal } = (ending = new AbortController());
    const onProgress = (done: number, of: number): void => void (progress = { done, of });
    const run = model().run(ids, { keep: ["joined", "stages", "v"], logits: "none", signal, onProgress });
    const mine = (traced = { id, run });
    run.catch(() => traced === mine && (traced = undefined));
    return run;
  }

  function stop(): void {
    ending.abort(new DOMException("Stopped.", "AbortError"));
    traced = undefined;
    progress = { done: 0, of: 0 };
  }

  async function headWeights({ id, layer, head }: HeadOfText): Promise<Float32Array> {
    const cells = idsOf(id).length ** 2;
    return (await layerOf(id, layer)).data.subarray(head * cells, (head + 1) * cells);
  }

  async function parts(request: PairRequest): Promise<PairParts | TooLong> {
    const { id, query, ...place } = request;
    const found = trace(id);
    if (found === undefined) return { kind: "too-long", most: mostTokens(model()) };
    const run = await found;
    const count = run.ids.length;
    const row = (await headWeights(request)).subarray(query * count, (query + 1) * count);
    const key = request.key ?? row.indexOf(Math.max(...row));
    const { parts: names, pairs, score } = model().scoreParts(run, { ...place, query, key });
    return { kind: "parts", key, parts: names, pairs: pairs.data, score, weight: row[key]! };
  }

  async function lengths(request: HeadOfText): Promise<HandedOver<Lengths> | TooLong> {
    const found = trace(request.id);
    if (found === undefined) return { kind: "too-long", most: mostTokens(model()) };
    const all = lengthsOf(model(), await found, request);
    const weights = Float32Array.from(await headWeights(request));
    const products = weights.map((weight, cell) => weight * all[cell % all.length]!);
    const answer: Lengths = { kind: "lengths", lengths: all, weights, products };
    return new HandedOver(answer, [all.buffer, weights.buffer, products.buffer]);
  }

  /** Goes on for a while with a rollout of so many layers, from the first on. */
  async function rollout({ id, layers }: OfText & { readonly layers: number }): Promise<Rollout> {
    const { heads } = model().facts;
    let mine = rolled?.id === id && rolled.done <= layers ? rolled : undefined;
    const until = performance.now() + SLICE_MS;
    while ((mine?.done ?? 0) < layers) {
      const done: number = mine?.done ?? 0;
      const { data } = await layerOf(id, done, layers - 1);
      rolled = mine = { id, done: done + 1, matrix: rolledOn(data, heads, mine?.matrix) };
      if (performance.now() > until) break;
    }
    const { done, matrix } = mine!;
    return { done, matrix: done === layers ? matrix : undefined };
  }

  return { whyParts: parts, whyLengths: lengths, whyRollout: rollout, whyProgress: () => progress, stopWhy: stop };
}

function mostTokens({ facts: { layers, heads, kvHeads, dim, modelDim } }: Model): number {
  return Math.floor(MOST_ROWS / (layers * (4 * modelDim + (heads + kvHeads) * dim)));
}

/** The length of v·W_O of each token: what it would give to a query with a weight of 1. */
function lengthsOf(model: Model, run: Run, { layer, head }: HeadOfText): Float32Array<ArrayBuffer> {
  const { heads, kvHeads, dim, modelDim } = model.facts;
  const { outputWeight, layout } = model.layer(layer);
  const { data } = outputWeight as { readonly data: Float32Array };
  const [byInput, byOutput] = layout === "out-in" ? [1, heads * dim] : [modelDim, 1];
  const count = run.ids.length;
  const first = Math.floor((head * kvHeads) / heads) * count * dim;
  const values = run.layers[layer]!.v!.data;
  return Float32Array.from({ length: count }, (_, token) => {
    let squares = 0;
    for (let out = 0; out < modelDim; out++) {
      let sum = 0;
      for (let c = 0; c < dim; c++)
        sum += values[first + token * dim + c]! * data[(head * dim + c) * byInput + out * byOutput]!;
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  });
}
