// A table of places that is learned: a row for each place. One layer learns to look at the place before.
import type { Heed, Tensor } from "heed";
import { linearSession } from "heed/layers";
import { adam, parameter, parametersOf, seededRandom } from "heed/train";
import { PLACES } from "./positions.js";
import { DIM } from "./words.js";

export const STEPS = 120;
const LEARNING_RATE = 0.02;
const SEED = 5;

/** The table after a step, and what it does. */
export interface TableMoment {
  readonly step: number;
  /** (PLACES, DIM) */
  readonly table: Float32Array<ArrayBuffer>;
  readonly projections: Record<"queryWeight" | "keyWeight" | "valueWeight", Tensor>;
  /** The mean weight on the place before. */
  readonly before: number;
}

export interface LearnedTable {
  moment(): TableMoment;
  step(): void;
  dispose(): void;
}

/** Queries and keys are the table times W_Q and W_K. The values are the places, so the output is the weights. */
export function learnTable(heed: Heed): LearnedTable {
  const draw = seededRandom(SEED);
  const sizes = { rows: PLACES, inputs: DIM, outputs: DIM, backward: true };
  const [query, key] = [linearSession(heed, sizes), linearSession(heed, sizes)];
  const look = heed.session({ queries: PLACES, keys: PLACES, dim: DIM, valueDim: PLACES, backward: true });
  for (let place = 0; place < PLACES; place++) look.v[place * PLACES + place] = 1;
  const table = parameter("table", draw.fillNormal(new Float32Array(PLACES * DIM), 0.5));
  const learned = [...parametersOf(query), ...parametersOf(key)];
  for (const { value } of learned) draw.fillNormal(value, 1 / Math.sqrt(DIM));
  const optimiser = adam([table, ...learned], { learningRate: LEARNING_RATE });
  const run = (): void => {
    for (const layer of [query, key]) layer.run({ x: table.value });
    look.run({ q: query.output, k: key.output });
  };
  run();
  return {
    moment: () => ({
      step: optimiser.steps,
      table: table.value.slice(),
      projections: { queryWeight: matrix(query.weight), keyWeight: matrix(key.weight), valueWeight: NO_VALUES },
      before: meanBefore(look.output),
    }),
    step() {
      lossGradient(look.output, look.dOutput);
      look.backward();
      query.dOutput.set(look.dq);
      key.dOutput.set(look.dk);
      for (const layer of [query, key]) layer.backward();
      for (let at = 0; at < table.gradient.length; at++) table.gradient[at] = query.dx[at]! + key.dx[at]!;
      optimiser.step();
      run();
    },
    dispose: () => [query, key, look].forEach((session) => session.dispose()),
  };
}

/** The values are the places themselves, and no part of the table. */
const NO_VALUES: Tensor = { data: new Float32Array(DIM), shape: [DIM, 1] };

function matrix(weight: Float32Array<ArrayBuffer>): Tensor {
  return { data: weight.slice(), shape: [DIM, DIM] };
}

/** The loss is the mean of −ln(weight on the place before). The first place has none before it. */
function lossGradient(weights: Float32Array, into: Float32Array): void {
  into.fill(0);
  for (let place = 1; place < PLACES; place++) {
    const at = place * PLACES + place - 1;
    into[at] = -1 / (weights[at]! * (PLACES - 1));
  }
}

function meanBefore(weights: Float32Array): number {
  let sum = 0;
  for (let place = 1; place < PLACES; place++) sum += weights[place * PLACES + place - 1]!;
  return sum / (PLACES - 1);
}
