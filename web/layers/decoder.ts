// Text from a language model, a token at a time. Keys and values stay in a cache, so a token costs one row.
import type { Floats, Heed, Tensor } from "../lib/api/index.js";
import { checkNames, checkObject, cutText, kindOf, positive, readFlag } from "../lib/read/index.js";
import { random, sample, type SampleOptions } from "../train/index.js";
import { insideOf, openerOf, together, type Own } from "./layer.js";
import { linearSession, type Linear } from "./linear.js";
import { layerNormSession, rmsNormSession, type RmsNorm } from "./norm.js";
import type { LanguageModel, TransformerBlock } from "./transformer.js";

/** What a decoder keeps. */
export interface DecoderOptions {
  /** Whether each step keeps the weights of the heads. */
  weights?: boolean | undefined;
}

/** How text is generated. */
export interface GenerateOptions extends SampleOptions {
  /** The tokens that the text begins with; one at least. */
  ids: ArrayLike<number>;
  /** How many tokens follow. */
  most: number;
  /** Draws the tokens; 0 where it is left out. */
  seed?: number | undefined;
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
   * Tokens that follow. Where all positions of the model are taken, the later half of the tokens is read again.
   */
  generate(options: GenerateOptions): number[];
  /** Gives the memory back, but not that of the model. */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

/** Makes a decoder of a model. It reads the model's weights as they are at each step. */
export function decoder(heed: Heed, model: LanguageModel, options: DecoderOptions = {}): Decoder {
  const where = "heed/layers.decoder";
  openerOf(where, heed);
  checkObject(where, "options", options);
  checkNames(where, "option", options, ["weights"]);
  if (typeof (model as Partial<LanguageModel> | null)?.blocks !== "object")
    throw new TypeError(`${where}: model must be made by languageModel; got ${kindOf(model)}.`);
  const keeps = readFlag(where, "weights", options.weights);
  const { dim, vocab, tokens, positions } = model.options;
  const attention = attentionOf(model);
  const { blocks, norm, head } = together((own) => {
    const rows = { heed, own, model, attention, keeps };
    return {
      blocks: model.blocks.map((block) => rowBlock(rows, block)),
      norm: rowNorm(rows, model.norm),
      head: rowLinear(rows, { inputs: dim, outputs: vocab, outIn: true }, model.head, "weight"),
    };
  });
  const x = new Float32Array(dim);
  let position = 0;
  const weights: Tensor[] = [];
  const reset = (): void => {
    for (const { cache } of blocks) cache.truncate(0);
    position = 0;
    weights.length = 0;
  };
  const step = (id: number): Floats => {
    if (!Number.isInteger(id) || id < 0 || id >= vocab)
      throw new RangeError(`${where}: id must be an integer from 0 to ${vocab - 1}; got ${kindOf(id)}.`);
    if (position === tokens)
      throw new RangeError(`${where}: the model has ${tokens} positions, and all are taken. Call reset().`);
    const { table, positions: places } = model.embedding;
    for (let c = 0; c < dim; c++) x[c] = table[id * dim + c]! + (positions ? places![position * dim + c]! : 0);
    weights.length = 0;
    for (const block of blocks) {
      const kept = block.run(x);
      if (kept !== undefined) weights.push(kept);
    }
    position++;
    return runRow(head, runRow(norm, x));
  };
  const generate = (given: GenerateOptions): number[] => {
    checkObject(where, "options of generate()", given);
    checkNames(where, "option of generate()", given, ["ids", "most", "seed", "temperature", "topK", "topP"]);
    const { ids, most, seed = 0, ...how } = given;
    if (typeof ids !== "object" || ids === null || !(ids.length > 0))
      throw new TypeError(`${where}: ids must be an array of one token or more; got ${kindOf(ids)}.`);
    const draw = random(seed);
    const from = Math.max(0, ids.length - tokens);
    const read = Array.from({ length: ids.length - from }, (_, at) => ids[from + at]!);
    const found: number[] = [];
    const count = positive(where, "most", most);
    reset();
    let logits = x;
    for (const id of read) logits = step(id);
    while (found.length < count) {
      const next = sample(logits, draw, how);
      found.push(next);
      read.push(next);
      if (found.length === count) break;
      if (position < tokens) logits = step(next);
      else {
        reset();
        for (const id of read.slice(-Math.max(1, tokens >> 1))) logits = step(id);
      }
    }
    return found;
  };
  const dispose = (): void => {
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

/** What a cache has of the options of attention. */
const CACHED = ["rotary", "window", "alibi", "scale", "softcap"];

function attentionOf({ options: { attention } }: LanguageModel): Readonly<Record<string, unknown>> {
  const { keep: _keep, causal = true, ...rest } = attention;
  const given = Object.keys(rest).filter((name) => rest[name] !== undefined);
  const other = causal !== true ? "causal" : given.find((name) => !CACHED.includes(name));
  if (other === undefined) return Object.fromEntries(given.map((name) => [name, rest[name]]));
  throw new RangeError(`heed/layers.decoder: it cannot read a model whose attention has ${cutText(other)}.`);
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
  /** The options of its cache. */
  readonly attention: Readonly<Record<string, unknown>>;
  /** Whether the weights of the heads are kept. */
  readonly keeps: boolean;
}

/** A norm of one row that reads the weights of another. */
function rowNorm({ heed, own, model }: Rows, from: RmsNorm): RmsNorm {
  const { dim, norm, biases } = model.options;
  const sizes = { rows: 1, dim };
  const made = own(norm === "rms" ? rmsNormSession(heed, sizes) : layerNormSession(heed, { ...sizes, biases }));
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
  const made = own(linearSession(heed, { rows: 1, inputs, outputs, biases, activation, layout }));
  follow(made, "weight", from, weight);
  if (biases) follow(made, "bias", from, bias);
  // the row reads the weight in order, where more rows pack it: a step of four layers of 128 takes less than half
  insideOf(made)!.write({ held: 1 });
  return made;
}

function follow(made: object, name: string, from: object, other: string): void {
  const [own, lent] = [insideOf(made)!, insideOf(from)!];
  if (own.buffer !== lent.buffer) throw new RangeError("heed/layers.decoder: model must be a model of the same heed.");
  own.point(name, lent.addressOf(other), lent.lenderOf(other));
}

interface RowBlock {
  readonly cache: ReturnType<Heed["cache"]>;
  /** Replaces x by the output of the block. Returns the weights of the heads where they are kept. */
  run(x: Floats): Tensor | undefined;
  dispose(): void;
}

function rowBlock(rows: Rows, block: TransformerBlock): RowBlock {
  const { heed, own, model, attention: options, keeps } = rows;
  const { dim, heads, hidden, activation, biases, tokens } = model.options;
  const [[before, attention], [after, feed]] = [block.layers[0].layers, block.layers[1].layers];
  const width = dim / heads;
  const named = (name: string): string | undefined => (biases ? name : undefined);
  const square = (name: string): Linear =>
    rowLinear(rows, { inputs: dim, outputs: dim, bias: named(`${name}Bias`) }, attention, `${name}Weight`);
  const [query, key, value, output] = ["query", "key", "value", "output"].map(square) as [
    Linear,
    Linear,
    Linear,
    Linear,
  ];
  const [first, second] = [rowNorm(rows, before), rowNorm(rows, after)];
  const up = rowLinear(
    rows,
    { inputs: dim, outputs: hidden, activation, bias: named("bias") },
    feed.layers[0],
    "weight",
  );
  const down = rowLinear(rows, { inputs: hidden, outputs: dim, bias: named("bias") }, feed.layers[1], "weight");
  const cache = own(heed.cache({ heads, dim: width, capacity: tokens, ...options }));
  const asHeads = (row: Floats): Tensor => ({ data: row, shape: [heads, 1, width] });
  const add = (to: Floats, from: Floats): void => {
    for (let c = 0; c < dim; c++) to[c] = to[c]! + from[c]!;
  };
  return {
    cache,
    run(x) {
      const normed = runRow(first, x).slice();
      const [q, k, v] = [query, key, value].map((one) => asHeads(runRow(one, normed))) as [Tensor, Tensor, Tensor];
      const found = cache.step(q, k, v, keeps ? { keep: ["weights"] } : {}) as { output: Tensor; weights?: Tensor };
      add(x, runRow(output, found.output.data));
      add(x, runRow(down, runRow(up, runRow(second, x))));
      return found.weights;
    },
    dispose() {
      for (const one of [query, key, value, output, first, second, up, down, cache]) one.dispose();
    },
  };
}
