// Text from a language model, a token at a time. Keys and values stay in a cache, so a token costs one row.
import type { Floats, Heed, SelfAttentionBackwardSession, Tensor, TensorInput } from "../lib/api/index.js";
import {
  checkNamed,
  checkObject,
  cutText,
  fault,
  GrowingText,
  idsOf,
  kindOf,
  positive,
  readFlag,
  readHeadName,
  readStop,
  readTensor,
  readTokenizer,
  readTokens,
  type AbortSignalLike,
  type ReadTokenizer,
  type TokenizerLike,
} from "../lib/read/index.js";
import { probabilities, sample, seededRandom, type SampleOptions } from "../train/index.js";
import { inCall, insideOf, openerOf, together, type Own } from "./layer.js";
import { openLinear, type Linear } from "./linear.js";
import { openNorm, type RmsNorm } from "./norm.js";
import { attentionAt, checkModel, type LanguageModel, type TransformerBlock } from "./transformer.js";

/** How a decoder is made. */
export interface DecoderOptions {
  /**
   * Turns a text into token numbers, and back, such as `lettersOf(text)` of heed/train. With it `generate` reads a text
   * and gives one.
   * @default none
   */
  tokenizer?: TokenizerLike | undefined;
  /**
   * Whether each step keeps the weights of the heads.
   * @default false
   */
  weights?: boolean | undefined;
}

/** How a decoder generates: as `model.generate` of heed/model does. */
export interface DecoderGenerateOptions extends SampleOptions {
  /**
   * How many tokens at most.
   * @default 32
   */
  maxTokens?: number | undefined;
  /**
   * Logits are divided by it; 0 takes the most probable token each time.
   * @default 0
   */
  temperature?: number | undefined;
  /**
   * The same seed draws the same tokens.
   * @default 0
   */
  seed?: number | undefined;
  /**
   * A string, or strings, that end the text: after the token that completes one of them. Needs a tokenizer.
   * @default none
   */
  stop?: string | readonly string[] | undefined;
  /**
   * The matrices to keep of each layer.
   * @default []
   */
  keep?: readonly "weights"[] | undefined;
  /**
   * Changes the output of heads, named "layer.head": a number multiplies it, 0 switches the head off; numbers as long
   * as the head's values take its place.
   * @default {}
   */
  heads?: Readonly<Record<string, number | TensorInput>> | undefined;
  /**
   * Tokens that end the text.
   * @default []
   */
  ends?: readonly number[] | undefined;
  /**
   * Ends it between two tokens.
   * @default none
   */
  signal?: AbortSignalLike | undefined;
}

/** A token that a decoder generated. */
export interface DecodedToken {
  /** Its number. */
  readonly id: number;
  /** The new part of the text: "" while a character is not complete. Empty without a tokenizer. */
  readonly text: string;
  /** `[vocab]`: the logits that it was drawn from, before temperature, topK and topP. */
  readonly logits: Floats;
  /** The matrices kept of each layer, for the token that was read before it: `weights` is `[heads, 1, position]`. */
  readonly layers: readonly { readonly weights?: Tensor | undefined }[];
}

