// One head that looks facts up, with any rule for its weights. The core computes all projections and their gradients;
// what a rule makes of a row of scores is computed here, because the core has two of these rules only.
import type { Floats, Heed } from "heed";
import { linearSession } from "heed/layers";
import { adam, parametersOf, seededRandom, softmaxCrossEntropy, type Graded, type Random } from "heed/train";
import { distinct } from "../../kit/index.js";
import { weigh, weighBack, type Rule } from "./rules.js";

export const DIM = 64;
/** Facts of a bag in training, and in the hard part of the test. */
export const [FACTS, MANY] = [8, 32];
/** How many attributes and how many names there are. */
export const KINDS = 40;
const BAGS = 32;

export interface HeadOptions {
  readonly rule: Rule;
  readonly seed: number;
  readonly learningRate: number;
}

/** Bags of facts, and a question for each. A fact is an attribute with a name. */
interface Bags {
  /** (bags, facts) */
  readonly attributes: Int32Array;
  readonly names: Int32Array;
  /** The attribute that is asked for, and the name that answers; −1 where no fact has it. */
  readonly asked: Int32Array;
  readonly answers: Int32Array;
}

/** What a test shows. */
export interface Exam {
  readonly right: number;
  /** The largest weight of a question: its mean, and in how many cases it is above one half. */
  readonly largest: number;
  readonly aboveHalf: number;
}

export interface LookupHead {
  /** A step with new bags. */
  step(): Graded;
  /** @param facts in a bag @param missing whether the asked attribute is in no fact */
  examine(bags: number, facts: number, missing?: boolean): Exam;
  dispose(): void;
}

export function openHead(heed: Heed, { rule, seed, learningRate }: HeadOptions): LookupHead {
  const draw = seededRandom(seed);
  const embeddings = drawEmbeddings(draw);
  const projections = openProjections(heed, BAGS, FACTS);
  for (const layer of projections.all) draw.fillNormal(layer.weight, 1 / Math.sqrt(DIM));
  const optimiser = adam(
    projections.all.flatMap((layer) => parametersOf(layer)),
    { learningRate },
  );
  return {
    step() {
      const bags = drawBags(draw, BAGS, FACTS, false);
      embeddings.read(bags, projections);
      const rows = forward(projections, rule, FACTS);
      const { logits } = projections;
      const graded = softmaxCrossEntropy(logits.output, bags.answers, logits.dOutput);
      backward(projections, rule, FACTS, rows);
      optimiser.step();
      return graded;
    },
    examine(count, facts, missing = false) {
      const own = openProjections(heed, count, facts);
      own.all.forEach((layer, at) => layer.weight.set(projections.all[at]!.weight));
      const bags = drawBags(seededRandom(-1 - seed), count, facts, missing);
      embeddings.read(bags, own);
      const { weights } = forward(own, rule, facts);
      let [right, largest, aboveHalf] = [0, 0, 0];
      for (let bag = 0; bag < count; bag++) {
        const row = own.logits.output.subarray(bag * KINDS, (bag + 1) * KINDS);
        if (row.indexOf(Math.max(...row)) === bags.answers[bag]) right++;
        const most = Math.max(...weights.subarray(bag * facts, (bag + 1) * facts));
        largest += most;
        if (most > 0.5) aboveHalf++;
      }
      own.dispose();
      return { right: right / count, largest: largest / count, aboveHalf: aboveHalf / count };
    },
    dispose: () => projections.dispose(),
  };
}

type Layer = ReturnType<typeof linearSession>;

interface Projections {
  readonly bags: number;
  readonly query: Layer;
  readonly key: Layer;
  readonly value: Layer;
  readonly logits: Layer;
  readonly all: readonly Layer[];
  dispose(): void;
}

function openProjections(heed: Heed, bags: number, facts: number): Projections {
  const open = (rows: number, outputs = DIM): Layer =>
    linearSession(heed, { rows, inputs: DIM, outputs, backward: true }) as Layer;
  const [query, key, value, logits] = [open(bags), open(bags * facts), open(bags * facts), open(bags, KINDS)] as const;
  const all = [query, key, value, logits];
  return { bags, query, key, value, logits, all, dispose: () => all.forEach((layer) => layer.dispose()) };
}

interface Rows {
  /** (bags, facts) */
  readonly scores: Float32Array;
  readonly weights: Float32Array;
}

const SCALE = 1 / Math.sqrt(DIM);

