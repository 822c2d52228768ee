// Programs that the types of the package must accept, and errors that they must find.

export const USE = `import { flavours, fromTorch, load, tensor } from "heed";
import type { AttentionOptions, Flavour, Floats, Heed, Rotary, Tensor, TensorInput } from "heed";
import type { ErrorCode, HeedError, SelfAttentionBackwardSessionOptions, SelfAttentionSession } from "heed";
import { load as loadExternal } from "heed/external";
import { rotaryFrequencies, rotate } from "heed/rotary";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<Claim extends true>(_?: Claim): void {}

export async function use(): Promise<Tensor> {
  const heed: Heed = await load({ flavour: "simd" });
  await loadExternal();
  const running: readonly Flavour[] = flavours();
  const x = tensor([[1, 2], [3, 4]]);

  const bare = heed.attention(x, [[1, 2]], [[1, 2]]);
  holds<Same<keyof typeof bare, "output">>();
  const kept = heed.attention(x, x, x, { causal: true, mask: [[true]], keep: ["weights", "raw"] });
  holds<Same<keyof typeof kept, "output" | "weights" | "raw">>();
  const weights: Tensor = kept.weights;
  // @ts-expect-error: what was not kept is not there
  kept.scores;
  const options: AttentionOptions = { keep: ["weights"], keyLengths: [1], bias: weights };
  const some = heed.attention(x, x, x, options);
  heed.attention(x, x, x, { keyMask: [[1, 0]] });
  heed.attention(x, x, x, { keyMask: { data: new BigInt64Array(2), shape: [1, 2] } });
  const perhaps: Tensor | undefined = some.weights;
  const rotary: Rotary = { pairs: "halves", ...rotaryFrequencies({ dims: 2, scaling: { type: "ntk", factor: 2 } }) };
  heed.attention(rotate(x, rotary, [3, 4]), x, x, { rotary: { ...rotary, positions: { keys: [0, 1] } } });
  // @ts-expect-error: the pairs of rotary have no default
  heed.attention(x, x, x, { rotary: {} });
  heed.attention(x, x, { data: new Uint16Array(4), shape: [2, 2], type: "float16" });
  const llama3 = { type: "llama3", factor: 8, originalLength: 8192, lowFactor: undefined } as const;
  rotaryFrequencies({ dims: 2, scaling: llama3 });
  rotaryFrequencies({ dims: 2, scaling: { ...llama3, type: "yarn", betaFast: undefined, betaSlow: undefined } });
  heed.attention(x, x, x, { documents: { data: [0, 1], shape: undefined } });
  heed.cache({ dim: 2, capacity: 2, alibi: { slopes: [0.5] } });
  // @ts-expect-error: a cache knows the position of each token
  heed.cache({ dim: 2, capacity: 2, alibi: { slopes: true, offset: 1 } });
  // @ts-expect-error: a session takes no sequences
  heed.session({ queries: 2, keys: 2, dim: 2, sequences: { queries: [0, 2] } });
  // @ts-expect-error: a layer's session neither
  heed.selfAttentionSession({ tokens: 2, modelDim: 2, sequences: { queries: [0, 2] } });
  // @ts-expect-error: a Uint16Array must say that it holds half precision
  heed.attention(x, x, { data: new Uint16Array(4), shape: [2, 2] });
  // @ts-expect-error: an option that does not exist
  heed.attention(x, x, x, { is_causal: true });
  // @ts-expect-error: numbers are no mask
  heed.attention(x, x, x, { mask: [[1, 0]] });
  // @ts-expect-error: a name that cannot be kept
  heed.attention(x, x, x, { keep: ["q"] });

  const weightsOfLayer = { queryWeight: x, keyWeight: x, valueWeight: x, heads: 2, layout: "out-in" } as const;
  const layer = heed.selfAttention(x, { ...weightsOfLayer, keep: ["q", "joined"] });
  holds<Same<keyof typeof layer, "output" | "q" | "joined">>();
  const plainLayer = heed.selfAttention(x, { causal: true, keep: ["weights"] });
  holds<Same<keyof typeof plainLayer, "output" | "weights">>();
  const gradients = heed.selfAttentionBackward(x, x, { ...weightsOfLayer, causal: true, keep: ["dq"] });
  holds<Same<typeof gradients.dx | typeof gradients.dKeyWeight | typeof gradients.dq, Tensor>>();
  // @ts-expect-error: no output weight was given
  gradients.dOutputWeight;
  const basic = heed.selfAttentionBackward(x, x, { causal: true });
  // @ts-expect-error: no weights were given
  basic.dQueryWeight;
  const torch = fromTorch({ "q_proj.weight": x }, { heads: 1 });
  const learned: Tensor | undefined = heed.selfAttentionBackward(x, x, { ...torch, causal: true }).dQueryWeight;
  // @ts-expect-error: weights and options are one object
  heed.selfAttention(x, weightsOfLayer, { causal: true });
  // @ts-expect-error: so it is backward
  heed.selfAttentionBackward(x, weightsOfLayer, x);
  // @ts-expect-error: an option that does not exist
  heed.selfAttentionBackward(x, x, { ...weightsOfLayer, casual: true });
  // @ts-expect-error: a name that cannot be kept
  heed.selfAttentionBackward(x, x, { keep: ["q"] });

  try {
    heed.attention(x, x, [[1]]);
  } catch (error) {
    const { code } = error as HeedError;
    holds<Same<typeof code, ErrorCode>>();
    // @ts-expect-error: a code that no error has
    if (code === "shapes") throw error;
  }

  const session = heed.session({ queries: 2, keys: 2, dim: 2, keep: ["weights"] });
  session.q.set(x.data);
  session.run();
  const view: Float32Array = session.weights;
  const flags: Uint8Array | undefined = session.keyMask;
  session.run({ keyMask: [[true, false]], q: x });
  session.run({ mask: [[true, false], [true, true]], keyLengths: [2] });
  // @ts-expect-error: a session has only what it keeps
  session.raw;
  session[Symbol.dispose]();

  const sizes = { tokens: 2, modelDim: 4 };
  const projecting = heed.selfAttentionSession({ ...sizes, output: true, biases: true, keep: ["q"] });
  holds<Same<typeof projecting.outputWeight | typeof projecting.outputBias, Floats>>();
  holds<Same<typeof projecting.queryBias | typeof projecting.q, Floats>>();
  const learning = heed.selfAttentionSession({ ...sizes, output: 3, backward: true });
  holds<Same<typeof learning.outputWeight | typeof learning.dOutputWeight, Floats>>();
  holds<Same<typeof learning.dKeyBias | typeof learning.dOutputBias, Floats | undefined>>();
  const plain = heed.selfAttentionSession({ ...sizes, biases: true });
  // @ts-expect-error: a layer without an output projection
  plain.outputWeight.length;
  // @ts-expect-error: it has no bias there either
  plain.outputBias.length;
  const either = heed.selfAttentionSession({ ...sizes, output: running.length > 1 });
  holds<Same<typeof either.outputWeight, Floats | undefined>>();
  // @ts-expect-error: an option that does not exist
  heed.selfAttentionSession({ ...sizes, outputs: true });
  const named: SelfAttentionSession = projecting;
  const asked: SelfAttentionBackwardSessionOptions = { ...sizes, output: true, backward: true };
  holds<Same<typeof named.outputWeight, Floats | undefined>>();
  heed.selfAttentionSession(asked).dOutputWeight?.fill(0);

  const objects: TensorInput[] = [x, { data: [1, 2], shape: [1, 2] }, { data: new Float64Array(2), shape: [2] }];
  const inputs: TensorInput[] = [...objects, [1, 2], [[1, 2]], [new Float32Array(2)]];
  const flat = new Float32Array(heed.attention(x, x, x).output.data.buffer);
  return [learned, view, flags, inputs, flat, running, perhaps].length ? weights : x;
}
`;

