// The checks of the arguments of this entry.
import { checkNamed, fault, kindOf, lengthOf, numberFault, tagOf } from "../lib/read/index.js";
import type { Floats } from "../lib/api/index.js";

/** The names that other libraries have for options. */
const HINTS = {
  lr: "write learningRate; the number stays",
  rate: "write learningRate; the number stays",
  betas: "write beta1 and beta2",
  eps: "write epsilon; the number stays",
  amsgrad: "leave it out; this is Adam as Kingma and Ba have it",
  nesterov: "leave it out; heed has plain momentum",
};

type Rule = readonly [(value: number) => boolean, needed: string];

export const INTEGER: Rule = [Number.isSafeInteger, "an integer"];
export const POSITIVE: Rule = [(value) => value > 0 && value < Infinity, "a finite number above 0"];
export const NOT_NEGATIVE: Rule = [(value) => value >= 0 && value < Infinity, "a finite number, 0 or more"];
export const FRACTION: Rule = [(value) => value >= 0 && value < 1, "from 0 to below 1"];
export const FINITE: Rule = [Number.isFinite, "a finite number"];
export const upTo = (most: number, least = 1): Rule => [
  (value) => Number.isInteger(value) && value >= least && value <= most,
  `an integer from ${least} to ${most}`,
];

/** Returns the number if it obeys the rule; `otherwise` where it is left out. */
export function checkNumber(
  where: string,
  name: string,
  value: unknown,
  [holds, needed]: Rule,
  otherwise?: number,
): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (typeof value === "number" && holds(value)) return value;
  throw numberFault(value, `${where}: ${name} must be ${needed}; got ${kindOf(value)}.`);
}

/** Returns the numbers if they are a Float32Array of this realm or another, of the length that it says. */
export function checkFloats(where: string, name: string, value: unknown): Floats {
  if (!ArrayBuffer.isView(value) || tagOf(value) !== "Float32Array")
    throw fault("type", `${where}: ${name} must be a Float32Array; got ${kindOf(value)}.`);
  const floats = value as Floats;
  const count = lengthOf(floats);
  if (floats.length === count) return floats;
  throw fault(
    "shape",
    `${where}: ${name} holds ${count} numbers, so its length must be ${count}; got ${floats.length}.`,
  );
}

/** Returns the object if it has a function of that name. `made` says where such objects come from. */
export function checkMade<Type>(
  where: string,
  name: string,
  value: Type,
  has: keyof Type & string,
  made: string,
): Type {
  if (typeof (value as Record<string, unknown> | null | undefined)?.[has] === "function") return value;
  throw fault("type", `${where}: ${name} must be made by ${made}; got ${kindOf(value)}.`);
}

export function checkOptions(where: string, options: unknown, known: readonly string[]): void {
  checkNamed(where, "option", options, known, { hints: HINTS });
}