function forward({ bags, query, key, value, logits }: Projections, rule: Rule, facts: number): Rows {
  for (const layer of [query, key, value]) layer.run();
  const [scores, weights] = [new Float32Array(bags * facts), new Float32Array(bags * facts)];
  const [q, k, v, mixed] = [query.output, key.output, value.output, logits.x];
  mixed.fill(0);
  for (let bag = 0; bag < bags; bag++) {
    const own = (rows: Float32Array): Float32Array => rows.subarray(bag * facts, (bag + 1) * facts);
    for (let fact = 0; fact < facts; fact++) {
      let sum = 0;
      for (let c = 0; c < DIM; c++) sum += q[bag * DIM + c]! * k[(bag * facts + fact) * DIM + c]!;
      scores[bag * facts + fact] = sum * SCALE;
    }
    weigh(rule, own(scores), own(weights));
    for (let fact = 0; fact < facts; fact++) {
      const weight = weights[bag * facts + fact]!;
      for (let c = 0; c < DIM; c++) mixed[bag * DIM + c]! += weight * v[(bag * facts + fact) * DIM + c]!;
    }
  }
  logits.run();
  return { scores, weights };
}

/** From the gradient of the logits to those of all weight matrices. */
function backward({ bags, query, key, value, logits }: Projections, rule: Rule, facts: number, rows: Rows): void {
  logits.backward();
  const [q, k, v, dMixed] = [query.output, key.output, value.output, logits.dx];
  const [dq, dk, dv] = [query.dOutput, key.dOutput, value.dOutput];
  const [slopes, dScores] = [new Float32Array(facts), new Float32Array(facts)];
  dq.fill(0);
  for (let bag = 0; bag < bags; bag++) {
    const own = (all: Float32Array): Float32Array => all.subarray(bag * facts, (bag + 1) * facts);
    const [scores, weights] = [own(rows.scores), own(rows.weights)];
    for (let fact = 0; fact < facts; fact++) {
      const row = (bag * facts + fact) * DIM;
      let sum = 0;
      for (let c = 0; c < DIM; c++) {
        sum += dMixed[bag * DIM + c]! * v[row + c]!;
        dv[row + c] = weights[fact]! * dMixed[bag * DIM + c]!;
      }
      slopes[fact] = sum;
    }
    weighBack(rule, { scores, weights, slopes }, dScores);
    for (let fact = 0; fact < facts; fact++) {
      const row = (bag * facts + fact) * DIM;
      const slope = dScores[fact]! * SCALE;
      for (let c = 0; c < DIM; c++) {
        dq[bag * DIM + c]! += slope * k[row + c]!;
        dk[row + c] = slope * q[bag * DIM + c]!;
      }
    }
  }
  for (const layer of [query, key, value]) layer.backward();
}

/** Rows for attributes, names and the mark of a question. A row that is a sum of two has the variance 1. */
function drawEmbeddings(draw: Random) {
  const table = (rows: number): Floats => draw.fillNormal(new Float32Array(rows * DIM), Math.SQRT1_2);
  const [attributes, names, mark] = [table(KINDS), table(KINDS), table(1)];
  const sum = (into: Floats, row: number, one: Floats, oneAt: number, other: Floats, otherAt: number): void => {
    for (let c = 0; c < DIM; c++) into[row * DIM + c] = one[oneAt * DIM + c]! + other[otherAt * DIM + c]!;
  };
  return {
    read({ attributes: has, names: named, asked }: Bags, { query, key, value }: Projections): void {
      asked.forEach((attribute, bag) => sum(query.x, bag, attributes, attribute, mark, 0));
      has.forEach((attribute, at) => sum(key.x, at, attributes, attribute, names, named[at]!));
      value.x.set(key.x);
    },
  };
}

/** No attribute and no name occurs twice in a bag. */
function drawBags(draw: Random, count: number, facts: number, missing: boolean): Bags {
  const [attributes, names] = [new Int32Array(count * facts), new Int32Array(count * facts)];
  const [asked, answers] = [new Int32Array(count), new Int32Array(count)];
  for (let bag = 0; bag < count; bag++) {
    const has = distinct(draw, facts + 1, KINDS);
    const named = distinct(draw, facts, KINDS);
    attributes.set(has.slice(0, facts), bag * facts);
    names.set(named, bag * facts);
    const fact = draw.integer(facts);
    asked[bag] = missing ? has[facts]! : has[fact]!;
    answers[bag] = missing ? -1 : named[fact]!;
  }
  return { attributes, names, asked, answers };
}
