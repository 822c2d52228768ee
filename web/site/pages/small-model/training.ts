// The training in the worker: a step after another, and from time to time a look at text that no step trains on.
import type { Heed } from "heed";
import { adam, fillBatch, lettersOf, seededRandom, sample, warmupCosine, type Letters } from "heed/train";
import type { Experiment } from "../../rooms/training/index.js";
import { copyParameters, writeParameters } from "../../kit/index.js";
import { openNet, type Net } from "./net.js";
import {
  BATCH,
  EVERY,
  SHOWN,
  STEPS,
  TOKENS,
  type About,
  type Reading,
  type SmallOptions,
  type SmallStep,
  type Snapshot,
  type Variant,
} from "./plan.js";

/** Letters that a snapshot writes. */
const WRITTEN = 72;

/** Of this many lines one is held out. */
const HELD_ONE_OF = 10;

/** The text as numbers: what is learned, and lines here and there that are held out. */
export class Text {
  readonly letters: Letters;
  readonly learned: Int32Array<ArrayBuffer>;
  readonly #held: Int32Array[] = [];

  constructor(text: string) {
    this.letters = lettersOf(text);
    const ids = this.letters.encode(text);
    // A line comes with the letter after it.
    const length = TOKENS + 1;
    const learned: number[] = [];
    for (let line = 0; (line + 1) * length <= ids.length; line++) {
      const one = ids.slice(line * length, (line + 1) * length);
      if (line % HELD_ONE_OF === HELD_ONE_OF - 1) this.#held.push(one);
      else learned.push(...one);
    }
    this.learned = Int32Array.from(learned);
  }

  /** The held-out lines. */
  lines(): readonly Int32Array[] {
    return this.#held;
  }
}

/** A training of one variant. */
export class Training {
  readonly net: Net;
  readonly #optimiser;
  readonly #draw;

  constructor(
    heed: Heed,
    private readonly text: Text,
    { variant, seed }: { readonly variant: Variant; readonly seed: number },
  ) {
    const vocab = text.letters.letters.length;
    this.net = openNet(heed, { variant, vocab, batch: BATCH, tokens: TOKENS, seed });
    const learningRate = warmupCosine({ peak: 8e-3, end: 8e-4, warmup: 100, steps: STEPS });
    this.#optimiser = adam(heed, this.net.parameters, { learningRate, beta2: 0.99, weightDecay: 0.1, clip: 1 });
    this.#draw = seededRandom(seed + 1_000_000);
  }

  /** Returns the loss. */
  step(): number {
    const { embedding, losses } = this.net;
    fillBatch(
      { ids: embedding.x, targets: losses.targets, options: { tokens: TOKENS } },
      this.text.learned,
      this.#draw,
    );
    this.net.run();
    this.net.backward();
    this.#optimiser.step();
    return losses.loss;
  }

  /** The mean loss on these lines. */
  lossOn(lines: readonly Int32Array[]): number {
    const { embedding, losses } = this.net;
    let sum = 0;
    for (let at = 0; at < lines.length; at += BATCH) {
      const some = lines.slice(at, at + BATCH);
      losses.targets.fill(-1);
      for (const [place, line] of some.entries()) {
        embedding.x.set(line.subarray(0, TOKENS), place * TOKENS);
        losses.targets.set(line.subarray(1), place * TOKENS);
      }
      this.net.run();
      sum += losses.loss * some.length;
    }
    return sum / lines.length;
  }

  dispose(): void {
    this.#optimiser.dispose();
    this.net.dispose();
  }
}

export function openSmall(
  heed: Heed,
  { variant, seed, text: given }: SmallOptions,
): Experiment<About, SmallStep, null> {
  const text = new Text(given);
  const training = new Training(heed, text, { variant, seed });
  const vocab = text.letters.letters.length;
  const writer = openNet(heed, { variant, vocab, batch: 1, tokens: TOKENS });
  const graded = text.lines();
  let step = 0;
  /** It always sees a whole line, as in training. */
  const write = (): string => {
    writeParameters(writer.parameters, copyParameters(training.net.parameters));
    const [seen, draw] = [Array.from(graded[0]!.subarray(0, TOKENS)), seededRandom(1)];
    for (let n = 0; n < WRITTEN; n++) {
      writer.embedding.x.set(seen.slice(-TOKENS));
      writer.run();
      seen.push(sample(writer.head.output.slice(-vocab), draw, { temperature: 0.8 }));
    }
    return text.letters.decode(seen.slice(TOKENS));
  };
  const read = (): Reading => ({
    ids: Array.from(graded[0]!.slice(0, SHOWN)),
    numbers: copyParameters(training.net.parameters),
  });
  const look = (): Snapshot => ({ step, heldOut: training.lossOn(graded), sample: write(), reading: read() });
  const numbers = copyParameters(training.net.parameters).length;
  return {
    about: { first: look(), letters: text.letters.letters, learned: text.learned.length, numbers },
    step() {
      const loss = training.step();
      step++;
      return { loss, ...(step % EVERY === 0 && { snapshot: look() }) };
    },
    view: () => null,
    dispose() {
      training.dispose();
      writer.dispose();
    },
  };
}
