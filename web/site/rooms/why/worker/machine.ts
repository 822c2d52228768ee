// What a machine draws of a run: rows, looks and nets of some layers, and what the last rows say.
import type { Tensor } from "heed";
import type { Model, Run } from "heed/model";
import type { AskedMachine, MachineLook, MachineParts, Likely } from "../requests.js";
import { biasOf, maskOf, scaleOf } from "./look.js";

export const MACHINE_KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined", "stages"] as const;

/** In other families positions turn queries and keys, or norms change them: they are not the products alone. */
const PLAIN = ["gpt2", "gpt_neo", "bert", "distilbert", "roberta", "xlm-roberta", "camembert", "electra", "mpnet"];
/** Less than this is the rounding of a sum. */
const ROUNDING = 1e-3;

/** Whether queries, keys and values are products of the rows, and nothing more. */
export const isPlain = ({ facts: { family, heads, kvHeads } }: Model): boolean =>
  PLAIN.includes(family) && heads === kvHeads;

export function machineParts(
  model: Model,
  run: Run,
  { first, count, off }: AskedMachine,
  shares: readonly (readonly Likely[])[],
): MachineParts {
  const layers = Array.from({ length: count }, (_, at) => first + at);
  const stages = layers.map((layer) => run.layers[layer]!.stages!);
  return {
    rows: [stages[0]!.input, ...stages.map(({ output }) => output)],
    looks: layers.map((layer) =>
      lookOf(
        model,
        run,
        layer,
        off.filter((one) => one.layer === layer).map(({ head }) => head),
      ),
    ),
    nets: stages.map(({ feedForward }) => feedForward),
    shares,
  };
}

function lookOf(model: Model, run: Run, layer: number, off: readonly number[]): MachineLook {
  const { q, k, v, raw, scores, logits, weights, joined, stages } = run.layers[layer]!;
  const { causal, dim, heads } = model.facts;
  const given = model.layer(layer);
  const { layout } = given;
  const outputWeight = without(given.outputWeight as Tensor, off, { heads, isOutIn: layout === "out-in" });
  const [count] = joined!.shape as [number];
  const data = (one: Tensor | undefined): Float32Array => one!.data as Float32Array;
  return {
    x: isPlain(model) ? stages!.read : undefined,
    weights: { ...given, outputWeight, heads } as MachineLook["weights"],
    kept: {
      ...{ q: q!, k: k!, v: v!, raw: raw!, scores: scores!, logits: logits!, weights: weights!, joined: joined! },
      output: outputOf(joined!, outputWeight, given.outputBias as Tensor | undefined, stages!.attention, layout),
    },
    options: {
      causal,
      scale: scaleOf(data(raw), data(scores), dim) ?? "sqrt-dk",
      bias: shaped(biasOf(data(scores), data(logits)), logits!.shape),
      mask: shaped(maskOf(data(logits), count, causal), logits!.shape),
    },
  };
}

const shaped = <Data>(data: Data | undefined, shape: readonly number[]) => data && { data, shape };

/** The part of the output weight that a head which is off goes through is 0. */
function without(
  { data, shape }: Tensor,
  off: readonly number[],
  { heads, isOutIn }: { readonly heads: number; readonly isOutIn: boolean },
): Tensor {
  if (off.length === 0) return { data, shape };
  const inputs = shape[isOutIn ? 1 : 0]!;
  const width = data.length / inputs;
  const headAt = (cell: number): number =>
    Math.floor((isOutIn ? cell % inputs : Math.floor(cell / width)) / (inputs / heads));
  return { data: data.map((value, cell) => (off.includes(headAt(cell)) ? 0 : value)), shape };
}

/** The joined heads through the output weight: what attention adds, unless a norm is within the sum. */
function outputOf(
  joined: Tensor,
  weight: Tensor,
  bias: Tensor | undefined,
  added: Tensor,
  layout: "in-out" | "out-in" | undefined,
): Tensor {
  const [count, inputs] = joined.shape as [number, number];
  const width = added.shape[1]!;
  const numberAt = (row: number, to: number): number => {
    let sum = bias?.data[to] ?? 0;
    for (let from = 0; from < inputs; from++)
      sum +=
        joined.data[row * inputs + from]! * weight.data[layout === "out-in" ? to * inputs + from : from * width + to]!;
    return sum;
  };
  const size = added.data.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const isWhole = [0, 1].every(
    (to) => Math.abs(numberAt(count - 1, to) - added.data[(count - 1) * width + to]!) <= ROUNDING * size,
  );
  if (isWhole) return added;
  const data = Float32Array.from({ length: count * width }, (_, cell) =>
    numberAt(Math.floor(cell / width), cell % width),
  );
  return { data, shape: [count, width] };
}
