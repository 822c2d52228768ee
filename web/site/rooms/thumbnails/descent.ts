// One query learns to take the value of the first key: gradient descent on the squared error of its output.
import { tensor, type Heed } from "heed";
import { drawn } from "./numbers.js";

const KEYS = 6;

interface Run {
  readonly dim: number;
  readonly steps: number;
  readonly rate: number;
  readonly scale: "sqrt-dk" | "none";
}

/** The loss before each step. */
export function descent(heed: Heed, { dim, steps, rate, scale }: Run): number[] {
  const k = drawn(72, KEYS, dim, 1.7);
  const v = tensor(
    Float32Array.from({ length: KEYS * KEYS }, (_, at) => (at % (KEYS + 1) === 0 ? 1 : 0)),
    [KEYS, KEYS],
  );
  const q = drawn(62, 1, dim, 1.7);
  return Array.from({ length: steps }, () => {
    const { output } = heed.attention(q, k, v, { scale });
    const error = output.data.map((value, at) => value - v.data[at]!);
    const { dq } = heed.attentionBackward(q, k, v, { data: error, shape: [1, KEYS] }, { scale });
    for (const [at, slope] of dq.data.entries()) q.data[at]! -= rate * slope;
    return error.reduce((sum, value) => sum + value * value, 0);
  });
}
