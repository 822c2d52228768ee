// Reads, checks and writes properties that are kept as attributes.
import { checkFlag, checkText } from "./check-properties.js";
import { fault, kindOf } from "../show/index.js";

/** A whole number from 0 on. */
const WHOLE = /^\s*\d+\s*$/;

/** The words that an attribute may hold. A missing one means the first. */
const WORDS = {
  along: ["rows", "columns"],
  kind: ["weights", "scores", "vectors"],
  pool: ["max", "mean"],
  view: ["heatmap", "arcs", "table"],
} as const;

type Words = typeof WORDS;
type Worded = keyof Words;

/** The attributes that hold a whole number from 0 on. */
const COUNTED = ["head", "row", "column", "top"] as const;
type Counted = (typeof COUNTED)[number];

function isCounted(name: string): name is Counted {
  return COUNTED.includes(name as Counted);
}

/**
 * The names under which an attribute is looked for. Frameworks that render on a server write a property under its own
 * name, and HTML reads that in lower case: perRow arrives as perrow.
 */
export function namesOf(attribute: string): readonly string[] {
  return attribute.includes("-") ? [attribute, attribute.replaceAll("-", "")] : [attribute];
}

/** What an attribute holds; null if it is missing. */
export function textOf(element: Element, attribute: string): string | null {
  const name = namesOf(attribute).find((one) => element.hasAttribute(one));
  return name === undefined ? null : element.getAttribute(name);
}

/** A whole number from 0 on; null if the attribute is missing or holds anything else. */
export function numberOf(element: Element, attribute: string): number | null {
  const text = textOf(element, attribute);
  return text === null || !WHOLE.test(text) ? null : Number(text);
}

/** The word that an attribute holds; the first of its words if it is missing or holds another one. */
export function wordOf<Name extends Worded>(element: Element, name: Name): Words[Name][number] {
  const words: readonly Words[Name][number][] = WORDS[name];
  return words.find((word) => word === element.getAttribute(name)) ?? words[0]!;
}

/** What is wrong with the word or the number of an attribute; empty if nothing is. */
function problemWith(name: Worded | Counted, given: unknown): string {
  if (given == null || given === "") return "";
  if (isCounted(name)) {
    const isWhole = typeof given === "string" ? WHOLE.test(given) : Number.isSafeInteger(given) && Number(given) >= 0;
    return isWhole ? "" : `${name} must be an integer, 0 or greater; got ${kindOf(given)}.`;
  }
  const words = WORDS[name].map((word) => `"${word}"`);
  if (typeof given === "string" && words.includes(`"${given}"`)) return "";
  return `${name} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}; got ${kindOf(given)}.`;
}

/** The first of these problems among the attributes of an element; empty if there is none. */
export function problemOf(element: Element): string {
  const names = [...(Object.keys(WORDS) as Worded[]), ...COUNTED];
  const problem = names.map((name) => problemWith(name, element.getAttribute(name))).find(Boolean);
  return problem === undefined ? "" : `The attribute ${problem}`;
}

/** Writes such a property to its attribute. Throws an error that says what was needed and what came. */
export function reflectChecked(element: Element, name: Worded | Counted, given: string | number | null): void {
  const problem = problemWith(name, given);
  if (problem !== "") throw fault("type", `<attention-matrix>: ${problem}`);
  reflect(element, name, given);
}

/** Whether the attribute is there. React 18 writes the property false as the text "false", which counts as missing. */
export function flagOf(element: Element, attribute: string): boolean {
  const text = textOf(element, attribute);
  return text !== null && text !== "false";
}

/** Writes a property to its attribute. Nothing, and "", remove the attribute. */
export function reflect(element: Element, attribute: string, value: string | number | null | undefined): void {
  for (const other of namesOf(attribute).slice(1)) element.removeAttribute(other);
  if (value == null || value === "") element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== String(value)) element.setAttribute(attribute, String(value));
}

/** Writes a property that holds a text to its attribute. */
export function reflectText(element: Element, attribute: string, value: string): void {
  checkText(attribute, value);
  reflect(element, attribute, value);
}

/** Writes a property that is true or false to its attribute. */
export function reflectFlag(element: Element, attribute: string, value: boolean): void {
  checkFlag(attribute === "per-row" ? "perRow" : attribute, value);
  for (const other of namesOf(attribute).slice(1)) element.removeAttribute(other);
  if (!value) element.removeAttribute(attribute);
  else if (!flagOf(element, attribute)) element.setAttribute(attribute, "");
}

/** Sets again what was set before the element was defined: such properties lie on the object and hide the accessors. */
export function takeEarlyProperties(element: HTMLElement): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    delete (element as unknown as Record<string, unknown>)[name];
    Object.assign(element, { [name]: value });
  }
}