/** Reads tokens one after another. */
export interface Decoder {
  /** Tokens that are read. */
  readonly position: number;
  /** `[heads, 1, position]` of each layer, as of the last step. Empty unless weights are kept. */
  readonly weights: readonly Tensor[];
  /** Reads a token, and returns the logits of the next one. They are overwritten by the next step. */
  step(id: number): Floats;
  /** Forgets all tokens. */
  reset(): void;
  /**
   * Continues a text or these tokens, one at a time. When all positions of the model are taken, the later half of the
   * tokens is read again. `step` is the same loop without promises.
   */
  generate(
    given: string | ArrayLike<number>,
    options?: DecoderGenerateOptions,
  ): AsyncGenerator<DecodedToken, void, undefined>;
  /**
   * Frees its memory, but not the model's.
   * @frees its caches, not the model
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

const WHERE = "heed/layers.decoder";
const GENERATES = "decoder.generate";

/** Makes a decoder of a model. It reads the model's weights as they are at each step. */
export function decoder(heed: Heed, model: LanguageModel, options: DecoderOptions = {}): Decoder {
  openerOf(WHERE, heed);
  checkModel(WHERE, "model", model);
  checkNamed(WHERE, "option", options, ["weights", "tokenizer"]);
  const keeps = readFlag(WHERE, "weights", options.weights);
  const tokenizer = readTokenizer(WHERE, options.tokenizer);
  const { modelDim, vocab, tokens, positions } = model.options;
  const attentions = model.blocks.map((_, layer) => attentionOf(model, layer));
  const { blocks, norm, head } = together((own) => {
    const rows = { heed, own, model };
    return {
      blocks: model.blocks.map((block, layer) => rowBlock(rows, block, attentions[layer]!)),
      norm: rowNorm(rows, model.norm),
      head: rowLinear(rows, { inputs: modelDim, outputs: vocab, outIn: true }, model.head, "weight"),
    };
  });
  const x = new Float32Array(modelDim);
  let position = 0;
  let disposed = false;
  const weights: Tensor[] = [];
  const reset = (): void => {
    checkUse("reset", disposed);
    for (const { cache } of blocks) cache.truncate(0);
    position = 0;
    weights.length = 0;
  };
  const step = (id: number): Floats => {
    checkUse("step", disposed);
    return read(id, { keeps, changes: [] });
  };
  const read = (id: number, how: Reading): Floats => {
    if (!Number.isInteger(id) || id < 0 || id >= vocab)
      throw fault("value", `decoder.step: id must be an integer from 0 to ${vocab - 1}; got ${kindOf(id)}.`);
    if (position === tokens)
      throw fault("capacity", `decoder.step: the model has ${tokens} positions, and all are taken. Call reset().`);
    const { table, positions: places } = model.embedding;
    for (let c = 0; c < modelDim; c++)
      x[c] = table[id * modelDim + c]! + (positions ? places![position * modelDim + c]! : 0);
    weights.length = 0;
    for (const [layer, block] of blocks.entries()) {
      const kept = block.run(x, how.keeps, how.changes[layer]);
      if (kept !== undefined) weights.push(kept);
    }
    position++;
    return runRow(head, runRow(norm, x));
  };
  const generate = (given: string | ArrayLike<number>, how: DecoderGenerateOptions = {}) => {
    checkUse("generate", disposed);
    return write(readGenerate(given, how, { vocab, tokenizer, layers: blocks, keeps }));
  };
  async function* write(writing: Writing): AsyncGenerator<DecodedToken, void> {
    const { ids, text, maxTokens, ends, stop, draw, signal } = writing;
    const all = ids.slice(-tokens);
    let rested = performance.now();
    let logits = readAll(all, writing);
    for (let count = 1; ; count++) {
      const id = draw(logits);
      all.push(id);
      const isLast = count === maxTokens || ends.includes(id);
      const piece = text.add(id, isLast);
      yield { id, text: piece, logits: logits.slice(), layers: weights.map((one) => ({ weights: one })) };
      if (isLast || stop(piece)) return;
      if (performance.now() - rested > HELD) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
      if (signal?.aborted) throw signal.reason;
      checkUse("generate", disposed);
      logits = position < tokens ? read(id, writing) : readAll(all.slice(-Math.max(1, tokens >> 1)), writing);
    }
  }
  const readAll = (ids: readonly number[], how: Reading): Floats => {
    reset();
    let logits = x;
    for (const id of ids) logits = read(id, how);
    return logits;
  };
  const dispose = (): void => {
    disposed = true;
    for (const block of blocks) block.dispose();
    norm.dispose();
    head.dispose();
  };
  const made = {
    get position() {
      return position;
    },
    get weights() {
      return weights.slice();
    },
    ...{ step, reset, generate, dispose, [Symbol.dispose ?? Symbol.for("Symbol.dispose")]: dispose },
  };
  return Object.freeze(made) as unknown as Decoder;
}

/** Milliseconds for which generate() holds the thread. */
const HELD = 20;

const GENERATE = ["maxTokens", "temperature", "topK", "topP", "seed", "stop", "keep", "heads", "ends", "signal"];

/** Changes the output of a layer's heads, one after another. */
type Change = (joined: Floats) => void;

/** How tokens are read. */
interface Reading {
  readonly keeps: boolean;
  /** By layer. */
  readonly changes: readonly (readonly Change[] | undefined)[];
}

/** A generation that was read and checked. */
interface Writing extends Reading {
  readonly ids: readonly number[];
  readonly text: GrowingText;
  readonly maxTokens: number;
  readonly ends: readonly number[];
  readonly stop: (piece: string) => boolean;
  readonly draw: (logits: Floats) => number;
  readonly signal: DecoderGenerateOptions["signal"];
}

/** What a decoder's options of generation are read with. */
interface Written {
  readonly vocab: number;
  readonly tokenizer: ReadTokenizer | undefined;
  readonly layers: readonly Pick<RowBlock, "heads" | "valueDim">[];
  readonly keeps: boolean;
}

function readGenerate(
  given: string | ArrayLike<number>,
  options: DecoderGenerateOptions,
  { vocab, tokenizer, layers, keeps }: Written,
): Writing {
  checkNamed(GENERATES, "option", options, GENERATE);
  const { maxTokens = 32, temperature = 0, topK, topP, seed = 0, ends = [], keep = [], signal } = options;
  const how = { temperature, topK, topP };
  const stream = inCall(GENERATES, () => seededRandom(seed));
  // Wrong options are refused here, and not at the first token.
  inCall(GENERATES, () => probabilities(new Float32Array(1), how));
  if (signal !== undefined && typeof signal?.aborted !== "boolean")
    throw fault("type", `${GENERATES}: signal must be an AbortSignal; got ${kindOf(signal)}.`);
  if (!Array.isArray(keep) || keep.some((name) => name !== "weights"))
    throw fault("type", `${GENERATES}: keep must be [] or ["weights"]; got ${kindOf(keep)}.`);
  const ids = readGiven(given, vocab, tokenizer);
  return {
    ids,
    text: new GrowingText(tokenizer, ids),
    maxTokens: positive(GENERATES, "maxTokens", maxTokens),
    ends: readTokens(GENERATES, "ends", ends, vocab),
    stop: readStop(GENERATES, options.stop, tokenizer),
    draw: (logits) => inCall(GENERATES, () => sample(logits, stream, how)),
    signal,
    keeps: keeps || keep.length > 0,
    changes: readHeads(options.heads, layers),
  };
}

function readGiven(given: unknown, vocab: number, tokenizer: ReadTokenizer | undefined): readonly number[] {
  if (typeof given === "string" && tokenizer === undefined)
    throw fault("type", `${GENERATES}: a string needs a tokenizer. Give decoder() one, or write token numbers.`);
  const ids =
    typeof given === "string"
      ? idsOf(GENERATES, tokenizer!, given, vocab)
      : readTokens(GENERATES, "ids", given, vocab, "a string or an array of token numbers");
  if (ids.length === 0) throw fault("shape", `${GENERATES}: ids must hold at least one token; it is empty.`);
  return ids;
}

function readHeads(given: DecoderGenerateOptions["heads"], layers: Written["layers"]): (Change[] | undefined)[] {
  const changes: (Change[] | undefined)[] = [];
  if (given === undefined) return changes;
  checkObject(GENERATES, "heads", given, 'an object such as { "1.0": 0 }');
  for (const [name, value] of Object.entries(given)) {
    const [layer, place] = readHeadName(GENERATES, name);
    const { heads, valueDim } = layers[layer] ?? { heads: 0, valueDim: 0 };
    if (place >= heads)
      throw fault("value", `${GENERATES}: heads names "${cutText(name)}", and ${headsText(layers, layer)}.`);
    const numbers = typeof value === "number" ? value : readTensor(GENERATES, `heads["${name}"]`, value).data;
    if (typeof numbers === "number" ? !Number.isFinite(numbers) : numbers.length !== valueDim)
      throw fault(
        "value",
        `${GENERATES}: heads["${name}"] must be a finite number, or ${valueDim} numbers; got ` +
          `${typeof numbers === "number" ? kindOf(numbers) : `${numbers.length} numbers`}.`,
      );
    (changes[layer] ??= []).push((joined) => {
      for (let at = 0, to = place * valueDim; at < valueDim; at++, to++)
        joined[to] = typeof numbers === "number" ? (numbers === 0 ? 0 : joined[to]! * numbers) : numbers[at]!;
    });
  }
  return changes;
}

function headsText(layers: Written["layers"], layer: number): string {
  const of = layers[layer];
  return of === undefined ? `the model has ${layers.length} layers` : `layer ${layer} has ${of.heads} heads`;
}

function checkUse(use: string, disposed: boolean): void {
  if (!disposed) return;
  throw fault(
    "disposed",
    `decoder.${use}: this ${WHERE} was used after dispose(), which freed its memory. Make a new one.`,
  );
}

/** The options of attention that a cache takes as they are. */
const CACHED = ["rotary", "window", "alibi", "sink", "scale", "softcap"];
/** Those that say what the weights are. */
const SIZED = ["kvHeads", "dim", "valueDim", "layout"];
/** Parts of options that a cache does not take: it knows the position of each token. */
const PLACES = { window: "offset", alibi: "offset", rotary: "positions" };

/** The options that a layer's cache is made with. */
function attentionOf({ options }: LanguageModel, layer: number): Readonly<Record<string, unknown>> {
  const { attention, called } = attentionAt(options, layer);
  const { keep: _keep, causal = true, ...rest } = attention;
  const given = Object.keys(rest).filter((name) => rest[name] !== undefined);
  const place = Object.entries(PLACES).find(([name, part]) => (Object(rest[name]) as typeof rest)[part] !== undefined);
  const unknown = given.find((name) => !CACHED.includes(name) && !SIZED.includes(name));
  const other = causal !== true ? "causal" : (unknown ?? place?.join("."));
  if (other !== undefined)
    throw fault("value", `${WHERE}: it cannot read a model whose ${called} has ${cutText(other)}.`);
  return Object.fromEntries(given.filter((name) => CACHED.includes(name)).map((name) => [name, rest[name]]));
}

interface Row {
  readonly x: Floats;
  readonly output: Floats;
  run(): void;
}

function runRow(row: Row, x: Floats): Floats {
  row.x.set(x);
  row.run();
  return row.output;
}

/** What all sessions of a decoder are made with. */
interface Rows {
  readonly heed: Heed;
  readonly own: Own;
  readonly model: LanguageModel;
}

/** A norm of one row that reads the weights of another. */
function rowNorm({ heed, own, model }: Rows, from: RmsNorm): RmsNorm {
  const { modelDim, norm, biases } = model.options;
  const made = own(openNorm(heed, WHERE, norm, { rows: 1, dim: modelDim, ...(norm === "layer" && { biases }) }));
  for (const name of norm === "layer" && biases ? ["gain", "bias"] : ["gain"]) follow(made, name, from, name);
  return made;
}

interface RowSizes {
  readonly inputs: number;
  readonly outputs: number;
  readonly outIn?: boolean;
  readonly activation?: LanguageModel["options"]["activation"];
  readonly bias?: string | undefined;
}

/** A linear layer of one row that reads the weights of another session. */
function rowLinear(
  { heed, own }: Rows,
  { inputs, outputs, outIn, activation, bias }: RowSizes,
  from: object,
  weight: string,
): Linear {
  const biases = bias !== undefined;
  const layout = outIn ? "out-in" : "in-out";
  const made = own(openLinear(heed, WHERE, { rows: 1, inputs, outputs, biases, activation, layout }));
  follow(made, "weight", from, weight);
  if (biases) follow(made, "bias", from, bias);
  // the row reads the weight in order, where more rows pack it: a step of four layers of 128 takes less than half
  insideOf(made)!.write({ held: 1 });
  return made;
}

function follow(made: object, name: string, from: object, other: string): void {
  const [own, lent] = [insideOf(made)!, insideOf(from)!];
  if (own.buffer !== lent.buffer) throw fault("value", `${WHERE}: model must be a model of the same heed.`);
  own.point(name, lent.addressOf(other), lent.lenderOf(other));
}

interface RowBlock {
  readonly cache: ReturnType<Heed["cache"]>;
  readonly heads: number;
  /** Columns of values, for each head. */
  readonly valueDim: number;
  /** Replaces x by the output of the block. Returns the weights of the heads if they are kept. */
  run(x: Floats, keeps: boolean, changes?: readonly Change[]): Tensor | undefined;
  dispose(): void;
}

function rowBlock(rows: Rows, block: TransformerBlock, options: Readonly<Record<string, unknown>>): RowBlock {
  const { own, model } = rows;
  const { modelDim, hidden, activation, biases } = model.options;
  const [[before, attention], [after, feed]] = [block.layers[0].layers, block.layers[1].layers];
  const { heads, kvHeads, dim: width, valueDim, outIn } = insideOf(attention)!.sizes as unknown as HeadSizes;
  const named = (name: string): string | undefined => (biases ? name : undefined);
  const projection = (name: string, inputs: number, outputs: number): Linear => {
    const sizes = { inputs, outputs, outIn: outIn === 1, bias: named(`${name}Bias`) };
    return rowLinear(rows, sizes, attention, `${name}Weight`);
  };
  const query = projection("query", modelDim, heads * width);
  const key = projection("key", modelDim, kvHeads * width);
  const value = projection("value", modelDim, kvHeads * valueDim);
  const output = projection("output", heads * valueDim, modelDim);
  const [first, second] = [rowNorm(rows, before), rowNorm(rows, after)];
  const bias = named("bias");
  const up = rowLinear(rows, { inputs: modelDim, outputs: hidden, activation, bias }, feed.layers[0], "weight");
  const down = rowLinear(rows, { inputs: hidden, outputs: modelDim, bias }, feed.layers[1], "weight");
  const cache = own(rowCache(rows, attention, options));
  const asHeads = (row: Floats, count: number): Tensor => ({ data: row, shape: [count, 1, row.length / count] });
  const add = (to: Floats, from: Floats): void => {
    for (let c = 0; c < modelDim; c++) to[c] = to[c]! + from[c]!;
  };
  return {
    cache,
    heads,
    valueDim,
    run(x, keeps, changes) {
      const normed = runRow(first, x).slice();
      const q = asHeads(runRow(query, normed), heads);
      const [k, v] = [key, value].map((one) => asHeads(runRow(one, normed), kvHeads)) as [Tensor, Tensor];
      const found = cache.step(q, k, v, keeps ? { keep: ["weights"] } : {}) as { output: Tensor; weights?: Tensor };
      for (const change of changes ?? []) change(found.output.data);
      add(x, runRow(output, found.output.data));
      add(x, runRow(down, runRow(up, runRow(second, x))));
      return found.weights;
    },
    dispose() {
      for (const one of [query, key, value, output, first, second, up, down, cache]) one.dispose();
    },
  };
}

interface HeadSizes {
  readonly heads: number;
  readonly kvHeads: number;
  /** Columns of queries and keys, for each head. */
  readonly dim: number;
  /** Columns of values, for each head. */
  readonly valueDim: number;
  readonly modelDim: number;
  readonly outIn: 0 | 1;
}

/** A cache that computes what the attention of a block does. Sinks and slopes are those that the block has now. */
function rowCache(
  { heed, model }: Rows,
  session: SelfAttentionBackwardSession,
  attention: Readonly<Record<string, unknown>>,
): RowBlock["cache"] {
  const { heads, kvHeads, dim, valueDim, modelDim } = insideOf(session)!.sizes as unknown as HeadSizes;
  const written = (["sink", "alibi"] as const).filter((name) => session[name] !== undefined);
  const perHead = written.map((name) => [name, { data: session[name]!.slice(), shape: [heads] }]);
  const options = {
    ...{ heads, kvHeads, dim, valueDim, capacity: model.options.tokens },
    ...attention,
    ...Object.fromEntries(perHead),
  };
  // A cache has no model: its dim would be that of all heads.
  const scale = attention["scale"] === "sqrt-dmodel" ? 1 / Math.sqrt(modelDim) : attention["scale"];
  return openerOf(WHERE, heed).openCache(WHERE, { ...options, scale }) as RowBlock["cache"];
}
