import { WORKED } from "../lab.mjs";
import { dot, mix, softmax, times } from "../textbook.mjs";

/** The worked example, asked by its second token. */
const worked = () => {
  const [query, keys, values] = [times(WORKED.X[1], WORKED.Wq), WORKED.X, WORKED.X].map((rows, at) =>
    at === 0 ? rows : rows.map((row) => times(row, at === 1 ? WORKED.Wk : WORKED.Wv)),
  );
  const scores = keys.map((key) => dot(query, key));
  const weights = softmax(scores.map((score) => score / Math.SQRT2));
  return { query, keys, values, scores, weights };
};
const { query, keys, values, scores, weights } = worked();

/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The state in which numbers are opened. */
export const state = { printed: 1, query: 1, seen: 6 };

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#q 0 1", query[1]],
  ["#k 2 1", keys[2][1]],
  ["#v 2 0", values[2][0]],
  ["#scores 0 2", scores[2]],
  ["#scaled 0 2", scores[2] / Math.SQRT2],
  ["#exponentials 0 2", weights[2], "on the way"],
  ["#weights 0 2", weights[2]],
  ["#parts 2 1", mix(weights, values, 1), "on the way"],
  ["#z 0 1", mix(weights, values, 1)],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = { "#end-core": "a comparison of the loop and the core: rounding" };

/** All its computed numbers stand in matrices. */
export const onlyMatrices = true;

/** The strips of the trained sentence: the query of "it", the key of each word, the values that it may see. */
const WORDS = 11;
const IT = 7;
const strips = (matrix, count) => Array.from({ length: count }, (_, row) => `strip-${matrix}-0-${row}`);
const given = { query: [`strip-q-0-${IT}`], key: strips("k", WORDS), value: strips("v", IT + 1) };
/** As they follow one another on the page: a row for each word. */
const byWord = given.key.flatMap((key, row) => [key, given.value[row]]).filter(Boolean);

/** What each part of the whole formula lights: the ids. A part that is not named lights nothing. */
export const formula = { ...given, project: [...given.query, ...byWord] };
