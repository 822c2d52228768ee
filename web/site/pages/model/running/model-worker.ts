// What the worker does for a model that runs there: it opens it, reads texts, and answers about their heads.
import { load, type Heed, type Tensor } from "heed";
import { openModel, type Model, type ModelFacts } from "heed/model";
import { pooled, rolesOf, statisticsOf, type TokenRoles } from "../../../../statistics/index.js";
import { HandedOver } from "../../../kit/index.js";
import type { ScannedHead } from "../../../rooms/heads/index.js";
import type {
  HeadOfText,
  ModelParts,
  OpenedHead,
  OpenedModel,
  Progress,
  Readable,
  ReadRequest,
  ReadText,
  ScanTextRequest,
  TokenizerProblem,
} from "./requests.js";
import { readPieces, UnusableTokenizer, type Pieces } from "./tokenizer.js";

/** After this many milliseconds a scan answers with the heads that it has. */
const SLICE_MS = 40;
/** The weights of all heads of a text take 256 MB at most. */
const MOST_WEIGHTS = 64e6;
const MOST_TOKENS = 1024;
/** The last texts, whose heads a page may still ask for. */
const KEPT_TEXTS = 3;
/** How many bytes are read to tell how fast this machine reads. */
const TRIED_BYTES = 8 * 2 ** 20;

/** A text that was read. */
interface Text {
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly roles: TokenRoles;
  /** `[heads, tokens, tokens]` of each layer. */
  readonly weights: readonly Tensor[];
}

let core: Promise<Heed> | undefined;
let model: Model | undefined;
let pieces: Pieces | undefined;
let progress: Progress = { done: 0, of: 0 };
const texts = new Map<number, Text>();
let reading = new AbortController();

/** Says which build of the core runs. */
async function begin(wasm: WebAssembly.Module): Promise<string> {
  core = load({ wasm });
  return (await core).flavour;
}

/** How many milliseconds it takes to read these files, as far as their beginning tells. */
async function tryReading(weights: readonly Readable[]): Promise<number> {
  const [first, ...others] = weights.map((file) => new Blob([file]));
  const all = others.reduce((sum, { size }) => sum + size, first!.size);
  const since = performance.now();
  const bytes = new Uint8Array(await first!.slice(0, TRIED_BYTES).arrayBuffer());
  bytes.slice();
  return ((performance.now() - since) * all) / Math.max(1, bytes.length);
}

async function open({ config, tokenizer, weights }: ModelParts): Promise<OpenedModel> {
  let problem: TokenizerProblem | undefined;
  if (tokenizer !== undefined) {
    try {
      pieces = readPieces(await new Response(tokenizer).text());
    } catch (error) {
      if (!(error instanceof UnusableTokenizer)) throw error;
      problem = error.problem;
    }
  }
  const onProgress = (done: number, of: number): void => void (progress = { done, of });
  const opened = await openModel(await core!, { config: await new Response(config).text(), weights, onProgress });
  const { facts } = opened;
  if (pieces !== undefined && pieces.highest >= facts.vocab) {
    opened.dispose();
    throw new RangeError(
      `tokenizer.json has token ${pieces.highest}, and the model has ${facts.vocab}. ` +
        `It is the tokenizer of another model.`,
    );
  }
  model = opened;
  return { facts, hasTokenizer: pieces !== undefined, problem, mask: pieces?.mask };
}

/** The most tokens whose heads are kept. */
function mostTokens({ layers, heads, context }: ModelFacts): number {
  return Math.min(context, MOST_TOKENS, Math.floor(Math.sqrt(MOST_WEIGHTS / (layers * heads))));
}

/** Reads a text. A text that is still being read is dropped. */
async function read({ id, text, ids }: ReadRequest): Promise<ReadText> {
  reading.abort(new DOMException("Another text came.", "AbortError"));
  reading = new AbortController();
  const { signal } = reading;
  const all = ids ?? pieces!.encode(text!);
  const most = mostTokens(model!.facts);
  const taken = shortened(all, most);
  if (taken.length > 0) {
    const run = await model!.run(taken, { keep: ["weights"], output: "none", signal });
    keep(
      id,
      taken,
      run.layers.map(({ weights }) => weights!),
    );
  }
  return told(taken, all.length - taken.length, most);
}

