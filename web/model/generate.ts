// Generation: the first pass reads the whole text into a cache of each layer, each further one a single token.
import type { AttentionKeep, Floats, KeyValueCache, Tensor } from "../lib/api/index.js";
import {
  checkNames,
  fault,
  GrowingText,
  kindOf,
  readStop,
  readTokens,
  tensorOf,
  type ReadTokenizer,
} from "../lib/read/index.js";
import { sample, seededRandom } from "../train/index.js";
import type { GeneratedToken, GenerateOptions, RunKeep, RunLayer } from "./api.js";
import { changeRows, readChanges, type LayerChanges } from "./changes.js";
import { beyondContext, embed, finish, headIn, headOf, passLayer, type Attend, type Engine } from "./layers.js";
import {
  checkCallbacks,
  checkNumbers,
  checkSignal,
  headsFirst,
  keepInputs,
  letOthersWork,
  OF_ATTENTION,
  readKeep,
  RUN_KEEP,
} from "./run.js";
import { softmax } from "./softmax.js";
import { within } from "./within.js";

const OPTIONS = [
  ...["maxTokens", "temperature", "topK", "topP", "seed", "stop", "keep", "heads", "feedForward", "rows"],
  ...["ends", "signal"],
];

/** A generation that was read and checked. */
interface Plan {
  readonly where: string;
  readonly maxTokens: number;
  /** Draws a token. */
  readonly draw: (logits: Floats) => number;
  readonly keep: readonly RunKeep[];
  readonly changes: ReadonlyMap<number, LayerChanges>;
  readonly ends: readonly number[];
  /** Takes each piece of the text, and says whether a string is complete that ends it. */
  readonly stop: (piece: string) => boolean;
  readonly signal: GenerateOptions["signal"];
}

export function readGenerate(
  where: string,
  engine: Engine,
  given: number,
  options: GenerateOptions,
  tokenizer: ReadTokenizer | undefined,
): Plan {
  const { plan } = engine;
  checkNames(where, "option", options, OPTIONS);
  const {
    maxTokens = 32,
    temperature = 0,
    topK = Infinity,
    topP = 1,
    seed = 0,
    ends,
    heads,
    feedForward,
    rows,
  } = options;
  checkCallbacks(where, options);
  const check = (name: string, number: unknown, holds: (number: number) => boolean, needed: string): void => {
    if (typeof number !== "number" || !holds(number))
      throw fault("value", `${where}: ${name} must be ${needed}; got ${kindOf(number)}.`);
  };
  const isCount = (number: number): boolean => Number.isInteger(number) && number > 0;
  check("maxTokens", maxTokens, isCount, "a positive integer");
  check("topK", topK, (number) => number === Infinity || isCount(number), "a positive integer");
  check("temperature", temperature, (number) => number >= 0 && number < Infinity, "a number, 0 or greater");
  check("topP", topP, (number) => number > 0 && number <= 1, "above 0 and at most 1");
  if (!plan.facts.causal)
    throw fault(
      "type",
      `${where}: ${plan.facts.family} is not causal, so it cannot continue what it reads. Use run().`,
    );
  headIn(where, engine);
  const stream = within(where, () => seededRandom(seed));
  // A table of positions ends.
  const room = plan.positions ? plan.facts.context - given + 1 : Infinity;
  return {
    where,
    maxTokens: Math.min(maxTokens, room),
    draw: (logits) => sample(logits, stream, { temperature, topK: Math.min(topK, logits.length), topP }),
    keep: readKeep(
      where,
      options.keep,
      RUN_KEEP.filter((name) => name !== "stages"),
    ),
    changes: readChanges(where, plan.facts, undefined, { heads, feedForward, rows }),
    ends: ends === undefined ? plan.ends : readTokens(where, "ends", ends, plan.facts.vocab),
    stop: readStop(where, options.stop, tokenizer),
    signal: options.signal,
  };
}

