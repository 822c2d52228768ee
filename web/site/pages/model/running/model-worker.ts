// What the worker does for a model that runs there: it opens it, reads texts, and answers about their heads.
import { load, type Heed, type Tensor } from "heed";
import { openModel, type GeneratedToken, type Model, type ModelFacts, type OpenModelOptions } from "heed/model";
import { pooled, rolesOf, statisticsOf, type TokenRoles } from "../../../../statistics/index.js";
import { HandedOver, Latest } from "../../../kit/index.js";
import type { ScannedHead } from "../../../rooms/heads/index.js";
import { biasOf, maskOf, reasonMethods, scaleOf } from "../../../rooms/why/worker/index.js";
import type { AskedEffect, AskedMap, Effect } from "../../../rooms/what-if/index.js";
import type {
  FolderParts,
  GgufParts,
  HeadOfText,
  Next,
  OfText,
  OpenedHead,
  OpenedModel,
  Progress,
  Readable,
  ReadRequest,
  ReadText,
  TokenizerProblem,
  WritingRequest,
  WrittenStep,
} from "./requests.js";
import { bytesOf } from "./asked-file.js";
import { Asides, passed } from "./asides.js";
import { forgetGguf, ggufNow, readHead } from "./gguf-worker.js";
import { likeliest, shareOf } from "./likely.js";
import { projectionsOf } from "./projections.js";
import { Reading, runUpTo } from "./reading.js";
import { saveText } from "./save-text.js";
import { readPieces, UnusableTokenizer, type Pieces } from "./tokenizer.js";
import { whyMethods } from "./why-worker.js";
import { effectOf, weigh, type Known } from "./what-if.js";

/** A text of more tokens shows its heads while they are computed, that one first which is looked at. */
const LONG = 128;
/** After this many milliseconds a scan answers with the heads that it has. */
const SLICE_MS = 40;
/** The weights of all heads of a text take 256 MB at most. */
const MOST_WEIGHTS = 64e6;
const MOST_TOKENS = 1024;
/** The logits of all tokens take 64 MB at most; of a longer text those of the last token are kept. */
const MOST_LOGITS = 16e6;
/** How many of the likeliest tokens the page gets. */
const TOLD = 10;

/** A text that was read. */
interface Text {
  readonly ids: readonly number[];
  readonly names: readonly string[];
  readonly roles: TokenRoles;
  readonly reading: Reading;
}

let core: Promise<Heed> | undefined;
let model: Model | undefined;
let judges = false;
let pieces: Pieces | undefined;
let problem: TokenizerProblem | undefined;
let progress: Progress = { done: 0, of: 0 };
const texts = new Map<number, Text>();
let newest: number | undefined;
const readings = new Latest();
/** What is read now. */
let now: Promise<unknown> = Promise.resolve();
const asides = new Asides({ read: () => now, isNewest: (id) => id === newest });

/** Says which build of the core runs. */
async function begin(wasm: WebAssembly.Module): Promise<string> {
  core = load({ wasm });
  return (await core).flavour;
}

/** How many milliseconds it takes to read all bytes of the weights, as far as their beginning tells. */
async function tryReading({ beginning, bytes: all }: { beginning: Readable; bytes: number }): Promise<number> {
  const since = performance.now();
  const bytes = new Uint8Array(await new Response(beginning).arrayBuffer());
  bytes.slice();
  return ((performance.now() - since) * all) / Math.max(1, bytes.length);
}

interface TokenizerRequest {
  /** Undefined: that of the GGUF file, where it has one. */
  readonly tokenizer: Readable | undefined;
  /** A text that is cut once, so that what takes too long does so here. */
  readonly tried: string;
}

/** Reads a tokenizer.json, or that of the GGUF file. */
async function readTokenizer({ tokenizer, tried }: TokenizerRequest): Promise<TokenizerProblem | undefined> {
  const json = tokenizer === undefined ? ggufNow()?.tokenizerJson : await new Response(tokenizer).text();
  if (json === undefined) return undefined;
  try {
    const read = readPieces(json);
    read.encode(tried);
    pieces = read;
  } catch (error) {
    if (!(error instanceof UnusableTokenizer)) throw error;
    problem = error.problem;
  }
  return problem;
}

