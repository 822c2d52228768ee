// Whether rows depend on the order in which they are computed: attention's do not, those of a recurrent chain do.
import type { Heed, Tensor } from "heed";
import { linear } from "heed/layers";
import { seededRandom } from "heed/train";

export const DIM = 64;
const TOKENS = 96;

export const WAYS = ["backwards", "shuffled", "cut", "chain"] as const;
export type Way = (typeof WAYS)[number];

/** How many numbers of the output differ, bit for bit. */
export interface Compared {
  readonly others: number;
  readonly numbers: number;
}

export function compareWays(heed: Heed, seed: number): Record<Way, Compared> {
  const draw = seededRandom(seed);
  const drawn = (): Tensor => ({ data: draw.fillNormal(new Float32Array(TOKENS * DIM)), shape: [TOKENS, DIM] });
  const [q, k, v] = [drawn(), drawn(), drawn()];
  const inOrder = Array.from({ length: TOKENS }, (_, row) => row);
  const backwards = [...inOrder].reverse();
  const attend = (rows: readonly number[]): Float32Array => heed.attention(rowsOf(q, rows), k, v).output.data;
  const whole = attend(inOrder);
  const parts = [0, 1, 2, 3].map((part) => inOrder.slice((part * TOKENS) / 4, ((part + 1) * TOKENS) / 4));
  const compare = (pieces: readonly (readonly number[])[]): Compared =>
    count(pieces.flatMap((rows) => differing(attend(rows), whole, rows)));
  const states = chain(heed, k, seed);
  return {
    backwards: compare([backwards]),
    shuffled: compare([shuffled(seed)]),
    cut: compare(parts),
    chain: count(differing(chain(heed, rowsOf(k, backwards), seed), states, backwards)),
  };
}

/** A recurrent chain: each state is tanh of its row's projection plus the projection of the state before. */
function chain(heed: Heed, rows: Tensor, seed: number): Float32Array {
  const draw = seededRandom(seed + 100);
  const weight = (): Tensor => ({ data: draw.fillNormal(new Float32Array(DIM * DIM), 1 / 8), shape: [DIM, DIM] });
  const [own, before] = [weight(), weight()];
  const projected = linear(heed, rows, { weight: own }).data;
  const states = new Float32Array(TOKENS * DIM);
  let state: Tensor = { data: new Float32Array(DIM), shape: [1, DIM] };
  for (let row = 0; row < TOKENS; row++) {
    const { data } = linear(heed, state, { weight: before });
    const next = data.map((value, c) => Math.tanh(value + projected[row * DIM + c]!));
    states.set(next, row * DIM);
    state = { data: next, shape: [1, DIM] };
  }
  return states;
}

function rowsOf({ data }: Tensor, rows: readonly number[]): Tensor {
  const all = new Float32Array(rows.length * DIM);
  rows.forEach((row, at) => all.set(data.subarray(row * DIM, (row + 1) * DIM), at * DIM));
  return { data: all, shape: [rows.length, DIM] };
}

function shuffled(seed: number): number[] {
  const draw = seededRandom(seed);
  const order = Array.from({ length: TOKENS }, (_, row) => row);
  for (let i = TOKENS - 1; i > 0; i--) {
    const j = draw.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Whether each number of `found` differs from that of its row in `whole`. */
function differing(found: Float32Array, whole: Float32Array, rows: readonly number[]): boolean[] {
  return Array.from(found, (value, at) => !Object.is(value, whole[rows[Math.floor(at / DIM)]! * DIM + (at % DIM)]));
}

function count(differ: readonly boolean[]): Compared {
  return { others: differ.filter(Boolean).length, numbers: differ.length };
}
