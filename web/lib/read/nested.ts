// Turns nested arrays into flat ones. An error names the path of the first element that does not fit.
import type { TypedNumbers } from "../api/index.js";
import { fault } from "./fault.js";
import { makeFloats } from "./memory-limit.js";
import { isPlain, kindOf } from "./sentences.js";

/** More elements than any tensor that fits into WebAssembly memory. */
const MAX_ELEMENTS = 2 ** 30;

/** True for a typed array of numbers, from this realm or another (as under Jest). */
export function isTypedNumbers(value: unknown): value is TypedNumbers {
  return ArrayBuffer.isView(value) && (value instanceof Float32Array || /^(Float|Int|Uint)\d+/.test(tagOf(value)));
}

const getterOf = (name: string | symbol) =>
  // The getter is only ever called on a view.
  // oxlint-disable-next-line typescript/unbound-method
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), name)!.get!;
const tagGetter = getterOf(Symbol.toStringTag);
const lengthGetter = getterOf("length");
const bufferGetter = getterOf("buffer");
const offsetGetter = getterOf("byteOffset");

/** The engine's own name for a typed array's kind, whatever a subclass calls itself; "" for a DataView. */
export function tagOf(view: ArrayBufferView): string {
  return (tagGetter.call(view) as string | undefined) ?? "";
}

/** The engine's own count of the numbers, whatever a subclass says. 0 where the buffer was detached. */
export function lengthOf(data: TypedNumbers): number {
  return lengthGetter.call(data) as number;
}

/** A plain view of some of the numbers. It asks nothing of `data` itself: a subclass may have replaced it. */
export function viewOf<Data extends TypedNumbers>(data: Data, start: number, count: number): Data {
  const Plain = (globalThis as unknown as Record<string, Float32ArrayConstructor>)[tagOf(data)]!;
  const offset = (offsetGetter.call(data) as number) + start * Plain.BYTES_PER_ELEMENT;
  return new Plain(bufferGetter.call(data) as ArrayBuffer, offset, count) as TypedNumbers as Data;
}

type Put<T> = (flat: T, at: number, element: unknown, path: () => string) => void;
/** Looks at a row before its numbers are taken, and throws where heed cannot read it. */
type CheckRow = (row: unknown) => void;
type Nested = ArrayLike<unknown>;

function isRow(value: unknown): value is Nested {
  return Array.isArray(value) || isTypedNumbers(value);
}

/** What a typed array without numbers most likely is. */
export const EMPTIED = " Memory growth empties session views: read it again.";

/** For tensors in one object or array, as other libraries take them. */
export const EACH_APART = " Write each tensor as an argument, and options last: attention(q, k, v, { causal: true }).";

/** The length of the first row of each level. It is the shape, unless the rows have different lengths. */
function shapeOf(where: string, name: string, value: Nested): number[] {
  const shape: number[] = [];
  let path = name;
  for (let level: unknown = value; isRow(level); level = level[0]) {
    if (shape.length === 4) throw fault("shape", `${where}: ${name} is nested more than four deep.`);
    if (level.length === 0)
      throw fault(
        "shape",
        `${where}: ${path} is empty; an empty tensor holds nothing to attend to.` +
          (isTypedNumbers(level) ? EMPTIED : ""),
      );
    shape.push(level.length);
    path += "[0]";
  }
  return shape;
}

function fill<T>(
  { where, name, value, shape }: { where: string; name: string; value: Nested; shape: readonly number[] },
  flat: T,
  put: Put<T>,
  check?: CheckRow,
): void {
  const last = shape.length - 1;
  const indices: number[] = [];
  const path = (): string => name + indices.map((index) => `[${index}]`).join("");
  let at = 0;
  const visit = (level: Nested, axis: number): void => {
    for (let index = 0; index < shape[axis]!; index++) {
      indices[axis] = index;
      indices.length = axis + 1;
      const element = level[index];
      if (axis === last) {
        put(flat, at++, element, path);
      } else {
        checkRow(where, name, element, shape, axis, path);
        check?.(element);
        visit(element as Nested, axis + 1);
      }
    }
  };
  visit(value, 0);
}

function checkRow(
  where: string,
  name: string,
  row: unknown,
  shape: readonly number[],
  axis: number,
  path: () => string,
): void {
  const needed = shape[axis + 1]!;
  if (!isRow(row))
    throw fault(
      "type",
      `${where}: ${path()} must be an array of ${needed}, as its neighbours are; got ${kindOf(row)}.`,
    );
  if (row.length === needed) return;
  const first = name + "[0]".repeat(axis + 1);
  throw fault(
    "shape",
    `${where}: ${path()} has the length ${row.length}, and ${first} has ${needed}; all rows must have the same length.`,
  );
}

function countOf(where: string, name: string, shape: readonly number[]): number {
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (count <= MAX_ELEMENTS) return count;
  throw fault("memory", `${where}: ${name} has ${count} elements; ${MAX_ELEMENTS} is the most that heed takes.`);
}

/** Flattens nested numbers. A typed array is taken without a copy. `check` looks at each row. */
export function flattenNumbers(
  where: string,
  name: string,
  value: Nested,
  check?: CheckRow,
): { data: TypedNumbers; shape: number[] } {
  const shape = shapeOf(where, name, value);
  if (isTypedNumbers(value)) return { data: value, shape };
  const flat = makeFloats(where, countOf(where, name, shape));
  const put: Put<Float32Array> = (target, at, element, path) => {
    if (typeof element !== "number") throw notElement(where, path(), "a number", element);
    target[at] = element;
  };
  fill({ where, name, value, shape }, flat, put, check);
  return { data: flat, shape };
}

const BOOLEANS: readonly unknown[] = [false, true];

/** Flattens nested booleans, or other flags, into bytes 0 and 1. `notBoolean` makes the error for anything else. */
export function flattenBooleans(
  where: string,
  name: string,
  value: Nested,
  notBoolean: (path: string, element: unknown) => Error,
  flags = BOOLEANS,
): { data: Uint8Array; shape: number[] } {
  const shape = shapeOf(where, name, value);
  const count = countOf(where, name, shape);
  const flat = new Uint8Array(makeFloats(where, Math.ceil(count / 4)).buffer, 0, count);
  fill({ where, name, value, shape }, flat, (target, at, element, path) => {
    if (!flags.includes(element)) throw notBoolean(path(), element);
    target[at] = element ? 1 : 0;
  });
  return { data: flat, shape };
}

function notElement(where: string, path: string, needed: string, element: unknown): TypeError {
  const hint = isRow(element) ? "; the nesting must be equally deep everywhere" : "";
  const advice = isPlain(element) ? EACH_APART : "";
  return fault("type", `${where}: ${path} must be ${needed}; got ${kindOf(element)}${hint}.${advice}`);
}