async function open(parts: FolderParts | GgufParts): Promise<OpenedModel> {
  const onProgress = (done: number, of: number): void => void (progress = { done, of });
  const opened = await openModel(await core!, { ...(await givenIn(parts)), onProgress });
  const { facts } = opened;
  if (pieces !== undefined && pieces.highest >= facts.vocab) {
    opened.dispose();
    throw new RangeError(
      `tokenizer.json has token ${pieces.highest}, and the model has ${facts.vocab}. ` +
        `It is the tokenizer of another model.`,
    );
  }
  model = opened;
  forgetGguf();
  // Files of GGUF hold no discriminator.
  judges = "weights" in parts && !facts.head && opened.run([0]).replaced !== undefined;
  const mask = pieces?.mask;
  const maskName = mask === undefined ? undefined : nameOf(mask);
  return { facts, hasTokenizer: pieces !== undefined, problem, mask, maskName, judges };
}

async function givenIn(parts: FolderParts | GgufParts): Promise<OpenModelOptions> {
  if (!("weights" in parts)) return { ...ggufNow()!, layers: parts.layers };
  const { config, weights } = parts;
  return { config: await new Response(config).text(), weights: weights.map(bytesOf) };
}

/** The most tokens whose heads are kept. */
function mostTokens({ layers, heads, context }: ModelFacts): number {
  return Math.min(context, MOST_TOKENS, Math.floor(Math.sqrt(MOST_WEIGHTS / (layers * heads))));
}

/** Reads a text. A text that is still being read is dropped. */
function readText(request: ReadRequest): Promise<ReadText> {
  const read = readAnew(request);
  now = read.catch(() => undefined);
  return read;
}

async function readAnew({ id, text, ids, first, shown }: ReadRequest): Promise<ReadText> {
  const signal = readings.begin();
  asides.stop();
  await endWriting();
  signal.throwIfAborted();
  // Until this one is read, only the text on the page counts, not those that were sent after it.
  if (newest !== shown) texts.get(newest!)?.reading.drop();
  newest = shown;
  const all = idsOf({ text, ids });
  const most = mostTokens(model!.facts);
  const taken = shortened(all, most);
  if (taken.length > 0) {
    texts.get(shown!)?.reading.drop();
    const { vocab, causal, head } = model!.facts;
    const ofWords = !causal ? "none" : taken.length * vocab > MOST_LOGITS ? "last" : "all";
    // Without a head there are none, but a discriminator judges each token.
    const output = head ? ofWords : "all";
    if (taken.length > LONG) {
      const reading = new Reading(model!, taken, output);
      reading.compute(first);
      keep(id, taken, reading, shown);
    } else {
      const { layers, ...rest } = await model!.run(taken, { keep: ["weights"], logits: output, signal });
      const weights = layers.map((layer) => layer.weights!);
      keep(id, taken, Reading.of(model!, taken, weights, rest), shown);
    }
  }
  return told(taken, all.length - taken.length, most);
}

function idsOf({ text, ids }: Omit<ReadRequest, "id">): readonly number[] {
  return ids ?? pieces!.encode(text!);
}

/** The sign at the end of a text stays. */
function shortened(ids: readonly number[], most: number): readonly number[] {
  if (ids.length <= most) return ids;
  const last = ids.at(-1)!;
  return pieces?.special.has(last) ? [...ids.slice(0, most - 1), last] : ids.slice(0, most);
}

/** The heads of two texts take memory: of the one on the page, and of the one that comes next. */
function keep(id: number, ids: readonly number[], reading: Reading, shown: number | undefined): void {
  for (const { reading: old } of texts.values()) old.logits = undefined;
  const names = ids.map(nameOf);
  texts.set(id, { ids, names, roles: rolesOf(names, names.length), reading });
  newest = id;
  for (const old of texts.keys()) if (old !== id && old !== shown) texts.delete(old);
}

/** Without a tokenizer a token is called by its number. */
function nameOf(id: number): string {
  return pieces?.nameOf(id) ?? String(id);
}

function told(ids: readonly number[], left: number, most: number): ReadText {
  const names = ids.map(nameOf);
  const isText = pieces !== undefined && ids.length > 0;
  const text = isText ? pieces!.textOf(ids) : ids.join(" ");
  const special = ids.map((id) => pieces?.special.has(id) ?? false);
  return {
    ids,
    tokens: { rowTokens: names, columnTokens: names },
    special,
    left,
    most,
    text,
    isLong: ids.length > LONG,
  };
}

function textOf(id: number): Text {
  const text = texts.get(id);
  if (text === undefined) throw new Error("This text was read before others.");
  return text;
}

