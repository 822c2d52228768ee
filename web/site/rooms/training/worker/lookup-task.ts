// "What is tired?": bags of facts and a question. Attention answers it by finding the fact that the question is about.
import type { Floats } from "heed";
import type { Random } from "heed/train";
import { distinct } from "../../../kit/index.js";

const ATTRIBUTES = [
  "tired",
  "hungry",
  "steep",
  "wide",
  "dangerous",
  "late",
  "quiet",
  "warm",
  "broken",
  "young",
  "lost",
  "clever",
  "empty",
  "proud",
  "wet",
  "busy",
];
const NAMES = [
  "animal",
  "street",
  "cat",
  "bank",
  "river",
  "robot",
  "train",
  "baker",
  "letter",
  "bridge",
  "teacher",
  "garden",
  "moon",
  "boat",
  "library",
  "dog",
];

/** The sizes of the task. */
export interface LookupTaskOptions {
  /** Numbers of a token; 64 where it is left out. */
  dim?: number | undefined;
  /** Facts in a bag, 1 to 16; 8 where it is left out. The question is one token more. */
  facts?: number | undefined;
  /** Facts that the one question token asks for, 1 to facts; 1 where it is left out. */
  questions?: number | undefined;
}

/**
 * A bag holds facts, and last the question. A fact is the sum of an attribute and a name ("tired animal"); no attribute
 * and no name occurs twice in a bag. The question is the sum of an attribute and a mark for "what is". The answer is
 * the name of the fact with that attribute.
 *
 * Where a question asks for several things ("what is tired, and what is wide?") it is a sum of attributes. The first
 * has the embedding that the facts have. Each further one has an embedding of its own, so that their order can be told.
 *
 * The components of every token have the variance 1, so q·k of fresh projections has the variance dim.
 */
export interface LookupTask {
  /** Tokens in a bag: the facts, and the question. */
  readonly tokens: number;
  /** Numbers of a token. */
  readonly dim: number;
  /** Facts that a question asks for. A token has a row of logits for each, with a column for each name. */
  readonly questions: number;
  /** All attributes that a question can ask for. */
  readonly attributes: readonly string[];
  /** All possible answers. */
  readonly names: readonly string[];
  /**
   * Fills x, (bags, tokens, dim), with new bags.
   *
   * @param draw The stream that the bags are drawn from; the stream of the task where it is left out.
   * @returns For each token of each bag, and for each thing asked: the number in `names` of the right answer at the
   * question, −1 elsewhere.
   */
  fill(x: Floats, draw?: Random): Int32Array;
  /** A bag of the last fill in words, a token each: "tired animal" … "what is tired?". */
  words(bag: number): string[];
}

/**
 * Makes the lookup task: "what is tired?".
 *
 * @param draw Decides the embeddings, and then the bags.
 */
export function lookupTask(draw: Random, options: LookupTaskOptions = {}): LookupTask {
  const { dim = 64, facts = 8, questions = 1 } = options;
  const tokens = facts + 1;
  // A token is the sum of two embeddings, so each has the variance ½. A question for more things is a sum of more.
  const embed = (words: readonly string[]): Floats[] =>
    words.map(() => draw.fillNormal(new Float32Array(dim), Math.SQRT1_2));
  const [attributes, names, marks] = [embed(ATTRIBUTES), embed(NAMES), embed(["what is"])];
  const asking = [attributes, ...Array.from({ length: questions - 1 }, () => embed(ATTRIBUTES))];
  const shrink = Math.sqrt(2 / Math.max(2, questions));
  let bags: Bag[] = [];
  const fill = (x: Floats, from = draw): Int32Array => {
    const count = x.length / (tokens * dim);
    const answers = new Int32Array(count * tokens * questions).fill(-1);
    let at = 0;
    const write = (left: Floats, right: Floats): void => {
      for (let c = 0; c < dim; c++) x[at++] = left[c]! + right[c]!;
    };
    const writeMany = (asked: Floats[]): void => {
      for (let c = 0; c < dim; c++) x[at++] = shrink * asked.reduce((sum, one) => sum + one[c]!, 0);
    };
    bags = Array.from({ length: count }, () => drawBag(from, facts, questions));
    bags.forEach(({ having, named, asked }, bag) => {
      having.forEach((attribute, fact) => write(attributes[attribute]!, names[named[fact]!]!));
      if (questions === 1) write(attributes[having[asked[0]!]!]!, marks[0]!);
      else writeMany(asked.map((fact, place) => asking[place]![having[fact]!]!));
      asked.forEach((fact, place) => (answers[(bag * tokens + facts) * questions + place] = named[fact]!));
    });
    return answers;
  };
  const words = (bag: number): string[] => inWords(bags[bag]!);
  return { tokens, dim, questions, attributes: ATTRIBUTES, names: NAMES, fill, words };
}

/** The attributes and names of the facts, and which of them are asked for. */
interface Bag {
  having: number[];
  named: number[];
  asked: number[];
}

function drawBag(draw: Random, facts: number, questions: number): Bag {
  return {
    having: distinct(draw, facts, ATTRIBUTES.length),
    named: distinct(draw, facts, NAMES.length),
    asked: distinct(draw, questions, facts),
  };
}

function inWords({ having, named, asked }: Bag): string[] {
  return [
    ...having.map((attribute, fact) => `${ATTRIBUTES[attribute]} ${NAMES[named[fact]!]}`),
    `${asked.map((fact) => `what is ${ATTRIBUTES[having[fact]!]}`).join(", and ")}?`,
  ];
}