export async function* generateTokens(
  opened: () => Engine,
  tokenizer: ReadTokenizer | undefined,
  given: readonly number[],
  plan: Plan,
): AsyncGenerator<GeneratedToken, void, undefined> {
  const { maxTokens, draw, ends, stop, signal } = plan;
  const ids = Array.from(given);
  const text = new GrowingText(tokenizer, given);
  const engine = opened();
  const reader = new Reader(engine, plan, given.length + maxTokens);
  try {
    for (let step = 1; step <= maxTokens; step++) {
      if (step > 1) await letOthersWork();
      checkSignal(signal);
      opened();
      const { logits, layers } = within(plan.where, () => reader.read(ids));
      const beyond = beyondContext(engine, ids.length);
      const id = draw(logits);
      ids.push(id);
      const isLast = step === maxTokens || ends.includes(id);
      const piece = text.add(id, isLast);
      yield generated({ id, text: piece, logits, beyond, layers });
      if (isLast || stop(piece)) return;
    }
  } finally {
    reader.dispose();
  }
}

/** With its probabilities, which take as long as some layers where they are asked for. */
function generated(token: Omit<GeneratedToken, "probabilities">): GeneratedToken {
  let probabilities: Floats | undefined;
  return Object.defineProperty(token as GeneratedToken, "probabilities", {
    get: () => (probabilities ??= softmax(token.logits)),
    enumerable: true,
  });
}

/** Reads tokens into caches. */
class Reader {
  private caches: KeyValueCache[] = [];
  private turnedAs: string | undefined;
  private done = 0;

  constructor(
    private readonly engine: Engine,
    private readonly plan: Plan,
    private readonly capacity: number,
  ) {}

  /** Reads those of the tokens that it has not read. */
  read(ids: readonly number[]): { logits: Floats; layers: RunLayer[] } {
    const { engine, plan } = this;
    this.begin(ids.length);
    const layers: RunLayer[] = [];
    const [from, rows] = [this.done, ids.length - this.done];
    let x = embed(engine, ids, from);
    const given = plan.changes.get(-1);
    if (given) changeRows(x, given.rows);
    for (let number = 0; number < engine.plan.facts.layers; number++) {
      const kept: Record<string, unknown> = {};
      const change = plan.changes.get(number);
      const attend: Attend = ({ q, k, v }, { turning }) => {
        const { heads, dim } = engine.plan.facts;
        const inputs = [q, k, v].map((tensor) => (rows === 1 ? asOneRow(tensor) : headsFirst(tensor)));
        const names = plan.keep.filter((name): name is AttentionKeep => OF_ATTENTION.includes(name));
        const { output, ...matrices } = this.caches[number]!.step(inputs[0]!, inputs[1]!, inputs[2]!, { keep: names });
        Object.assign(kept, matrices);
        const positions = Array.from({ length: rows }, (_, row) => from + row);
        keepInputs({ q, k, v }, turning?.at(ids.length), plan.keep, kept, positions);
        const joined = rows === 1 ? output.data : headsFirst(output).data;
        if (change) changeRows(joined, change.heads);
        if (plan.keep.includes("joined")) kept.joined = tensorOf(joined, [rows, heads * dim]);
        return joined;
      };
      x = passLayer(engine, number, x, attend, { change });
      checkNumbers(plan.where, x, `layer ${number}`);
      layers.push(kept as RunLayer);
    }
    this.done = ids.length;
    const { modelDim } = engine.plan.facts;
    const last = { data: finish(engine, x.subarray((rows - 1) * modelDim)), shape: [1, modelDim] };
    checkNumbers(plan.where, last.data, "the last norm");
    const logits = headOf(engine, engine.loaded.head!, last).data;
    checkNumbers(plan.where, logits, "the head");
    return { logits, layers };
  }

  /** Keys that lie in a cache are turned already. If a longer text turns differently, all are read again. */
  private begin(length: number): void {
    const { heed, plan, loaded } = this.engine;
    const key = loaded.layers.map(({ turning }) => turning?.key(length)).join();
    if (key === this.turnedAs) return;
    this.dispose();
    this.turnedAs = key;
    this.done = 0;
    const { heads, kvHeads, dim } = plan.facts;
    this.caches = [];
    for (const { scale, window, turning } of loaded.layers) {
      const rotary = turning?.at(length);
      this.caches.push(heed.cache({ heads, kvHeads, dim, capacity: this.capacity, scale, window, rotary }));
    }
  }

  dispose(): void {
    for (const cache of this.caches) cache.dispose();
    this.caches = [];
  }
}

/** `[1, heads, dim]` as `[heads, 1, dim]`: the numbers lie alike. */
function asOneRow({ data, shape }: Tensor): Tensor {
  return { data, shape: [shape[1]!, 1, shape[2]!] };
}