async function scan({
  id,
  from,
  side,
}: OfText & { readonly from: number; readonly side: number }): Promise<ScannedHead[]> {
  const { roles, names, reading } = textOf(id);
  const { layers, heads } = model!.facts;
  const layerAt = (at: number): number => Math.floor(at / heads);
  // The page goes on to the text that is being read, unless that cannot be read.
  if (reading.weights[layerAt(from)] === undefined) await now;
  if (id === newest) await reading.arrived(layerAt(from));
  else if (reading.weights[layerAt(from)] === undefined) await new Promise((rest) => setTimeout(rest, SLICE_MS));
  const until = performance.now() + SLICE_MS;
  const scanned: ScannedHead[] = [];
  for (let at = from; at < layers * heads; at++) {
    const place = { layer: layerAt(at), head: at % heads };
    const weights = reading.weights[place.layer];
    if (weights === undefined) break;
    const matrix = { values: headIn(weights, place.head), rows: names.length, columns: names.length };
    const thumbnail = pooled(matrix.values, names.length, names.length, side);
    scanned.push({ ...place, statistics: statisticsOf(matrix, roles), thumbnail });
    if (performance.now() > until) break;
  }
  return scanned;
}

function headIn({ data, shape }: Tensor, head: number): Float32Array {
  const cells = shape[1]! * shape[2]!;
  return data.subarray(head * cells, (head + 1) * cells);
}

/** The heads of a layer, which are computed for no text that has passed. @param last as in Reading */
async function layerOf(id: number, layer: number, last = layer): Promise<Tensor> {
  const { reading } = textOf(id);
  for (;;) {
    if (reading.weights[layer] === undefined) await now;
    if (reading.weights[layer] === undefined && id !== newest) throw passed();
    const weights = await reading.layer(layer, last);
    if (weights !== undefined) return weights;
  }
}

async function headOfText({ id, layer, head }: HeadOfText): Promise<HandedOver<Float32Array>> {
  const values = headIn(await layerOf(id, layer), head).slice();
  return new HandedOver(values, [values.buffer]);
}

async function save({ id }: OfText): Promise<Blob> {
  const { reading, names } = textOf(id);
  return saveText(await reading.all(), names);
}

/** All steps of one head, so that each number opens. */
async function openHead({ id, layer, head: number }: HeadOfText): Promise<OpenedHead> {
  const { ids } = textOf(id);
  const { heads, kvHeads, dim, causal } = model!.facts;
  const keys = ["q", "k", "v", "raw", "scores", "logits", "weights"] as const;
  const kept = await runUpTo(model!, ids, { layers: [layer], keep: [...keys, "stages"] });
  const part = (name: (typeof keys)[number]): Float32Array => {
    const { data, shape } = kept[name]!;
    const at = shape[0] === heads ? number : Math.floor((number * kvHeads) / heads);
    return data.slice((at * data.length) / shape[0]!, ((at + 1) * data.length) / shape[0]!);
  };
  const [q, k, v, raw, scores, logits, weights] = keys.map(part) as [Float32Array, Float32Array, Float32Array, ...Four];
  return {
    x: kept.stages!.read.data,
    projections: projectionsOf(model!, layer, number),
    ...{ q, k, v, raw, scores, logits, weights, dim, causal },
    scale: scaleOf(raw, scores, dim),
    bias: biasOf(scores, logits),
    mask: maskOf(logits, ids.length, causal),
  };
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array];

/** What follows a token, or is in its place where the model reads both ways; undefined where that is not known. */
async function next({ id, at }: OfText & { readonly at: number }, wanted?: AbortSignal): Promise<Next | undefined> {
  const text = textOf(id);
  const { causal, vocab } = model!.facts;
  if (causal && !(await text.reading.settled())) return { likely: [], actual: undefined, isStopped: true };
  const row = causal
    ? rowBehind(text, at)
    : await asides.ask(id, wanted, (signal) => rowOfHidden(text.ids, at, signal));
  if (row === undefined) return undefined;
  const stands = text.ids[causal ? at + 1 : at];
  const actual = stands === pieces?.mask ? undefined : stands;
  return {
    likely: likeliest(row.subarray(0, vocab), TOLD, nameOf),
    actual: actual === undefined ? undefined : { id: actual, name: nameOf(actual), share: shareOf(row, actual) },
  };
}

function rowBehind({ ids, reading: { logits } }: Text, at: number): Float32Array | undefined {
  if (logits === undefined) return undefined;
  const [rows, vocab] = logits.shape as [number, number];
  const row = rows === ids.length ? at : at === ids.length - 1 ? 0 : undefined;
  return row === undefined ? undefined : logits.data.subarray(row * vocab, (row + 1) * vocab);
}

/** The logits at a place whose token is hidden by the sign for that. */
async function rowOfHidden(ids: readonly number[], at: number, signal: AbortSignal): Promise<Float32Array | undefined> {
  if (!model!.facts.head || pieces?.mask === undefined) return undefined;
  const { logits } = await model!.run(
    ids.map((id, place) => (place === at ? pieces!.mask! : id)),
    { logits: [at], signal },
  );
  return logits!.data;
}

