// The fields of a page's state, and how a link holds them: "#v=1&lang=de&seed=3". A field at its start is left out.
// The state is always in range: a number from a link is clamped, and a text that cannot be read is refused by name.

export interface Field<Value> {
  readonly initial: Value;
  /** undefined where the text cannot be read. */
  read(text: string): Value | undefined;
  write(value: Value): string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = Readonly<Record<string, Field<any>>>;
export type Values<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never;
};

const VERSION = "1";

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const rounded = (value: number): string => String(Number(value.toFixed(4)));
const finite = (text: string): number | undefined =>
  text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;

export function number(initial: number, low: number, high: number): Field<number> {
  const read = (text: string): number | undefined => {
    const value = finite(text);
    return value === undefined ? undefined : clamp(value, low, high);
  };
  return { initial, read, write: rounded };
}

export function integer(initial: number, low: number, high: number): Field<number> {
  const within = number(initial, low, high);
  const whole = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : Math.round(value);
  return { initial, read: (text) => whole(within.read(text)), write: rounded };
}

/** One of several names. It starts with the first. */
export function choice<const Name extends string>(...names: readonly [Name, ...Name[]]): Field<Name> {
  return { initial: names[0], read: (text) => names.find((name) => name === text), write: (name) => name };
}

export function flag(initial: boolean): Field<boolean> {
  return {
    initial,
    read: (text) => (text === "1" ? true : text === "0" ? false : undefined),
    write: (value) => (value ? "1" : "0"),
  };
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

/** At most `count` words of at most `letters` letters, with spaces between. */
export function words(initial: readonly string[], count: number, letters: number): Field<readonly string[]> {
  const read = (text: string): readonly string[] | undefined => {
    const found = text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => word.slice(0, letters));
    return found.length === 0 ? undefined : found.slice(0, count);
  };
  return { initial, read, write: (value) => value.join(" ") };
}

export interface Decoded<F extends Fields> {
  readonly values: Values<F>;
  readonly language: string | undefined;
  /** The names of the fields whose text the page could not read. */
  readonly refused: readonly string[];
}

export function decode<F extends Fields>(fields: F, hash: string): Decoded<F> {
  const held = new URLSearchParams(hash.replace(/^#/, ""));
  const version = held.get("v") ?? VERSION;
  const refused: string[] = version === VERSION ? [] : ["v"];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = version === VERSION ? held.get(name) : null;
    const value = text === null ? undefined : field.read(text);
    if (text !== null && value === undefined) refused.push(name);
    values[name] = value ?? field.initial;
  }
  return { values: values as Values<F>, language: held.get("lang") ?? undefined, refused };
}

export function encode<F extends Fields>(fields: F, values: Values<F>, language: string | undefined): string {
  const written = Object.entries(fields).flatMap(([name, field]) => {
    const text = field.write(values[name]);
    return text === field.write(field.initial) ? [] : [`${name}=${encodeURIComponent(text)}`];
  });
  const chosen = language === undefined ? [] : [`lang=${language}`];
  return `#${[`v=${VERSION}`, ...chosen, ...written].join("&")}`;
}
