// The columns of a layer's projections that make one head.
import type { Tensor } from "heed";
import type { Model } from "heed/model";
import { isPlain } from "../../../rooms/why/worker/index.js";
import type { HeadProjections } from "./requests.js";

/** Undefined where queries and keys are more than products of the rows. */
export function projectionsOf(model: Model, layer: number, head: number): HeadProjections | undefined {
  const { heads } = model.facts;
  if (!isPlain(model)) return undefined;
  const { queryWeight, keyWeight, valueWeight, queryBias, keyBias, valueBias, layout } = model.layer(layer);
  const part = { at: head, of: heads, isTurned: layout === "out-in" };
  const columns = (weight: unknown): Float32Array => columnsOf(weight as Tensor, part);
  const biases = (bias: unknown): Float32Array | undefined => {
    if (bias === undefined) return undefined;
    const { data } = bias as Tensor;
    return columnsOf({ data, shape: [1, data.length] }, { ...part, isTurned: false });
  };
  return {
    ...{ query: columns(queryWeight), key: columns(keyWeight), value: columns(valueWeight) },
    ...{ queryBias: biases(queryBias), keyBias: biases(keyBias), valueBias: biases(valueBias) },
  };
}

interface Part {
  readonly at: number;
  readonly of: number;
  /** Whether an output of the projection is a row. */
  readonly isTurned: boolean;
}

/** `[inputs, outputs of the part]` */
function columnsOf({ data, shape }: Tensor, { at, of, isTurned }: Part): Float32Array {
  const [first, second] = shape as [number, number];
  const [inputs, outputs] = isTurned ? [second, first] : [first, second];
  const width = outputs / of;
  const [byInput, byOutput] = isTurned ? [1, inputs] : [outputs, 1];
  return Float32Array.from(
    { length: inputs * width },
    (_, cell) => data[Math.floor(cell / width) * byInput + (at * width + (cell % width)) * byOutput]!,
  );
}
