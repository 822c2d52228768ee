import { checkObject, kindOf } from "../lib/read/index.js";
import type { Floats } from "../lib/api/index.js";
import { checkFloats, checkNumber, checkOptions, FRACTION, POSITIVE } from "./check.js";
import type { Parameter } from "./parameters.js";

/** Moves parameters by their gradients. */
export interface Optimiser {
  /** The number of steps so far. */
  readonly steps: number;
  /** Moves each parameter by its current gradient. It does not change the gradients. */
  step(): void;
}

/** The settings of gradient descent. */
export interface SgdOptions {
  /** How far a step goes; above 0. There is no default. */
  learningRate: number;
  /** The part of the last step that each step repeats; 0 where it is left out. */
  momentum?: number | undefined;
}

/** Gradient descent: velocity = momentum · velocity + gradient, value −= learningRate · velocity. */
export function sgd(parameters: readonly Parameter[], options: SgdOptions): Optimiser {
  const where = "heed/train.sgd";
  checkOptions(where, options, ["learningRate", "momentum"]);
  const learningRate = checkNumber(where, "learningRate", options.learningRate, POSITIVE);
  const momentum = checkNumber(where, "momentum", options.momentum ?? 0, FRACTION);
  checkParameters(where, parameters);
  const velocities = parameters.map(zerosLike);
  return stepper(parameters, undefined, (value, gradient, place) => {
    const velocity = velocities[place]!;
    for (let i = 0; i < value.length; i++) {
      velocity[i] = momentum * velocity[i]! + gradient[i]!;
      value[i] = value[i]! - learningRate * velocity[i]!;
    }
  });
}

/** The settings of Adam. */
export interface AdamOptions {
  /** 0.001 where it is left out. */
  learningRate?: number | undefined;
  /** The part of the mean of gradients that each step keeps; 0.9 where it is left out. */
  beta1?: number | undefined;
  /** The same for the mean of their squares; 0.999 where it is left out. */
  beta2?: number | undefined;
  /** Keeps the step finite where gradients vanish; 1e-8 where it is left out. */
  epsilon?: number | undefined;
}

/** Adam (Kingma and Ba), with its correction for the first steps. */
export function adam(parameters: readonly Parameter[], options: AdamOptions = {}): Optimiser {
  const where = "heed/train.adam";
  checkOptions(where, options, ["learningRate", "beta1", "beta2", "epsilon"]);
  const learningRate = checkNumber(where, "learningRate", options.learningRate ?? 0.001, POSITIVE);
  const beta1 = checkNumber(where, "beta1", options.beta1 ?? 0.9, FRACTION);
  const beta2 = checkNumber(where, "beta2", options.beta2 ?? 0.999, FRACTION);
  const epsilon = checkNumber(where, "epsilon", options.epsilon ?? 1e-8, POSITIVE);
  checkParameters(where, parameters);
  const means = parameters.map(zerosLike);
  const squares = parameters.map(zerosLike);
  // The weight of the zeros at the start: a running product, since ** may round differently from engine to engine.
  let [left1, left2] = [1, 1];
  const begin = (): void => void ([left1, left2] = [left1 * beta1, left2 * beta2]);
  return stepper(parameters, begin, (value, gradient, place) => {
    const [mean, square] = [means[place]!, squares[place]!];
    const [rate, correction] = [learningRate / (1 - left1), 1 / (1 - left2)];
    for (let i = 0; i < value.length; i++) {
      const slope = gradient[i]!;
      mean[i] = beta1 * mean[i]! + (1 - beta1) * slope;
      square[i] = beta2 * square[i]! + (1 - beta2) * slope * slope;
      value[i] = value[i]! - (rate * mean[i]!) / (Math.sqrt(square[i]! * correction) + epsilon);
    }
  });
}

type Move = (value: Floats, gradient: Floats, place: number) => void;

/** Counts the steps. A step begins once and moves every parameter. */
function stepper(parameters: readonly Parameter[], begin: (() => void) | undefined, move: Move): Optimiser {
  let steps = 0;
  return Object.freeze({
    get steps() {
      return steps;
    },
    step() {
      begin?.();
      parameters.forEach(({ value, gradient }, place) => move(value, gradient, place));
      steps++;
    },
  });
}

function checkParameters(where: string, parameters: readonly Parameter[]): void {
  if (!Array.isArray(parameters))
    throw new TypeError(
      `${where}: parameters must be an array, as parametersOf(session) gives; got ${kindOf(parameters)}.`,
    );
  for (const [place, one] of (parameters as readonly Parameter[]).entries()) {
    checkObject(where, `parameters[${place}]`, one);
    const value = checkFloats(where, `the value of parameters[${place}]`, one.value);
    const gradient = checkFloats(where, `the gradient of parameters[${place}]`, one.gradient);
    if (value.length === gradient.length) continue;
    throw new RangeError(
      `${where}: ${one.name} has ${value.length} numbers and a gradient of ${gradient.length}; they must be as many.`,
    );
  }
}

function zerosLike({ value }: Parameter): Floats {
  return new Float32Array(value.length);
}
