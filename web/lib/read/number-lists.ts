// Reads lists of numbers in double precision: positions, documents, frequencies.
import { fault, numberFault } from "./fault.js";
import { isTypedNumbers, lengthOf } from "./nested.js";
import { isHalf } from "./half.js";
import { isPlain, kindOf, shapeText } from "./sentences.js";
import { checkLength, readShape } from "./tensor.js";

type List = ArrayLike<unknown>;

const isList = (value: unknown): value is List => Array.isArray(value) || isTypedNumbers(value);

/** How many numbers a list may have, in words too. */
export interface Needed {
  readonly counts: readonly number[];
  readonly text: string;
  readonly advice?: string;
}

/**
 * Reads finite numbers: a list, a list of lists, or { data, shape }. They are counted before they are read, so that a
 * list that is far too long takes no time.
 *
 * @returns The numbers, and the shape that they came in.
 */
export function readNumbers(where: string, name: string, value: unknown, { counts, text, advice = "" }: Needed) {
  const { list, shape } = readList(where, name, value);
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (!counts.includes(count)) throw fault("shape", `${where}: ${name} must have ${text}; got ${count}.${advice}`);
  const numbers = new Float64Array(count);
  let at = 0;
  const add = (number: unknown): void => {
    if (!Number.isFinite(number)) {
      throw numberFault(number, `${where}: ${name} must hold finite numbers; it holds ${kindOf(number)}.`);
    }
    numbers[at++] = number as number;
  };
  const isNested = isList(list[0]);
  for (let row = 0; row < list.length; row++) {
    const element = list[row];
    if (isNested && isList(element)) for (let n = 0; n < element.length; n++) add(element[n]);
    else add(element);
  }
  if (at === count) return { numbers, shape };
  throw fault("shape", `${where}: ${name} must have ${text}; got ${at}.${advice}`);
}

function readList(where: string, name: string, value: unknown): { list: List; shape: readonly number[] } {
  const given = isPlain(value) && "data" in value ? value : { data: value };
  const { data, shape, type } = given as { data: unknown; shape?: unknown; type?: unknown };
  if (!isList(data)) throw fault("type", `${where}: ${name} must be an array of numbers; got ${kindOf(value)}.`);
  if (type === "float16" && isTypedNumbers(data) && isHalf(data)) {
    throw fault("type", `${where}: ${name} must hold plain numbers; got the bits of float16. Give a Float32Array.`);
  }
  const length = isTypedNumbers(data) ? lengthOf(data) : data.length;
  if (shape !== undefined) {
    const extents = readShape(where, name, shape);
    checkLength(where, name, extents, length);
    return { list: data, shape: extents };
  }
  return { list: data, shape: isList(data[0]) ? nestedShape(where, name, data) : [length] };
}

/** The shape of a list of lists. */
function nestedShape(where: string, name: string, rows: List): readonly number[] {
  const columns = (rows[0] as List).length;
  for (let row = 1; row < rows.length; row++) {
    const one = rows[row];
    if (isList(one) && one.length === columns) continue;
    throw fault(
      "type",
      `${where}: ${name}[${row}] must be an array of ${columns} numbers, as ${name}[0] is; got ` +
        `${isList(one) ? one.length : kindOf(one)}.`,
    );
  }
  return [rows.length, columns];
}

/** Farther than any position in use, and near enough that a position times a frequency stays finite. */
const FARTHEST = 1e200;

export function checkFar(where: string, name: string, positions: ArrayLike<number>): void {
  const far = Array.prototype.find.call(positions, (position: number) => Math.abs(position) > FARTHEST);
  if (far === undefined) return;
  throw fault("value", `${where}: ${name} must be from −${FARTHEST} to ${FARTHEST}; got ${far}.`);
}

/** Reads one number for each of `rows` rows, or one for each row of each batch. Returns these. */
export function readPositions(where: string, name: string, value: unknown, batch: number, rows: number): Float64Array {
  const { numbers, shape } = readNumbers(where, name, value, {
    counts: [rows, batch * rows],
    text:
      `${rows} ${rows === 1 ? "number" : "numbers"}, one for each row` +
      `${batch > 1 ? `, or ${batch * rows}, one for each row of each batch` : ""}`,
  });
  if (shape.length > 1 && shape[shape.length - 1] !== rows) {
    const needed = batch > 1 ? `[${batch}, ${rows}], a row of numbers for each batch` : `[${rows}]`;
    throw fault("shape", `${where}: ${name} must have the shape ${needed}; got ${shapeText(shape)}.`);
  }
  checkFar(where, name, numbers);
  if (numbers.length === batch * rows) return numbers;
  return Float64Array.from({ length: batch * rows }, (_, at) => numbers[at % rows]!);
}