export const OTHERS = `import type { Heed } from "heed";
import { arcsOf, svgOf, type ArcsOptions, type SvgOptions } from "heed/draw";
import { chain, languageModel, linearSession, loadModel, saveModel, transformerBlock } from "heed/layers";
import { load as loadForward, tensor, type HeedForward } from "heed/forward";
import { readGguf, type Gguf, type GgufFile } from "heed/gguf";
import { openModel, type Model, type Run } from "heed/model";
import { pageOf, type PageOptions } from "heed/page";
import { adam, seededRandom } from "heed/train";

export async function forward(): Promise<Float32Array> {
  const heed: HeedForward = await loadForward();
  const flavour: "simd" = heed.flavour;
  // @ts-expect-error: it has one flavour
  await loadForward({ flavour });
  // @ts-expect-error: a call that only heed has
  heed.cache;
  // @ts-expect-error: layers need all of heed
  linearSession(heed, { rows: 1, inputs: 2, outputs: 2 });
  const { output } = heed.selfAttention(tensor([[1, 2]]), { causal: true });
  const { weights } = heed.attention(output, output, output, { rotary: { pairs: "halves" }, keep: ["weights"] });
  heed[Symbol.dispose]();
  return weights.data;
}

export async function open(heed: Heed, file: GgufFile): Promise<Model> {
  const gguf: Gguf = await readGguf(file);
  const bytes: number | undefined = gguf.about.types["Q4_K"];
  // @ts-expect-error: an option that does not exist
  await openModel(heed, { ...gguf, layer: 1 });
  return bytes ? openModel(heed, gguf) : openModel(heed, { ...(await readGguf([file, "model.gguf"])), layers: 2 });
}

export function use(heed: Heed, model: Model, given: Run): string {
  const lines = chain([linearSession(heed, { rows: 1, inputs: 2, outputs: 2, backward: true })]);
  adam([...lines.parameters, ...transformerBlock(heed, { tokens: 1, modelDim: 2, backward: true }).parameters]).step();
  const net = languageModel(heed, { vocab: 2, modelDim: 2, tokens: 2, layers: 2, attention: [{ causal: false }, {}] });
  const files = saveModel(net, { optimiser: adam(net.parameters), random: seededRandom(1) });
  const { state }: { state?: Uint8Array } = files;
  const later = loadModel(heed, { ...files, state: state?.buffer as ArrayBuffer }, { batch: 2, backward: true });
  adam(heed, later.model.parameters, { state: later.optimiser });
  seededRandom(later.random ?? 1);
  const types: readonly number[] = [0, 1];
  const heads = { "0.0": [[1, 2], [3, 4]], "0.1": { data: [1, 2], shape: [2] }, "1.0": "mean" } as const;
  const rows = [{ layer: -1, token: 0, from: given }, { layer: 0, add: new Float64Array(2) }] as const;
  const run = model.run([1, 2], { types, heads, from: given, feedForward: { 0: "mean", 1: [1, 2] }, rows });
  const [reading] = model.lens(run, { tokens: [1], layers: [-1, 0], halves: true, of: [3] });
  const { parts } = model.logitParts(run, { of: reading!.top[0]!.id, token: 1 });
  const { pairs } = model.scoreParts(run, { layer: 0, head: 0, query: 0, key: 1, types });
  const options: PageOptions = { matrix: pairs, mask: [[true]], rowLabels: undefined };
  const drawn: SvgOptions = { mask: { causal: true }, rowLabels: ["a"], colours: "dark", size: undefined };
  const arcs: ArcsOptions = { from: 0, colours: "light" };
  // @ts-expect-error: an option that does not exist
  svgOf([[1]], { color: "red" });
  const pictures = [svgOf(pairs, drawn), svgOf([[1], new Float32Array(1)]), arcsOf(new Float32Array(1), ["a"], arcs)];
  return pageOf(options) + pictures.join("") + String(parts[0]!.byToken?.[0]);
}
`;

