// The three questions. The core and plain arithmetic answer them.
import type { Heed } from "heed";
import { seededRandom, softmaxCrossEntropy } from "heed/train";
import { digits } from "../../../show/index.js";
import { choiceWhere, type Checked, type Question } from "../../rooms/lesson/index.js";

const [ROWS, DIM] = [5, 8];

interface Rows {
  readonly data: Float32Array<ArrayBuffer>;
  readonly shape: number[];
}

/** @param letters how many different letters the text of the page has */
export function questionsOf(heed: Heed, letters: number): Question[] {
  return [
    { key: "q1", check: () => whoTellsOthers(heed) },
    { key: "q2", given: () => ({ letters }), check: () => untrained(letters) },
    { key: "q3", check: () => seesAhead(heed) },
  ];
}

const drawn = (...shape: [number, number]): Rows => ({
  data: seededRandom(shape[0]).fillNormal(new Float32Array(shape[0] * shape[1])),
  shape,
});

/** Each row by itself. */
function eachRow({ data, shape }: Rows, change: (row: Float32Array) => ArrayLike<number>): Rows {
  const changed = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += DIM) changed.set(change(data.subarray(at, at + DIM)), at);
  return { data: changed, shape };
}

function times(row: ArrayLike<number>, { data, shape: [inputs, outputs] }: Rows): number[] {
  const sumOf = (to: number): number =>
    Array.from({ length: inputs! }, (_, from) => row[from]! * data[from * outputs! + to]!).reduce((a, b) => a + b);
  return Array.from({ length: outputs! }, (_, to) => sumOf(to));
}

/** How many rows but the first change when the first row does. */
function rowsThatHear(layer: (x: Rows) => { readonly data: Float32Array }): number {
  const x = drawn(ROWS, DIM);
  const other = { ...x, data: x.data.map((value, at) => (at < DIM ? -value : value)) };
  const [one, two] = [layer(x).data, layer(other).data];
  const differs = (row: number): boolean =>
    one.subarray(row * DIM, (row + 1) * DIM).some((value, at) => value !== two[row * DIM + at]);
  return Array.from({ length: ROWS - 1 }, (_, row) => row + 1).filter(differs).length;
}

/** Choices: the small net, the norm, the heads. */
function whoTellsOthers(heed: Heed): Checked {
  const [up, down] = [drawn(DIM, 4 * DIM), drawn(4 * DIM, DIM)];
  const bent = (row: Float32Array): number[] => times(row, up).map((value) => Math.max(0, value));
  const net = rowsThatHear((x) => eachRow(x, (row) => times(bent(row), down)));
  const norm = rowsThatHear((x) => eachRow(x, (row) => row.map((value) => value / Math.hypot(...row))));
  const heads = rowsThatHear((x) => heed.selfAttention(x, { causal: true }).output);
  return {
    right: choiceWhere({ a: net > 0, b: norm > 0, c: heads > 0 }),
    numbers: { net, norm, heads, others: ROWS - 1 },
  };
}

/** Choices: 0, 1, the logarithm of the letters. */
function untrained(letters: number): Checked {
  const { loss } = softmaxCrossEntropy(new Float32Array(letters), [7]);
  return {
    right: choiceWhere({
      a: loss < 0.01,
      b: Math.abs(loss - 1) < 0.01,
      c: Math.abs(loss - Math.log(letters)) < 1e-5,
    }),
    numbers: { loss: digits(loss, 2) },
  };
}

/** What follows changes: does the row before it? Choices: the model is better, it copies, it has more numbers. */
function seesAhead(heed: Heed): Checked {
  const x = drawn(ROWS, DIM);
  const other = { ...x, data: x.data.map((value, at) => (at >= DIM * (ROWS - 1) ? -value : value)) };
  const before = (input: typeof x, causal: boolean): Float32Array =>
    heed.selfAttention(input, { causal }).output.data.slice(DIM * (ROWS - 2), DIM * (ROWS - 1));
  const moves = (causal: boolean): boolean => {
    const [one, two] = [before(x, causal), before(other, causal)];
    return one.some((value, at) => value !== two[at]);
  };
  return { right: choiceWhere({ a: moves(true), b: moves(false) && !moves(true), c: false }) };
}
