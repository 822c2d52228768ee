// Checks the properties that are not kept as attributes. Each check throws an error that says what was needed and what
// came. Nothing, and "" as some frameworks write it, take a property away.
import { isPlain, kindOf, refuse, type Place } from "../show/index.js";
import type { Bar } from "./picture.js";

export function isNone(given: unknown): given is null | undefined | "" {
  return given == null || given === "";
}

/** The names of rows or columns as texts; null for none. */
export function checkLabels(name: string, given: unknown): readonly string[] | null {
  if (isNone(given)) return null;
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) refuse(name, "an array of names", kindOf(given));
  const labels = Array.from(given as ArrayLike<unknown>);
  const wrong = labels.findIndex((label) => typeof label !== "string" && typeof label !== "number");
  if (wrong !== -1) refuse(name, "an array of names", `an array with ${kindOf(labels[wrong])} in it`);
  return labels.length === 0 ? null : labels.map(String);
}

export function checkMark(given: unknown): Partial<Place> {
  if (isNone(given)) return {};
  const { row, column }: Partial<Place> = isPlain(given) ? given : { row: NaN };
  if ([row, column].every((at) => at === undefined || isIndex(at))) return given as Partial<Place>;
  refuse("mark", "{ row, column }, integers that are 0 or greater, or null", shown(given, ["row", "column"]));
}

export function checkBars(given: unknown): readonly Bar[] {
  if (isNone(given)) return [];
  const needed = "an array of { row, column, size, value }: two indices, a number, and a number or null";
  if (!Array.isArray(given)) refuse("bars", needed, kindOf(given));
  const wrong = (given as unknown[]).findIndex((bar) => !isBar(bar));
  if (wrong === -1) return given as readonly Bar[];
  refuse("bars", needed, `${shown(given[wrong], ["row", "column", "size", "value"])} at ${wrong}`);
}

function isBar(bar: unknown): boolean {
  if (typeof bar !== "object" || bar === null) return false;
  const { row, column, size, value } = bar as Partial<Bar>;
  return isIndex(row) && isIndex(column) && typeof size === "number" && (value == null || typeof value === "number");
}

export function isIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function shown(given: unknown, keys: readonly string[]): string {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return kindOf(given);
  const held = keys
    .filter((key) => key in given)
    .map((key) => `${key}: ${kindOf((given as Record<string, unknown>)[key])}`);
  return held.length === 0 ? "an object without them" : `{ ${held.join(", ")} }`;
}