export const WORKERS = `import { openWorkers, type HeedWorkers } from "heed/workers";
import { tensor, type Tensor } from "heed";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<Claim extends true>(_?: Claim): void {}

export async function use(signal: AbortSignal): Promise<Tensor> {
  const heed: HeedWorkers = await openWorkers({ workers: 2, script: () => new Worker("/worker.js") });
  const x = tensor([[1, 2], [3, 4]]);
  const kept = await heed.attention(x, x, x, { causal: true, keep: ["weights"], signal, sharedResults: false });
  // @ts-expect-error: what was not kept is not there
  kept.scores;
  const layer = heed.layer({ queryWeight: x, keyWeight: x, valueWeight: x });
  const { dQueryWeight, dx } = await layer.backward(x, kept.output, { onProgress: (done, of) => done / of });
  // @ts-expect-error: an option that does not exist
  await heed.selfAttention(x, { progress: true });
  // @ts-expect-error: the layer has its weights already
  await layer.run(x, { heads: 2 });
  const eye = { queryWeight: x, keyWeight: x, valueWeight: x };
  const gone = await heed.selfAttentionBackward(x, x, { ...eye, keep: ["dv"], onProgress: (done, of) => done / of });
  holds<Same<typeof gone.dValueWeight | typeof gone.dv, Tensor>>();
  // @ts-expect-error: an option that does not exist
  await heed.selfAttentionBackward(x, x, { ...eye, progress: true });
  await using same = await openWorkers();
  return same.workers > 0 && heed.reason === undefined ? dQueryWeight : dx;
}
`;