/** The sign at the end of a text stays. */
function shortened(ids: readonly number[], most: number): readonly number[] {
  if (ids.length <= most) return ids;
  const last = ids.at(-1)!;
  return pieces?.special.has(last) ? [...ids.slice(0, most - 1), last] : ids.slice(0, most);
}

function keep(id: number, ids: readonly number[], weights: readonly Tensor[]): void {
  const names = ids.map((token) => pieces?.nameOf(token) ?? String(token));
  texts.set(id, { ids, names, roles: rolesOf(names, names.length), weights });
  for (const old of texts.keys()) if (texts.size > KEPT_TEXTS) texts.delete(old);
}

function told(ids: readonly number[], left: number, most: number): ReadText {
  const names = ids.map((id) => pieces?.nameOf(id) ?? String(id));
  const special = ids.map((id) => pieces?.special.has(id) ?? false);
  return { ids, tokens: { rowTokens: names, columnTokens: names }, special, left, most };
}

function textOf(id: number): Text {
  const text = texts.get(id);
  if (text === undefined) throw new Error("This text was read before others.");
  return text;
}

function scan({ id, from, side }: ScanTextRequest): ScannedHead[] {
  const { roles, names } = textOf(id);
  const { layers, heads } = model!.facts;
  const until = performance.now() + SLICE_MS;
  const scanned: ScannedHead[] = [];
  for (let at = from; at < layers * heads; at++) {
    const place = { layer: Math.floor(at / heads), head: at % heads };
    const matrix = { values: weightsOf({ id, ...place }), rows: names.length, columns: names.length };
    const thumbnail = pooled(matrix.values, names.length, names.length, side);
    scanned.push({ ...place, statistics: statisticsOf(matrix, roles), thumbnail });
    if (performance.now() > until) break;
  }
  return scanned;
}

function weightsOf({ id, layer, head }: HeadOfText): Float32Array {
  const { data, shape } = textOf(id).weights[layer]!;
  const cells = shape[1]! * shape[2]!;
  return data.subarray(head * cells, (head + 1) * cells);
}

function headOfText(place: HeadOfText): HandedOver {
  const values = weightsOf(place).slice();
  return new HandedOver(values, [values.buffer]);
}

/** All steps of one head, so that each number opens. */
function openHead({ id, layer, head: number }: HeadOfText): OpenedHead {
  const { ids } = textOf(id);
  const { heads, kvHeads, dim, causal } = model!.facts;
  const keys = ["q", "k", "v", "raw", "scores", "logits", "weights"] as const;
  const kept = model!.run(ids, { keep: keys, layers: [layer], output: "none" }).layers[layer]!;
  const part = (name: (typeof keys)[number]): Float32Array => {
    const { data, shape } = kept[name]!;
    const at = shape[0] === heads ? number : Math.floor((number * kvHeads) / heads);
    return data.slice((at * data.length) / shape[0]!, ((at + 1) * data.length) / shape[0]!);
  };
  const [q, k, v, raw, scores, logits, weights] = keys.map(part) as [Float32Array, Float32Array, Float32Array, ...Four];
  return {
    ...{ q, k, v, raw, scores, logits, weights, dim, causal },
    scale: scaleOf(raw, scores, dim),
    mask: maskOf(logits, ids.length, causal),
  };
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array];

/** What the products were multiplied by, by the largest of them; undefined where it is 1 ∕ √dim. */
function scaleOf(raw: Float32Array, scores: Float32Array, dim: number): number | undefined {
  let at = 0;
  for (let cell = 1; cell < raw.length; cell++) if (Math.abs(raw[cell]!) > Math.abs(raw[at]!)) at = cell;
  const factor = scores[at]! / raw[at]!;
  return raw[at] === 0 || Math.abs(factor * Math.sqrt(dim) - 1) < 1e-5 ? undefined : factor;
}

/** Which keys are seen, where a window hides more than being causal does. */
function maskOf(logits: Float32Array, count: number, causal: boolean): Uint8Array | undefined {
  const mask = Uint8Array.from(logits, (logit) => (logit === -Infinity ? 0 : 1));
  const hides = mask.some((seen, cell) => seen === 0 && !(causal && cell % count > Math.floor(cell / count)));
  return hides ? mask : undefined;
}

/** What the page may ask of a model. */
export const MODEL_METHODS = {
  begin,
  tryReading,
  openModel: open,
  progress: () => progress,
  readText: read,
  scanText: scan,
  headOfText,
  openHead,
};
