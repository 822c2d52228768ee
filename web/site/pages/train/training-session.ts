// A training in the worker: the text, the model that learns, and a second one that shows a kept step.
import type { Heed, Tensor } from "heed";
import { decoder, languageModel, loadModel, saveModel, type Decoder, type LanguageModel } from "heed/layers";
import {
  adam,
  fillBatch,
  lettersOf,
  microBatches,
  probabilities,
  seededRandom,
  sample,
  warmupCosine,
  type Letters,
  type MicroBatches,
  type Random,
  type TrainingWorkers,
} from "heed/train";
import { Counting } from "./counting.js";
import { nearnessOf } from "./nearness.js";
import { RARE } from "./messages.js";
import type {
  Advanced,
  Attended,
  AttendedLayer,
  HeadFacts,
  Moment,
  Opened,
  Placed,
  PlaceLoss,
  Seen,
  Settings,
  Written,
} from "./messages.js";

/** Different letters that have a place; rarer ones become a sign. */
const MOST_LETTERS = 400;
/** Held-out pieces that the loss is measured on, and those on which heads are. */
const PIECES = 96;
const HEAD_PIECES = 12;
/** Held-out pieces that tell the loss after a number of letters, and how many products they may take. */
const PLACE_PIECES = 960;
const PLACE_WORK = 5e10;
/** Letters seen, up to each of these ends. */
const PLACES = [1, 2, 5, 10, Infinity];
/** Letters that are rarer than this have no place in the plane. */
const PLACED_FROM = 20;
const OF_LAYER = ["raw", "scores", "logits", "weights", "q", "k", "v", "joined"] as const;
/** Letters before which a head has little to see. */
const FIRST_SEEN = 8;

export class Run {
  readonly #letters: Letters;
  readonly #learned: Int32Array<ArrayBuffer>;
  readonly #held: Int32Array<ArrayBuffer>;
  readonly #pieces: readonly Int32Array[];
  readonly #model: LanguageModel;
  /** The batch in parts, where the model is large enough. */
  readonly #parts: MicroBatches | undefined;
  /** A kept step is shown in this model, and its heads are seen in the next. */
  readonly #shown: LanguageModel;
  readonly #line: LanguageModel;
  readonly #optimiser: ReturnType<typeof adam>;
  readonly #draw: Random;
  readonly #counting: Counting;
  readonly #kept = new Map<number, Float32Array<ArrayBuffer>[]>();
  readonly #rare: number;
  /** What the model had read before each letter that it wrote last. */
  #read: readonly (readonly number[])[] = [];
  #drawn: readonly number[] = [];
  #step = 0;