/** How probable each token is after those before it, or how much it looks replaced; NaN where that is not known. */
async function shares({ id }: OfText): Promise<Float32Array> {
  const text = textOf(id);
  await text.reading.settled();
  if (judges) return text.reading.replaced?.data.map((one) => 1 / (1 + Math.exp(-one))) ?? new Float32Array();
  return Float32Array.from(text.ids, (token, at) => {
    const row = at === 0 ? undefined : rowBehind(text, at - 1);
    return row === undefined ? NaN : shareOf(row, token);
  });
}

function known(signal: AbortSignal): Known {
  return { model: model!, mask: pieces?.mask, nameOf, signal };
}

/** The other text is read where its outputs are put in. */
type EffectRequest = OfText & Omit<AskedEffect, "other"> & { readonly other: Omit<ReadRequest, "id"> };

function effect(request: EffectRequest, wanted?: AbortSignal): Promise<Effect> {
  const { ids } = textOf(request.id);
  const puts = request.changes.some(({ kind }) => kind === "other");
  const others = puts ? idsOf(request.other) : undefined;
  return asides.ask(request.id, wanted, (signal) => effectOf(known(signal), ids, request, others));
}

function weighHeads(request: OfText & AskedMap, wanted?: AbortSignal): Promise<number[]> {
  const { ids } = textOf(request.id);
  return asides.ask(request.id, wanted, (signal) => weigh(known(signal), ids, request));
}

let writing: { readonly id: number; readonly steps: AsyncGenerator<GeneratedToken, void> } | undefined;
let written: { readonly ids: readonly number[]; readonly weights: readonly Tensor[] } = { ids: [], weights: [] };

async function beginWriting({ id, ...options }: WritingRequest): Promise<void> {
  await endWriting();
  written = { ids: textOf(id).ids, weights: [] };
  writing = { id, steps: model!.generate(written.ids, { ...options, keep: ["weights"] }) };
}

/** The next step; undefined once the text has ended. */
async function writeOn({ id, shown }: OfText & { readonly shown: number }): Promise<WrittenStep | undefined> {
  const { done, value } = (await writing?.steps.next()) ?? { done: true };
  if (done || value === undefined) return undefined;
  const { ids, weights } = written;
  const grown = value.layers.map((layer, at) => grownBy(weights[at], layer.weights!, ids.length));
  const logits = { data: value.logits, shape: [1, value.logits.length] };
  keep(id, ids, Reading.of(model!, ids, grown, { logits }), shown);
  const read = told(ids, 0, mostTokens(model!.facts));
  written = { ids: [...ids, value.id], weights: grown };
  return { read, drawn: value.id };
}

async function endWriting(): Promise<void> {
  const ended = writing;
  writing = undefined;
  await ended?.steps.return();
}

/** The matrices with the rows that a step read. Earlier tokens do not see the new ones. */
function grownBy(before: Tensor | undefined, rows: Tensor, count: number): Tensor {
  const [heads, added] = rows.shape as [number, number, number];
  if (added === count) return rows;
  const data = new Float32Array(heads * count * count);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < count - added; row++) {
      const from = (head * (count - added) + row) * (count - added);
      data.set(before!.data.subarray(from, from + count - added), (head * count + row) * count);
    }
    data.set(
      rows.data.subarray(head * added * count, (head + 1) * added * count),
      (head + 1) * count * count - added * count,
    );
  }
  return { data, shape: [heads, count, count] };
}

/** What the page may ask of a model. */
export const MODEL_METHODS = {
  begin,
  tryReading,
  readHead,
  readTokenizer,
  openModel: open,
  progress: () => progress,
  readText,
  scanText: scan,
  headOfText,
  openHead,
  saveText: save,
  next,
  shares,
  stopReading: ({ id }: OfText) => texts.get(id)?.reading.stop(),
  effect,
  weigh: weighHeads,
  beginWriting,
  writeOn,
  endWriting: async ({ id }: OfText) => (writing?.id === id ? endWriting() : undefined),
  ...reasonMethods({
    model: () => model!,
    idsOf: (id) => textOf(id).ids,
    encode: (typed) => pieces?.encode(typed) ?? (typed.match(/\d+/g) ?? []).map(Number),
    isSpecial: (id) => pieces?.special.has(id) ?? false,
    nameOf,
    mask: () => pieces?.mask,
    ask: (id, wanted, work) => asides.ask(id, wanted, work),
  }),
  ...whyMethods({ model: () => model!, idsOf: (id) => textOf(id).ids, layerOf }),
};
