// Writes the inputs that a caller gives to run(), so that a program needs no view of wasm memory.
import type { Floats } from "../api/index.js";
import { fault } from "./fault.js";
import { isTypedNumbers, lengthOf, tagOf } from "./nested.js";
import { checkNamed, isPlain, kindOf } from "./sentences.js";
import { readTensor } from "./tensor.js";

type View = Floats | Int32Array | Uint8Array;

/** How an input that has rules of its own is read, by its name. */
export type InputReaders = Readonly<
  Record<string, (where: string, value: unknown) => { readonly data: ArrayLike<number> }>
>;

/** Writes each given input into the view of its name. Where one does not fit, none is written. */
export function writeInputs(
  where: string,
  session: object,
  names: readonly string[],
  given: unknown,
  readers: InputReaders = {},
): void {
  checkNamed(where, "input", given, names, { hints: { data: `write each input by its name, as { ${names[0]} }` } });
  const views = session as Readonly<Record<string, View | undefined>>;
  const values = given as Readonly<Record<string, unknown>>;
  const read = names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, numbers: readInput(where, name, value, views[name], readers[name]) }];
  });
  for (const { name, numbers } of read) {
    const { length } = views[name]!;
    if (numbers.length !== length)
      throw fault("shape", `${where}: ${name} must have ${length} numbers, as its view has; got ${numbers.length}.`);
  }
  for (const { name, numbers } of read) views[name]!.set(numbers);
}

function readInput(
  where: string,
  name: string,
  value: unknown,
  view: View | undefined,
  reader: InputReaders[string] | undefined,
): ArrayLike<number> {
  if (view === undefined)
    throw fault("type", `${where}: ${name} was not given when the session was made, so there is no place for it.`);
  if (reader !== undefined) return reader(where, value).data;
  const kind = tagOf(view);
  if (kind === "Float32Array") return readTensor(where, name, value).data;
  const data: unknown = isPlain(value) && "data" in value ? value.data : value;
  const given = isTypedNumbers(data) && lengthOf(data) > 0 ? Array.from(data as ArrayLike<unknown>) : data;
  if (!Array.isArray(given))
    throw fault("type", `${where}: ${name} must be an array of integers; got ${kindOf(value)}.`);
  const list: unknown[] = Array.isArray(given[0]) ? given.flat(3) : given;
  const numbers = Array.from(list, (one) => (typeof one === "boolean" ? Number(one) : (one as unknown)));
  const wrong = numbers.findIndex((one) => !Number.isInteger(one) || Math.abs(one as number) >= 2 ** 31);
  // Any number but 0 stands for true, and 256 would not fit into a byte.
  if (wrong < 0) return kind === "Uint8Array" ? numbers.map((one) => (one === 0 ? 0 : 1)) : (numbers as number[]);
  throw fault("type", `${where}: ${name} must hold integers; ${name}[${wrong}] is ${kindOf(list[wrong])}.`);
}
