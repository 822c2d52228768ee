// The three questions. The walk of one query answers them, with a longer query, longer values and equal keys.
import type { Heed } from "heed";
import { digits } from "../../../show/index.js";
import { choiceWhere, percent, rowOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";
import { sentenceOf, trained } from "./examples.js";
import { queryOf, walk, type Walk } from "./walk.js";

const TIMES = 8;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ times: TIMES }), check: () => longerQuery(heed) },
    { key: "q2", check: () => longerValues(heed) },
    { key: "q3", given: () => ({ keys: ASKS + 1 }), check: () => equalKeys(heed) },
  ];
}

/** All are asked of the English sentence: its "it" asks itself and the words before it. */
const ASKS = sentenceOf("en", false).asks;

const largest = (numbers: readonly number[]): number => Math.max(...numbers);
const apart = (a: readonly number[], b: readonly number[]): number => largest(a.map((x, at) => Math.abs(x - b[at]!)));

function walked(heed: Heed, times = 1): Walk {
  const example = trained(heed, "en", false);
  const query = queryOf(heed, example, ASKS).map((part) => times * part);
  return walk(heed, example, query, example.seenBy(ASKS));
}

/** Choices: the weights stay, the key in front takes more, z grows as much as the query. */
function longerQuery(heed: Heed): Checked {
  const [before, after] = [walked(heed), walked(heed, TIMES)];
  const grown = after.output.map((part) => part / TIMES);
  return {
    right: choiceWhere({
      a: apart(before.weights, after.weights) < 1e-5,
      b: largest(after.weights) > largest(before.weights) + 1e-3,
      c: apart(before.output, grown) < 1e-3,
    }),
    numbers: { before: percent(largest(before.weights)), after: percent(largest(after.weights)) },
  };
}

/** Choices: the weights become more unlike, z is twice as long, nothing changes. */
function longerValues(heed: Heed): Checked {
  const { q, keys, values, weights, output } = walked(heed);
  const doubled = values.map((value) => value.map((part) => 2 * part));
  const after = heed.attention([q], keys, doubled, { keep: ["weights"] });
  const same = apart(weights, rowOf(after.weights, 0));
  const half = rowOf(after.output, 0).map((part) => part / 2);
  return {
    right: choiceWhere({
      a: same > 1e-6,
      b: same < 1e-6 && apart(output, half) < 1e-6,
      c: apart(output, rowOf(after.output, 0)) < 1e-6,
    }),
    numbers: { change: rounding(same), z: digits(output[0]!), after: digits(2 * half[0]!) },
  };
}

/** Choices: z is 0, z is the mean of the values, z is the value of the token that asks. */
function equalKeys(heed: Heed): Checked {
  const { q, keys, values } = walked(heed);
  const { output, weights } = heed.attention(
    [q],
    keys.map(() => keys[0]!),
    values,
    { keep: ["weights"] },
  );
  const z = rowOf(output, 0);
  const mean = z.map((_, column) => values.reduce((sum, value) => sum + value[column]! / values.length, 0));
  return {
    right: choiceWhere({
      a: z.every((part) => part === 0),
      b: apart(z, mean) < 1e-6,
      c: apart(z, values[ASKS]!) < 1e-6,
    }),
    numbers: { share: percent(weights.data[0]!) },
  };
}
