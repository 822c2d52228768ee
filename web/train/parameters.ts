import { cutText, fault, kindOf, SESSION_INSIDE, shapeText, type SessionInside } from "../lib/read/index.js";
import type { Floats } from "../lib/api/index.js";
import { gradientName } from "../lib/rows/index.js";
import { checkFloats } from "./check.js";

/** Numbers that are learned, and the gradient of the loss with respect to them. Both have the same length. */
export interface Parameter {
  /** Such as "queryWeight"; in a chain, the index of its layer comes before it. */
  readonly name: string;
  /**
   * Such as [inputs, outputs].
   * @default [value.length]
   */
  readonly shape?: readonly number[] | undefined;
  /** The numbers that are learned. */
  readonly value: Floats;
  /** The gradient of the loss with respect to them. Undefined if the layer was made without `backward: true`. */
  readonly gradient: Floats;
}

/** The inputs of a layer's session that can be learned. */
const WEIGHTS = [
  "queryWeight",
  "keyWeight",
  "valueWeight",
  "outputWeight",
  "queryBias",
  "keyBias",
  "valueBias",
  "outputBias",
];

/**
 * Makes a parameter. `value` is taken without a copy; `gradient` starts as zeros, and you write to it.
 *
 * @param [shape=[value.length]] Its extents.
 */
export function parameter(name: string, value: Floats, shape?: readonly number[]): Parameter {
  const where = "heed/train.parameter";
  checkText(where, "name", name);
  checkFloats(where, "value", value);
  const extents: readonly number[] = shape === undefined ? [value.length] : shape;
  const isShape = Array.isArray(extents) && [...extents].every((extent) => Number.isSafeInteger(extent) && extent >= 0);
  if (!isShape) {
    const got = Array.isArray(extents) ? shapeText(extents) : kindOf(extents);
    throw fault("type", `${where}: shape must be an array of integers, 0 or greater; got ${got}.`);
  }
  if (extents.reduce((product, extent) => product * extent, 1) !== value.length)
    throw fault(
      "shape",
      `${where}: shape must multiply to ${value.length}, the length of value; it is [${extents.join(", ")}].`,
    );
  return { name, shape: extents.slice(), value, gradient: new Float32Array(value.length) };
}

/**
 * The inputs of a session as parameters. Each reads the session's view each time, so growth of wasm memory does not
 * matter.
 *
 * @param session A session, or anything that has `parameters`, such as the layers of
 * heed/layers.
 * @param [names=all weights and biases] Which inputs.
 * @param [prefix=""] The beginning of the parameters' names.
 */
export function parametersOf(session: object, names?: readonly string[], prefix = ""): Parameter[] {
  const where = "heed/train.parametersOf";
  // Sessions and layers are objects of their own kind.
  if (typeof session !== "object" || session === null)
    throw fault("type", `${where}: session must be a session or a layer; got ${kindOf(session)}.`);
  if (names !== undefined) checkInputNames(where, names);
  checkText(where, "prefix", prefix);
  const { parameters } = session as { readonly parameters?: readonly Parameter[] };
  const all = Array.isArray(parameters) ? named(where, parameters, names) : inputsOf(where, session, names);
  return prefix === "" ? all : all.map((one) => renamed(one, prefix + one.name));
}

function checkInputNames(where: string, names: unknown): void {
  if (!Array.isArray(names))
    throw fault("type", `${where}: names must be an array of the session's inputs; got ${kindOf(names)}.`);
  for (const name of names) checkText(where, "each of names", name);
}

function checkText(where: string, name: string, value: unknown): void {
  if (typeof value === "string") return;
  throw fault("type", `${where}: ${name} must be a string; got ${kindOf(value)}.`);
}

/** The parameters with these names; all of them where no names are given. */
function named(where: string, parameters: readonly Parameter[], names: readonly string[] | undefined): Parameter[] {
  if (names === undefined) return parameters.slice();
  const found: Parameter[] = [];
  for (const name of names) {
    const one = parameters.find((given) => given.name === name);
    if (one === undefined) throw fault("type", `${where}: the session has no parameter named "${cutText(name)}".`);
    found.push(one);
  }
  return found;
}

function inputsOf(where: string, session: object, names: readonly string[] | undefined): Parameter[] {
  const views = session as Record<string, Floats | undefined>;
  const taken = names ?? WEIGHTS.filter((name) => views[name] !== undefined);
  if (taken.length === 0)
    throw fault(
      "type",
      `${where}: this session has no weights; name the inputs that are learned, as in parametersOf(session, ["q"]).`,
    );
  for (const name of taken) {
    if (views[name] === undefined) throw fault("type", `${where}: the session has no input named "${cutText(name)}".`);
    if (views["dOutput"] !== undefined && views[gradientName(name)] === undefined)
      throw fault("type", `${where}: the session has no ${gradientName(name)}, so ${cutText(name)} cannot be learned.`);
  }
  const inside = (session as { readonly [SESSION_INSIDE]?: SessionInside })[SESSION_INSIDE];
  return taken.map((name) => ({
    name,
    get shape() {
      return inside?.shapeOf(name);
    },
    get value() {
      return views[name]!;
    },
    get gradient() {
      return views[gradientName(name)]!;
    },
  }));
}

/** The same numbers under another name. */
function renamed(one: Parameter, name: string): Parameter {
  return {
    name,
    get shape() {
      return one.shape;
    },
    get value() {
      return one.value;
    },
    get gradient() {
      return one.gradient;
    },
  };
}
