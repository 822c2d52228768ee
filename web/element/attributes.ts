// Properties that are kept as attributes: a table says what each attribute holds, and the accessors follow from it.
import { isIndex, isNone } from "./check-properties.js";
import { kindOf, refuse } from "../show/index.js";

/** What an attribute holds. */
export interface Kept<Value> {
  /** What the property must be, for the sentence about a value that it does not take. */
  readonly needs: string;
  readonly takes: (given: unknown) => boolean;
  /** The value of an attribute's text; undefined if the text is wrong. */
  readonly read: (text: string) => Value | undefined;
  /** The value if the attribute is missing, or wrong. */
  readonly none: Value;
}

/** A whole number from 0 on. */
const WHOLE = /^\s*\d+\s*$/;

/** One of these words. A missing one means the first. */
export function word<Word extends string>(...words: readonly [Word, ...Word[]]): Kept<Word> {
  const names = words.map((one) => `"${one}"`);
  return {
    needs: `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
    takes: (given) => words.includes(given as Word),
    read: (written) => words.find((one) => one === written),
    none: words[0],
  };
}

/** A whole number from 0 on. */
export function count<None extends number | null>(none: None): Kept<number | None> {
  return {
    needs: "an integer, 0 or greater",
    takes: (given) => (typeof given === "string" ? WHOLE.test(given) : isIndex(given)),
    read: (written) => (WHOLE.test(written) ? Number(written) : undefined),
    none,
  };
}

/** Whether the attribute is there. React 18 writes the property false as the text "false", which counts as missing. */
export const flag: Kept<boolean> = {
  needs: "true or false",
  takes: (given) => typeof given === "boolean",
  read: (written) => written !== "false",
  none: false,
};

export const text: Kept<string> = {
  needs: "a string",
  takes: (given) => typeof given === "string",
  read: (written) => written,
  none: "",
};

/** The JSON of a property that the class itself reads. */
export const json: Kept<unknown> = text;

type Table = Readonly<Record<string, Kept<unknown>>>;
type ValueOf<One> = One extends Kept<infer Value> ? Value : never;

/** The attribute of a property: per-row of perRow. */
export function attributeOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The names under which an attribute is looked for. Frameworks that render on a server write a property under its own
 * name, and HTML reads that in lower case: perRow arrives as perrow.
 */
export function namesOf(property: string): readonly string[] {
  const attribute = attributeOf(property);
  return attribute === property ? [property] : [attribute, property.toLowerCase()];
}

/** What the attribute of a property holds; null if it is missing. */
export function textOf(element: Element, property: string): string | null {
  const name = namesOf(property).find((one) => element.hasAttribute(one));
  return name === undefined ? null : element.getAttribute(name);
}

/** Writes the attribute of a property; null removes it. */
export function reflect(element: Element, property: string, written: string | null): void {
  const [attribute, ...others] = namesOf(property) as [string, ...string[]];
  for (const other of others) element.removeAttribute(other);
  if (written === null) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== written) element.setAttribute(attribute, written);
}

/** Writes a property to its attribute. Nothing, "" and false remove the attribute. */
export function write(element: Element, property: string, { needs, takes }: Kept<unknown>, given: unknown): void {
  if (!isNone(given) && !takes(given)) refuse(property, needs, kindOf(given));
  const isGone = isNone(given) || given === false;
  reflect(element, property, isGone ? null : given === true ? "" : String(given as string | number));
}

/** Gives a class the properties of the table that it does not have itself. */
export function defineKept<Rows extends Table>(
  prototype: { [Name in keyof Rows]: ValueOf<Rows[Name]> },
  table: Rows,
): void {
  for (const [property, kept] of Object.entries(table)) {
    if (Object.getOwnPropertyDescriptor(prototype, property) !== undefined) continue;
    Object.defineProperty(prototype, property, {
      get(this: Element): unknown {
        const written = textOf(this, property);
        return (written === null ? undefined : kept.read(written)) ?? kept.none;
      },
      set(this: Element, given: unknown): void {
        write(this, property, kept, given);
      },
      configurable: true,
    });
  }
}

/** What is wrong with the first attribute that the table cannot read; empty if nothing is. */
export function problemOf(element: Element, table: Table): string {
  for (const [property, { needs, read }] of Object.entries(table)) {
    const written = textOf(element, property);
    if (written && read(written) === undefined)
      return `The attribute ${attributeOf(property)} must be ${needs}; got ${kindOf(written)}.`;
  }
  return "";
}

/** Sets again what was set before the element was defined: such properties lie on the object and hide the accessors. */
export function takeEarlyProperties(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete (element as unknown as Record<string, unknown>)[name];
    Object.assign(element, { [name]: value });
  }
}