  constructor(
    private readonly heed: Heed,
    text: string,
    private readonly settings: Settings,
    workers?: TrainingWorkers,
  ) {
    const { layers, dim, heads, tokens, batch, steps, learningRate, seed } = settings;
    const { known, rare } = withoutRare(text);
    this.#rare = rare;
    this.#letters = lettersOf(known);
    const ids = this.#letters.encode(known);
    const cut = Math.min(Math.floor(ids.length * 0.9), ids.length - tokens - 2);
    [this.#learned, this.#held] = [ids.slice(0, cut), ids.slice(cut)];
    this.#pieces = piecesOf(this.#held, tokens + 1, PIECES);
    const vocab = this.#letters.letters.length;
    const shape = { vocab, modelDim: dim, heads, layers, tokens, backward: true };
    const parts = partsOf(settings);
    this.#model = languageModel(heed, { ...shape, batch: batch / parts, seed });
    if (parts > 1) this.#parts = microBatches(heed, this.#model, { parts, workers });
    this.#shown = languageModel(heed, { ...shape, batch, seed: false }); // shown steps bring its weights
    this.#line = languageModel(heed, { ...shape, attention: { keep: ["weights"] }, weightsOf: this.#shown });
    const rate = warmupCosine({ peak: learningRate, end: learningRate / 10, warmup: Math.ceil(steps / 20), steps });
    const how = { learningRate: rate, beta2: 0.99, weightDecay: 0.1, clip: 1 };
    this.#optimiser = adam(heed, this.#model.parameters, how);
    this.#draw = seededRandom(seed + 1_000_000);
    this.#counting = new Counting(vocab, this.#learned);
  }

  get opened(): Opened {
    return {
      letters: this.#letters.letters,
      learned: this.#learned.length,
      heldOut: this.#held.length,
      rare: this.#rare,
      parameters: this.#model.parameters.reduce((sum, { value }) => sum + value.length, 0),
      line: Array.from(this.#pieces[0]!.subarray(0, this.settings.tokens), (id) => this.#letters.letters[id]!),
      flavour: this.heed.flavour,
    };
  }

  /** Trains for some milliseconds, or up to a step. */
  async advance(ms: number, until: number): Promise<Advanced> {
    const begun = performance.now();
    let [sum, count] = [0, 0];
    do {
      const batch = this.#parts ?? this.#model;
      fillBatch(batch, this.#learned, this.#draw);
      if (this.#parts !== undefined) await this.#parts.gradients();
      else {
        this.#model.run();
        this.#model.backward();
      }
      this.#optimiser.step();
      sum += batch.loss;
      count++;
      this.#step++;
    } while (this.#step < until && performance.now() - begun < ms);
    return { step: this.#step, loss: sum / count, stepMs: (performance.now() - begun) / count };
  }

  /** The loss by counting one letter more than at the last call. */
  count(): number {
    return this.#counting.next(this.#pieces);
  }

  /** Keeps the weights of this step. */
  keep(): void {
    this.#kept.set(
      this.#step,
      this.#model.parameters.map(({ value }) => value.slice()),
    );
  }

  /** Gives up a kept step. */
  forget(step: number): void {
    this.#kept.delete(step);
  }

  see(moment: Moment): Seen {
    this.#show(moment);
    const [heads, weights] = this.#heads();
    const { tokens } = this.settings;
    const heldOut = this.#lossesOf(this.#pieces).reduce((sum, one) => sum + one, 0) / tokens;
    // A model of NaN writes nothing.
    const written = Number.isNaN(heldOut) ? "" : this.#sample(120);
    return { step: moment.step, heldOut, sample: written, heads, weights };
  }

  /** The loss by how many letters of the line the model has seen. */
  places(moment: Moment): PlaceLoss[] {
    this.#show(moment);
    const { tokens } = this.settings;
    const most = Math.floor(PLACE_WORK / (this.opened.parameters * tokens));
    const count = Math.min(PLACE_PIECES, Math.max(PIECES, most));
    const losses = this.#lossesOf(piecesOf(this.#held, tokens + 1, count));
    return PLACES.flatMap((end, at) => {
      const [from, to] = [(PLACES[at - 1] ?? 0) + 1, Math.min(end, tokens)];
      const some = losses.subarray(from - 1, to);
      return from > to ? [] : [{ from, to, loss: some.reduce((sum, one) => sum + one, 0) / some.length }];
    });
  }

  /** The letters that follow, and what else could have followed. */
  write(moment: Moment, prompt: string, temperature: number, seed: number, count: number): Written[] {
    this.#show(moment);
    const { letters } = this.#letters;
    const reader = decoder(this.heed, this.#shown);
    try {
      const drawn = draws(reader, this.#begin(prompt), { temperature, seed, count, tokens: this.settings.tokens });
      const steps = Array.from(drawn, ({ id, logits, line }) => {
        const shares = probabilities(logits, { temperature });
        const likeliest = Array.from(shares, (share, one) => [letters[one]!, share] as const);
        likeliest.sort((a, b) => b[1] - a[1]);
        return { id, line, written: { letter: letters[id]!, likeliest: likeliest.slice(0, 5) } };
      });
      this.#read = steps.map(({ line }) => line);
      this.#drawn = steps.map(({ id }) => id);
      return steps.map(({ written }) => written);
    } finally {
      reader.dispose();
    }
  }

  /** What each layer's attention did with the line before a written letter. */
  attended(moment: Moment, at: number): Attended {
    this.#show(moment);
    const line = this.#read[at]!;
    const ids = new Int32Array(this.settings.tokens);
    ids.set(line);
    this.#line.run({ ids });
    const layers = this.#line.blocks.map((block): AttendedLayer => {
      const { x, queryWeight, keyWeight, valueWeight, outputWeight } = block.layers[0].layers[1];
      const { dim, heads } = this.settings;
      const matrix = (data: Float32Array, rows = dim): Tensor => ({
        data: data.slice(0, rows * dim),
        shape: [rows, dim],
      });
      const [rows, weights] = [
        matrix(x, line.length),
        {
          queryWeight: matrix(queryWeight!),
          keyWeight: matrix(keyWeight!),
          valueWeight: matrix(valueWeight!),
          outputWeight: matrix(outputWeight!),
          heads,
        },
      ];
      const kept = this.heed.selfAttention(rows, { ...weights, causal: true, keep: OF_LAYER });
      return { x: rows, weights, kept };
    });
    const row = (all: Float32Array<ArrayBuffer>, width: number): Float32Array<ArrayBuffer> =>
      all.slice((line.length - 1) * width, line.length * width);
    const { letters } = this.#letters;
    const next = {
      letters,
      drawn: this.#drawn[at]!,
      logits: row(this.#line.logits, letters.length),
      last: row(this.#line.norm.output, this.settings.dim),
      table: this.#line.embedding.table.slice(),
    };
    return { tokens: line.map((id) => letters[id]!), layers, next };
  }

  /** The letters in a plane, by their rows in the table of this step. */
  near(moment: Moment): Placed[] {
    this.#show(moment);
    const counts = new Float64Array(this.#letters.letters.length);
    for (const id of this.#learned) counts[id]!++;
    const ids = Array.from(counts.keys()).filter((id) => counts[id]! >= PLACED_FROM);
    const { dim } = this.settings;
    const rows = ids.map((id) => this.#shown.embedding.table.slice(id * dim, (id + 1) * dim));
    return nearnessOf(rows).map(({ nearest, ...place }, at) => ({
      ...place,
      letter: this.#letters.letters[ids[at]!]!,
      nearest: this.#letters.letters[ids[nearest]!]!,
    }));
  }

  save(moment: Moment): { config: object; weights: Uint8Array<ArrayBuffer>; letters: readonly string[] } {
    this.#show(moment);
    return { ...saveModel(this.#shown), letters: this.#letters.letters };
  }

  /** Weights that were saved before take the place of the drawn ones, before anything is learned. */
  open(weights: Uint8Array): void {
    const { model } = loadModel(this.heed, { config: saveModel(this.#model).config, weights });
    const { parameters } = model;
    for (const [place, { value }] of this.#model.parameters.entries()) value.set(parameters[place]!.value);
    model.dispose();
  }

  dispose(): void {
    this.#optimiser.dispose();
    for (const model of [this.#line, this.#shown, this.#model]) model.dispose();
  }

  #show({ step, off }: Moment): void {
    const kept = this.#kept.get(step)!;
    for (const [place, { value }] of this.#shown.parameters.entries()) value.set(kept[place]!);
    const { dim, heads } = this.settings;
    const width = dim / heads;
    for (const head of off) {
      const { outputWeight } = this.#shown.blocks[Math.floor(head / heads)]!.layers[0].layers[1];
      const first = (head % heads) * width * dim;
      outputWeight!.fill(0, first, first + width * dim);
    }
  }

  /** The mean loss at each place of a line. */
  #lossesOf(pieces: readonly Int32Array[]): Float64Array {
    const { tokens, batch } = this.settings;
    const sums = new Float64Array(tokens);
    for (let at = 0; at < pieces.length; at += batch) {
      this.#shown.targets.fill(-1);
      for (const [place, piece] of pieces.slice(at, at + batch).entries()) {
        this.#shown.ids.set(piece.subarray(0, tokens), place * tokens);
        this.#shown.targets.set(piece.subarray(1, tokens + 1), place * tokens);
      }
      this.#shown.run();
      // A row without an answer has no loss.
      for (const [row, loss] of this.#shown.losses.entries()) sums[row % tokens]! += loss / pieces.length;
    }
    return sums;
  }

  /** What the heads do on held-out pieces, and their weights on the first one. */
  #heads(): [HeadFacts[], Float32Array<ArrayBuffer>] {
    const { tokens, heads, layers } = this.settings;
    const all = heads * layers;
    const sums = Array.from({ length: all }, () => ({ before: 0, twoBefore: 0, lastSpace: 0, evenness: 0 }));
    const first = new Float32Array(all * tokens * tokens);
    const begin = Math.min(FIRST_SEEN, tokens - 1);
    let [rows, spaced, even] = [0, 0, 0];
    for (const [place, piece] of this.#pieces.slice(0, HEAD_PIECES).entries()) {
      this.#line.run({ ids: piece.subarray(0, tokens) });
      const spaces = this.#lastSpaces(piece);
      for (let i = begin; i < tokens; i++) {
        rows++;
        if (spaces[i]! < 0) continue;
        spaced++;
        even += 1 / (i + 1);
      }
      for (const [layer, block] of this.#line.blocks.entries()) {
        const weights = (block.layers[0].layers[1] as unknown as { readonly weights: Float32Array }).weights;
        if (place === 0) first.set(weights, layer * heads * tokens * tokens);
        for (let head = 0; head < heads; head++)
          for (let i = begin; i < tokens; i++) {
            const row = weights.subarray((head * tokens + i) * tokens, (head * tokens + i) * tokens + i + 1);
            const sum = sums[layer * heads + head]!;
            sum.before += row[i - 1]!;
            sum.twoBefore += row[i - 2] ?? 0;
            sum.lastSpace += row[spaces[i]!] ?? 0;
            sum.evenness += entropy(row) / Math.log(i + 1);
          }
      }
    }
    const facts = sums.map(({ before, twoBefore, lastSpace, evenness }) => ({
      before: before / rows,
      twoBefore: twoBefore / rows,
      lastSpace: spaced > 0 ? lastSpace / spaced : 0,
      evenSpace: spaced > 0 ? even / spaced : 0,
      evenness: evenness / rows,
    }));
    return [facts, first];
  }

  /** For each letter, the place of the last space or line end that it sees; -1 if there is none. */
  #lastSpaces(piece: Int32Array): number[] {
    let last = -1;
    return Array.from(piece, (id, at) => (/[ \n]/.test(this.#letters.letters[id]!) ? (last = at) : last));
  }

  /** A sample of the model that is shown, always drawn alike. */
  #sample(count: number): string {
    const reader = decoder(this.heed, this.#shown);
    const how = { temperature: 0.8, seed: 1, count, tokens: this.settings.tokens };
    try {
      return this.#letters.decode(Array.from(draws(reader, this.#begin(""), how), ({ id }) => id));
    } finally {
      reader.dispose();
    }
  }

  /** The letters of a prompt; where none of them is known, the first held-out letter. */
  #begin(prompt: string): Int32Array {
    const ids = this.#letters.encode(prompt);
    return ids.length > 0 ? ids : this.#held.slice(0, 1);
  }
}

/** A large model's batch has two parts, wherever it is computed: so its bits do not depend on the machine's cores. */
export function partsOf({ layers, dim, batch }: Settings): number {
  return layers * dim >= 256 && batch % 2 === 0 ? 2 : 1;
}

interface Drawing {
  readonly temperature: number;
  readonly seed: number;
  readonly count: number;
  /** As many as the model reads at once. Where they are full, the later half is read again. */
  readonly tokens: number;
}

/** Draws letters that follow, each with its logits and the line before it. reader.generate would be asynchronous. */
function* draws(reader: Decoder, begin: Int32Array, { temperature, seed, count, tokens }: Drawing) {
  const draw = seededRandom(seed);
  const feed = (ids: readonly number[]) => {
    reader.reset();
    return ids.map((id) => reader.step(id)).at(-1)!;
  };
  let line = Array.from(begin).slice(-tokens);
  const read = line.slice();
  let logits = feed(line);
  for (let n = 0; n < count; n++) {
    const id = sample(logits, draw, { temperature });
    yield { id, logits, line };
    read.push(id);
    const isFull = reader.position === tokens;
    line = isFull ? read.slice(-(tokens >> 1)) : [...line, id];
    logits = isFull ? feed(line) : reader.step(id);
  }
}

function entropy(row: Float32Array): number {
  let sum = 0;
  for (const weight of row) if (weight > 0) sum -= weight * Math.log(weight);
  return sum;
}

/** Pieces that lie evenly over the text; the same one again where there are too few letters. */
function piecesOf(text: Int32Array, length: number, count: number): Int32Array[] {
  const last = Math.max(0, text.length - length);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((last * at) / count);
    return text.slice(from, from + length);
  });
}

function withoutRare(text: string): { known: string; rare: number } {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  if (counts.size <= MOST_LETTERS) return { known: text, rare: 0 };
  const order = Array.from(counts).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const keep = new Set(order.slice(0, MOST_LETTERS - 1).map(([letter]) => letter));
  let known = "";
  for (const letter of text) known += keep.has(letter) ? letter : RARE;
  return { known, rare: counts.size - keep.size };
}
