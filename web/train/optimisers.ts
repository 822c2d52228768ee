import type { Floats, Heed } from "../lib/api/index.js";
import type { Opener } from "../lib/call/index.js";
import { checkObject, cutText, fault, kindOf, SESSION_INSIDE, type SessionInside } from "../lib/read/index.js";
import { checkFloats, checkNumber, checkOptions, FRACTION, NOT_NEGATIVE, POSITIVE } from "./check.js";
import { readState, tensorsOf, writeState, type OptimiserState } from "./optimiser-state.js";
import type { Parameter } from "./parameters.js";

/** Moves parameters by their gradients. */
export interface Optimiser {
  /** The number of steps so far. */
  readonly steps: number;
  /** Moves each parameter by its current gradient. It does not change the gradients. */
  step(): void;
  /** A copy of its state. Another optimiser of the same parameters takes it as its option `state`. */
  state(): OptimiserState;
}

/** The settings of gradient descent. */
export interface SgdOptions {
  /** How far a step goes; above 0. There is no default. */
  learningRate: number;
  /**
   * The part of the last step that each step repeats.
   * @default 0
   */
  momentum?: number | undefined;
  /**
   * The `state()` of such an optimiser, to continue from it.
   * @default none
   */
  state?: OptimiserState | undefined;
}

const VELOCITY = ["velocity"];

/** Gradient descent: velocity = momentum · velocity + gradient, value −= learningRate · velocity. */
export function sgd(parameters: readonly Parameter[], options: SgdOptions): Optimiser {
  const where = "heed/train.sgd";
  checkParameters(where, parameters);
  checkOptions(where, options, ["learningRate", "momentum", "state"]);
  const learningRate = checkNumber(where, "learningRate", options.learningRate, POSITIVE);
  const momentum = checkNumber(where, "momentum", options.momentum, FRACTION, 0);
  const from = readState(where, VELOCITY, parameters, options.state);
  const velocities = parameters.map(zerosLike);
  writeState(from, velocities);
  let { steps } = from;
  return Object.freeze({
    get steps() {
      return steps;
    },
    step() {
      for (const [place, { value, gradient }] of parameters.entries()) {
        const velocity = velocities[place]!;
        for (let i = 0; i < value.length; i++) {
          velocity[i] = momentum * velocity[i]! + gradient[i]!;
          value[i] = value[i]! - learningRate * velocity[i]!;
        }
      }
      steps++;
    },
    state: () => ({ steps, products: [], tensors: tensorsOf(VELOCITY, parameters, velocities) }),
  });
}

/** The settings of Adam. */
export interface AdamOptions {
  /**
   * How far a step goes. A function is given the number of the step, from 0.
   * @default 0.001
   */
  learningRate?: number | ((step: number) => number) | undefined;
  /**
   * The part of the mean of gradients that each step keeps.
   * @default 0.9
   */
  beta1?: number | undefined;
  /**
   * The same for the mean of their squares.
   * @default 0.999
   */
  beta2?: number | undefined;
  /**
   * Keeps the step finite when gradients vanish.
   * @default 1e-8
   */
  epsilon?: number | undefined;
  /**
   * The part of a matrix that a step of learning rate 1 takes away, as AdamW has it (Loshchilov and Hutter). Parameters
   * with one axis, such as biases, keep all.
   * @default 0
   */
  weightDecay?: number | undefined;
  /**
   * The largest norm of all gradients together; longer ones are shortened to it.
   * @default none
   */
  clip?: number | undefined;
  /**
   * The `state()` of such an optimiser, to continue from it.
   * @default none
   */
  state?: OptimiserState | undefined;
}

/** An optimiser that says how long the gradients were. */
export interface Adam extends Optimiser {
  /** The norm of all gradients together at the last step, before clipping. 0 unless `clip` is given. */
  readonly gradientNorm: number;
  /**
   * Frees its memory in the core.
   * @frees what it has in the core
   */
  dispose(): void;
}

const MEANS = ["mean", "square"];
const ADAM = ["learningRate", "beta1", "beta2", "epsilon", "weightDecay", "clip", "state"];

