// The three questions. Random heads, before any training, answer them.
import type { Heed, Tensor } from "heed";
import { seededRandom } from "heed/train";
import { digits } from "../../../show/index.js";
import { choiceWhere, median, rowsOf, rounding, type Checked, type Question } from "../../rooms/lesson/index.js";

const [NARROW, WIDE] = [4, 64];
const TOKENS = 24;

export function questionsOf(heed: Heed): Question[] {
  return [
    { key: "q1", given: () => ({ dim: WIDE }), check: () => atTheStart(heed) },
    { key: "q2", given: () => ({ narrow: NARROW, wide: WIDE }), check: () => narrower(heed) },
    { key: "q3", given: () => ({ dim: WIDE, root: Math.sqrt(WIDE) }), check: () => otherStart(heed) },
  ];
}

function drawn(dim: number): Tensor[] {
  const draw = seededRandom(7);
  return [1, 2, 3].map(() => ({ data: draw.fillNormal(new Float32Array(TOKENS * dim)), shape: [TOKENS, dim] }));
}

const SCALES = ["sqrt-dk", "none"] as const;

/** How steep softmax is, the median of all rows: Σ a (1 − a). */
function steepness(heed: Heed, dim: number): [divided: number, plain: number] {
  const [q, k, v] = drawn(dim) as [Tensor, Tensor, Tensor];
  return SCALES.map((scale) =>
    median(
      rowsOf(heed.attention(q, k, v, { scale, keep: ["weights"] }).weights).map((row) =>
        row.reduce((sum, weight) => sum + weight * (1 - weight), 0),
      ),
    ),
  ) as [number, number];
}

/** What is small without the division? Choices: the scores, the slopes of softmax, the values. */
function atTheStart(heed: Heed): Checked {
  const [q, k, v] = drawn(WIDE) as [Tensor, Tensor, Tensor];
  const most = (scale: (typeof SCALES)[number]): number =>
    Math.max(...heed.attention(q, k, v, { scale, keep: ["scores"] }).scores.data);
  const [divided, plain] = steepness(heed, WIDE);
  return {
    right: choiceWhere({ a: most("none") < most("sqrt-dk"), b: plain < divided / 3, c: v.data.every((x) => x === 0) }),
    numbers: { divided: digits(divided, 2), plain: digits(plain, 2) },
  };
}

/** Choices: the division matters as much, less, more. */
function narrower(heed: Heed): Checked {
  const gain = (dim: number): number => {
    const [divided, plain] = steepness(heed, dim);
    return divided / plain;
  };
  const [narrow, wide] = [gain(NARROW), gain(WIDE)];
  return {
    right: choiceWhere({ a: Math.abs(narrow / wide - 1) < 0.1, b: narrow < wide * 0.9, c: narrow > wide * 1.1 }),
    numbers: { narrowGain: digits(narrow, 1), wideGain: digits(wide, 1) },
  };
}

/** Which other start gives the same weights? Choices: longer keys, a smaller W_Q, smaller values. */
function otherStart(heed: Heed): Checked {
  const [q, k, v] = drawn(WIDE) as [Tensor, Tensor, Tensor];
  const times = ({ data, shape }: Tensor, factor: number): Tensor => ({ data: data.map((x) => factor * x), shape });
  const divided = heed.attention(q, k, v, { scale: "sqrt-dk", keep: ["weights"] }).weights;
  const apart = (queries: Tensor, keys: Tensor, values: Tensor): number => {
    const { weights } = heed.attention(queries, keys, values, { scale: "none", keep: ["weights"] });
    return Math.max(...weights.data.map((weight, at) => Math.abs(weight - divided.data[at]!)));
  };
  const root = Math.sqrt(WIDE);
  const smaller = apart(times(q, 1 / root), k, v);
  return {
    right: choiceWhere({
      a: apart(q, times(k, root), v) < 1e-5,
      b: smaller < 1e-5,
      c: apart(q, k, times(v, 1 / root)) < 1e-5,
    }),
    numbers: { apart: rounding(smaller) },
  };
}
