// Checks the options of the calls that make pictures of a matrix. `call` is the name that their sentences begin with.
import { isPlain, kindOf } from "./check-given.js";
import { fault } from "./fault.js";

/** Throws an error that says what was needed and what came. */
export function mustBe(
  call: string,
  name: string,
  needed: string,
  value: unknown,
  code: "type" | "value" | "shape" = "type",
): never {
  throw fault(code, `${call}: ${name} must be ${needed}; got ${kindOf(value)}.`);
}

/** An object that has none but the known names. */
export function checkOptions(call: string, options: unknown, known: readonly string[], needed = "an object"): void {
  if (typeof options !== "object" || options === null) mustBe(call, "options", needed, options);
  const foreign = Object.keys(options).find((name) => !known.includes(name));
  if (foreign !== undefined)
    throw fault("type", `${call}: there is no option named ${kindOf(foreign)}; there are ${known.join(", ")}.`);
}

/** Names of `count` rows, columns or words. */
export function checkNames(call: string, name: string, labels: unknown, count: number): void {
  if (!Array.isArray(labels) || labels.some((label) => typeof label !== "string"))
    mustBe(call, name, "an array of strings", labels);
  if (labels.length > 0 && labels.length !== count)
    mustBe(call, name, `an array of ${count} names`, labels.length, "shape");
}

export function checkOneOf(call: string, name: string, value: unknown, known: readonly string[]): void {
  if (known.includes(value as string)) return;
  mustBe(call, name, known.map((one) => `"${one}"`).join(" or "), value);
}

/** true, false, or left out. */
export function checkFlags(call: string, flags: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && typeof value !== "boolean") mustBe(call, name, "true or false", value);
}

/** A place in a list of `count`, from 0. */
export function checkPlace(call: string, name: string, value: unknown, count: number, only = "0"): void {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < Math.max(1, count)) return;
  mustBe(call, name, count < 2 ? only : `an integer from 0 to ${count - 1}`, value, "value");
}

/** Which of several matrices, counted through all axes before rows and columns. */
export function checkHead(call: string, head: unknown, heads: number): void {
  checkPlace(call, "head", head, heads, "0, as there is one matrix");
}

/** Texts by their keys. Where one is missing, there would be nothing to say. */
export function checkTexts(call: string, name: string, words: unknown, known: object, needsAll = false): void {
  if (words === undefined) return;
  if (!isPlain(words)) mustBe(call, name, "an object of strings by key", words);
  const foreign = Object.keys(words).find((key) => !Object.hasOwn(known, key));
  if (foreign !== undefined)
    throw fault(
      "type",
      `${call}: ${name} has no text named ${kindOf(foreign)}; there are ${Object.keys(known).join(", ")}.`,
    );
  for (const key of Object.keys(needsAll ? known : words)) {
    const text = words[key];
    if (typeof text !== "string") mustBe(call, `${name}.${key}`, "a string", text);
  }
}

/** A text; empty where it is left out. */
export function textOf(call: string, name: string, value: unknown): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  return mustBe(call, name, "a string", value);
}

/** What the element's checks say, in the name of a call. */
export function inNameOf<Checked>(call: string, check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    (error as Error).message = (error as Error).message.replace("<attention-matrix>", call);
    throw error;
  }
}