/** Adam (Kingma and Ba), with its correction for the first steps, and decay as AdamW has it. */
export function adam(parameters: readonly Parameter[], options?: AdamOptions): Adam;
/** The same, computed in the core of a started heed, in floats. Its sessions must have all the parameters. */
export function adam(heed: Heed, parameters: readonly Parameter[], options?: AdamOptions): Adam;
export function adam(...given: unknown[]): Adam {
  const where = "heed/train.adam";
  const isInCore = isHeed(given[0]) || Array.isArray(given[1]);
  const [parameters, options = {}] = given.slice(isInCore ? 1 : 0) as [readonly Parameter[], AdamOptions?];
  checkOptions(where, options, ADAM);
  const rate = readRate(where, options.learningRate === undefined ? 0.001 : options.learningRate);
  const beta1 = checkNumber(where, "beta1", options.beta1, FRACTION, 0.9);
  const beta2 = checkNumber(where, "beta2", options.beta2, FRACTION, 0.999);
  const epsilon = checkNumber(where, "epsilon", options.epsilon, POSITIVE, 1e-8);
  const decay = checkNumber(where, "weightDecay", options.weightDecay, NOT_NEGATIVE, 0);
  const clip = options.clip === undefined ? Infinity : checkNumber(where, "clip", options.clip, POSITIVE);
  checkParameters(where, parameters);
  const from = readState(where, MEANS, parameters, options.state);
  // The weights of the zeros at the start: running products, since ** may round differently from engine to engine.
  const left = (at: number): number => checkNumber(where, `state.products[${at}]`, from.products[at], NOT_NEGATIVE);
  let [left1, left2, steps, gradientNorm] = [left(0), left(1), from.steps, 0];
  const mover = isInCore ? moverInCore(where, given[0], parameters) : moverHere(parameters);
  writeState(from, mover.means());
  return Object.freeze({
    get steps() {
      return steps;
    },
    get gradientNorm() {
      return gradientNorm;
    },
    step() {
      const learningRate = rate(steps);
      if (clip < Infinity) gradientNorm = Math.sqrt(mover.squares());
      [left1, left2] = [left1 * beta1, left2 * beta2];
      // A norm that is not finite stops nothing: the numbers tell.
      const gradientScale = gradientNorm > clip ? clip / (gradientNorm + 1e-6) : 1;
      const [stepRate, correction] = [learningRate / (1 - left1), 1 / (1 - left2)];
      const step = { beta1, beta2, epsilon, rate: stepRate, correction, gradientScale };
      const keep = 1 - learningRate * decay;
      mover.move(step, (one) => ((one.shape?.length ?? 1) > 1 ? keep : 1));
      steps++;
    },
    state: () => ({ steps, products: [left1, left2], tensors: tensorsOf(MEANS, parameters, mover.means()) }),
    dispose: () => mover.dispose(),
  });
}

function readRate(where: string, value: unknown): (step: number) => number {
  if (typeof value !== "function") {
    const fixed = checkNumber(where, "learningRate", value, POSITIVE);
    return () => fixed;
  }
  return (step) =>
    checkNumber("adam.step", `learningRate(${step})`, (value as (step: number) => unknown)(step), NOT_NEGATIVE);
}

interface AdamStep {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly rate: number;
  readonly correction: number;
  readonly gradientScale: number;
}

/** What holds the means of a step, and moves parameters by them. */
interface Mover {
  /** Σ gradient² over all parameters. */
  squares(): number;
  /** `keepOf` gives the part of a parameter that decay leaves. */
  move(step: AdamStep, keepOf: (one: Parameter) => number): void;
  /** The mean of each parameter's gradients, and then the mean of the squares of each. */
  means(): readonly Floats[];
  dispose(): void;
}

/** In JavaScript, for numbers that lie anywhere. */
function moverHere(parameters: readonly Parameter[]): Mover {
  const means = parameters.map(zerosLike);
  const squares = parameters.map(zerosLike);
  return {
    squares() {
      let sum = 0;
      for (const { gradient } of parameters)
        for (let i = 0; i < gradient.length; i++) sum += gradient[i]! * gradient[i]!;
      return sum;
    },
    move({ beta1, beta2, epsilon, rate, correction, gradientScale }, keepOf) {
      for (const [place, one] of parameters.entries()) {
        const { value, gradient } = one;
        const [mean, square, keep] = [means[place]!, squares[place]!, keepOf(one)];
        for (let i = 0; i < value.length; i++) {
          const slope = gradient[i]! * gradientScale;
          mean[i] = beta1 * mean[i]! + (1 - beta1) * slope;
          square[i] = beta2 * square[i]! + (1 - beta2) * slope * slope;
          value[i] = value[i]! * keep - (rate * mean[i]!) / (Math.sqrt(square[i]! * correction) + epsilon);
        }
      }
    },
    means: () => [...means, ...squares],
    dispose() {},
  };
}

