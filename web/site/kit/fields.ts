// The fields of a page's state, and how a link holds them: "#v=1&lang=de&seed=3". A field at its start is left out.
// The state is always in range: a number from a link is clamped, and a text that cannot be read is refused by name.
import { cutText } from "./cut-text.js";
import { linkOf, partsOf, VERSION } from "./link.js";

export interface Field<Value> {
  readonly initial: Value;
  /** Its name in a link, where it has another name there. */
  readonly name?: string;
  /** undefined where the text cannot be read. */
  read(text: string): Value | undefined;
  write(value: Value): string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = Readonly<Record<string, Field<any>>>;
export type Values<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const rounded = (value: number): string => String(Number(value.toFixed(4)));
const finite = (text: string): number | undefined =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;

export function number(initial: number, low = -Infinity, high = Infinity): Field<number> {
  const read = (text: string): number | undefined => {
    const value = finite(text);
    return value === undefined ? undefined : clamp(value, low, high);
  };
  return { initial, read, write: rounded };
}

export function integer(initial: number, low: number, high = Infinity): Field<number> {
  const within = number(initial, low, high);
  const whole = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : Math.round(value);
  return { initial, read: (text) => whole(within.read(text)), write: rounded };
}

/** A place in a row: counted from 0 in the state, from 1 in a link. */
export function place(initial = 0): Field<number> {
  const counted = integer(initial + 1, 1);
  const read = (text: string): number | undefined => {
    const value = counted.read(text);
    return value === undefined ? undefined : value - 1;
  };
  return { initial, read, write: (value) => counted.write(value + 1) };
}

export interface Choice<Value> extends Field<Value> {
  readonly choices: readonly string[];
}

/** One of several values, each with its name in a link. It starts with the first. */
export function among<const Value>(...values: readonly (readonly [name: string, value: Value])[]): Choice<Value> {
  return {
    initial: values[0]![1],
    choices: values.map(([name]) => name),
    read: (text) => values.find(([name]) => name === text)?.[1],
    write: (value) => values.find(([, one]) => one === value)![0],
  };
}

/** One of several names. It starts with the first. */
export function choice<const Name extends string>(...names: readonly Name[]): Choice<Name> {
  return among(...names.map((name) => [name, name] as const));
}

export function flag(initial: boolean): Choice<boolean> {
  return { ...among<boolean>(["0", false], ["1", true]), initial };
}

/** Some of several names, in their order. What is no name is left out. */
export function some<const Name extends string>(names: readonly Name[]): Field<readonly Name[]> {
  const read = (text: string): readonly Name[] => {
    const held = text.split(",");
    return names.filter((name) => held.includes(name));
  };
  return { initial: [], read, write: (value) => names.filter((name) => value.includes(name)).join(",") };
}

/** A list of numbers; its length never changes. */
export function numbers(initial: readonly number[], low: number, high: number): Field<readonly number[]> {
  const read = (text: string): readonly number[] | undefined => {
    const values = text.split("_").map(finite);
    if (values.length !== initial.length || values.includes(undefined)) return undefined;
    return values.map((value) => clamp(value!, low, high));
  };
  return { initial, read, write: (values) => values.map(rounded).join("_") };
}

/** A text of at most `letters` letters. */
export function typed(initial: string, letters: number): Field<string> {
  return { initial, read: (held) => cutText(held, letters), write: (value) => value };
}

/** At most `count` words of at most `letters` letters, with spaces between. */
export function words(initial: readonly string[], count: number, letters: number): Field<readonly string[]> {
  const read = (held: string): readonly string[] | undefined => {
    const found = held
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => cutText(word, letters));
    return found.length === 0 ? undefined : found.slice(0, count);
  };
  return { initial, read, write: (value) => value.join(" ") };
}

/** A field that may be empty, as it is at first. */
export function optional<Value>(field: Omit<Field<Value>, "initial">): Field<Value | undefined> {
  return {
    ...field,
    initial: undefined,
    write: (value) => (value === undefined ? "" : field.write(value)),
  };
}

/** A field with another name in a link. */
export function named<Value>(name: string, field: Field<Value>): Field<Value> {
  return { ...field, name };
}

export function initials<F extends Fields>(fields: F): Values<F> {
  return Object.fromEntries(Object.entries(fields).map(([key, { initial }]) => [key, initial])) as Values<F>;
}

export interface Decoded<F extends Fields> {
  readonly values: Values<F>;
  /** The names of the fields whose text the page could not read. */
  readonly refused: readonly string[];
}

export function decode<F extends Fields>(fields: F, hash: string): Decoded<F> {
  const refused: string[] = [];
  // A hash without a name is a place on the page.
  const parts = partsOf(hash, (part, why) => why === "damaged" && refused.push(part.split("=")[0]!));
  if ((parts.get("v") ?? VERSION) !== VERSION) return { values: initials(fields), refused: ["v"] };
  const values: Record<string, unknown> = { ...initials(fields) };
  for (const [key, field] of Object.entries(fields)) {
    const name = field.name ?? key;
    const held = parts.get(name);
    if (held === undefined) continue;
    const value: unknown = field.read(held);
    if (value === undefined) refused.push(name);
    else values[key] = value;
  }
  return { values: values as Values<F>, refused };
}

export function encode<F extends Fields>(fields: F, values: Values<F>, language: string | undefined): string {
  const changed = Object.entries(fields).flatMap(([key, field]) => {
    const written = field.write(values[key]);
    return written === field.write(field.initial) ? [] : [[field.name ?? key, written] as const];
  });
  return linkOf(changed, language);
}