export const PLATFORM = `import { load } from "heed";
import module from "heed/simd.wasm";
export const started = [
  load({ wasm: new URL("https://example.org/simd.wasm") }),
  load({ wasm: fetch("/simd.wasm") }),
  load({ wasm: new Response() }),
  load({ wasm: new Uint8Array(8) }),
  load({ wasm: new ArrayBuffer(8) }),
  load({ wasm: module }),
];
`;

export const USING = `import { load } from "heed";
export async function sum(): Promise<number> {
  const heed = await load();
  using session = heed.session({ queries: 1, keys: 1, dim: 1 });
  session.run();
  return session.output.reduce((total, value) => total + value, 0);
}
`;

export const ELEMENT = `import { AttentionMatrix, type Domain, type Edit, type Place } from "heed/element";
import { load } from "heed";

export async function show(x: number[][]): Promise<AttentionMatrix> {
  const element = document.createElement("attention-matrix");
  const made: AttentionMatrix = element;
  const { weights } = (await load()).selfAttention(x, { keep: ["weights"] });
  element.matrix = weights;
  element.rowLabels = ["a", "b"];
  element.mask = [true, 0];
  element.mask = [[true, false]];
  element.mask = { data: [true, false], shape: [1, 2] };
  element.mask = new Uint8Array(4);
  const domain: Domain = [0, 1];
  element.domain = domain;
  element.mark = { row: 1 };
  element.kind = "scores";
  // @ts-expect-error: a kind that does not exist
  element.kind = "values";
  // @ts-expect-error: numbers need their shape
  element.matrix = new Float32Array(4);
  element.addEventListener("matrix-open", ({ detail }) => { const place: Place = detail; return place.row; });
  element.addEventListener("matrix-hover", ({ detail }) => detail?.column);
  // @ts-expect-error: the pointer may have left
  element.addEventListener("matrix-hover", ({ detail }) => detail.column);
  element.addEventListener("matrix-edit", ({ detail }) => { const edit: Edit = detail; return edit.value; });
  return made;
}
`;
