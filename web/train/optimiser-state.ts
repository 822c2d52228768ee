// What an optimiser remembers, as numbers that can be kept.
import type { Floats } from "../lib/api/index.js";
import { checkObject, cutText, fault, kindOf } from "../lib/read/index.js";
import { checkFloats, checkNumber, upTo } from "./check.js";
import type { Parameter } from "./parameters.js";
import type { NamedTensor } from "./safetensors.js";

/** The state of an optimiser. It can be cloned, and `saveSafetensors` stores its `tensors`. */
export interface OptimiserState {
  /** The number of steps so far. */
  readonly steps: number;
  /** Of Adam, beta1 and beta2, each multiplied by itself once a step. Empty for sgd. */
  readonly products: readonly number[];
  /** The mean of each parameter and then the square of each, or the velocity of each, such as `mean.queryWeight`. */
  readonly tensors: readonly NamedTensor[];
}

/** The tensors of a state: for each part, such as "mean", a name for each parameter. */
function remembered(parts: readonly string[], parameters: readonly Parameter[]): { name: string; one: Parameter }[] {
  return parts.flatMap((part) =>
    parameters.map((one, place) => ({ name: `${part}.${typeof one.name === "string" ? one.name : place}`, one })),
  );
}

/** Copies of these numbers, which are in the order of the tensors. */
export function tensorsOf(
  parts: readonly string[],
  parameters: readonly Parameter[],
  values: readonly Floats[],
): NamedTensor[] {
  return remembered(parts, parameters).map(({ name, one: { shape } }, at) => {
    const value = values[at]!.slice();
    return { name, shape: shape?.slice() ?? [value.length], value };
  });
}

/** Returns what an optimiser begins with: the state given once it is checked, or one without tensors. */
export function readState(
  where: string,
  parts: readonly string[],
  parameters: readonly Parameter[],
  given: unknown,
): OptimiserState {
  if (given === undefined) return { steps: 0, products: [1, 1], tensors: [] };
  checkObject(where, "state", given);
  const { steps, products, tensors } = given as OptimiserState;
  checkNumber(where, "state.steps", steps, upTo(Number.MAX_SAFE_INTEGER, 0));
  const list = Object(tensors) as readonly NamedTensor[];
  const all = remembered(parts, parameters);
  for (const [at, { name, one }] of all.entries()) checkTensor(where, `state.tensors[${at}]`, list[at], name, one);
  if (list.length === all.length) return { steps, products: Object(products) as readonly number[], tensors };
  throw fault("file", `${where}: state.tensors must have the length ${all.length}; got ${kindOf(list.length)}.`);
}

function checkTensor(where: string, called: string, tensor: unknown, name: string, { value }: Parameter): void {
  checkObject(where, called, tensor);
  const { name: found, value: kept } = tensor as NamedTensor;
  checkFloats(where, `${called}.value`, kept);
  if (found === name && kept.length === value.length) return;
  throw fault(
    "file",
    `${where}: ${called} must be "${cutText(name)}" with ${value.length} numbers; got ${kindOf(found)} with ` +
      `${kept.length}. A state is for the parameters that it was made of.`,
  );
}

/** Writes the tensors of a state that was read into the numbers of an optimiser. */
export function writeState({ tensors }: OptimiserState, values: readonly Floats[]): void {
  for (let at = 0; at < tensors.length; at++) values[at]!.set(tensors[at]!.value);
}