function isHeed(value: unknown): value is Opener {
  return typeof (value as Partial<Opener> | null | undefined)?.openLayer === "function";
}

/** In the core of a heed, whose memory all parameters lie in. */
function moverInCore(where: string, heed: unknown, parameters: readonly Parameter[]): Mover {
  if (!isHeed(heed))
    throw fault("type", `${where}: heed must be made by load() of heed, of the same version; got ${kindOf(heed)}.`);
  const count = parameters.reduce((sum, { value }) => sum + value.length, 0);
  const open = (kind: "adam" | "squares", given: Readonly<Record<string, null>>): CoreSession =>
    heed.openLayer(where, kind, { sizes: { count }, backward: false, given }) as CoreSession;
  const moves = open("adam", { mean: null, square: null });
  const sums = open("squares", { sum: null });
  const inside = moves[SESSION_INSIDE];
  const [mean, square] = [inside.addressOf("mean"), inside.addressOf("square")];
  const addressOf = (name: string, { buffer, byteOffset }: Floats): number => {
    if (buffer === inside.buffer) return byteOffset;
    throw fault("value", `${where}: ${name} must be a parameter of a session of the heed that is given.`);
  };
  const dispose = (): void => {
    moves.dispose();
    sums.dispose();
  };
  try {
    for (const { name, value, gradient } of parameters) for (const one of [value, gradient]) addressOf(name, one);
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    squares() {
      const inner = sums[SESSION_INSIDE];
      const sum = new Float64Array(inner.buffer as ArrayBuffer, inner.addressOf("sum"), 1);
      sum[0] = 0;
      for (const { name, gradient } of parameters) {
        inner.write({ count: gradient.length, gradient: addressOf(name, gradient) });
        sums.run();
      }
      return sum[0];
    },
    move({ beta1, beta2, ...step }, keepOf) {
      inside.write({ beta1, rest1: 1 - beta1, beta2, rest2: 1 - beta2, ...step });
      let before = 0;
      for (const one of parameters) {
        const { name, value, gradient } = one;
        inside.write({
          count: value.length,
          value: addressOf(name, value),
          gradient: addressOf(name, gradient),
          mean: mean + 4 * before,
          square: square + 4 * before,
          keep: keepOf(one),
        });
        moves.run();
        before += value.length;
      }
    },
    means() {
      // The addresses are asked for again, since a session that is disposed of refuses.
      return MEANS.flatMap((name) => {
        let at = inside.addressOf(name);
        return parameters.map(({ value: { length } }) => {
          const view = new Float32Array(inside.buffer as ArrayBuffer, at, length);
          at += 4 * length;
          return view;
        });
      });
    },
    dispose,
  };
}

interface CoreSession {
  readonly [SESSION_INSIDE]: SessionInside;
  run(): void;
  dispose(): void;
}

function checkParameters(where: string, parameters: readonly Parameter[]): void {
  if (!Array.isArray(parameters))
    throw fault(
      "type",
      `${where}: parameters must be an array, as parametersOf(session) gives; got ${kindOf(parameters)}.`,
    );
  for (const [place, one] of (parameters as readonly Parameter[]).entries()) {
    checkObject(where, `parameters[${place}]`, one);
    const value = checkFloats(where, `the value of parameters[${place}]`, one.value);
    const name = typeof one.name === "string" ? cutText(one.name) : `parameters[${place}]`;
    if (one.gradient === undefined)
      throw fault("type", `${where}: ${name} has no gradient. Make the session that has it with backward: true.`);
    const gradient = checkFloats(where, `the gradient of parameters[${place}]`, one.gradient);
    if (value.length === gradient.length) continue;
    throw fault(
      "shape",
      `${where}: ${name} has ${value.length} numbers and a gradient of ${gradient.length}; both must have the ` +
        `same length.`,
    );
  }
}

function zerosLike({ value }: Parameter): Floats {
  return new Float32Array(value.length);
}
