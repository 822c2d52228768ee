// What a matrix says in words, so that nobody needs to see colours to read it.
import { digits, percent } from "./digits.js";

export type Kind = "weights" | "scores" | "vectors";

export interface Row {
  /** The token whose row it is. */
  readonly label: string;
  readonly values: ArrayLike<number>;
  readonly columnLabels: readonly string[];
}

export function rowSentence(kind: Kind, row: Row): string {
  switch (kind) {
    case "weights":
      return weightsSentence(row);
    case "scores":
      return scoresSentence(row);
    case "vectors":
      return `Row “${row.label}”: ${listText(Array.from(row.values, (value) => digits(value)))}.`;
  }
}

/** The three largest shares, in order. */
function weightsSentence({ label, values, columnLabels }: Row): string {
  const order = descending(values).slice(0, 3);
  const shares = order.map((index) => `${percent(values[index]!)} on “${columnLabels[index]}”`);
  return `Row “${label}”: ${shares.join(", ")}${values.length > shares.length ? ", …" : "."}`;
}

function scoresSentence({ label, values, columnLabels }: Row): string {
  const order = descending(values);
  const named = (index: number): string => `“${columnLabels[index]}” (${digits(values[index]!)})`;
  if (order.length === 1) return `Row “${label}”: ${named(order[0]!)}.`;
  return `Row “${label}”: highest with ${named(order[0]!)}, lowest with ${named(order.at(-1)!)}.`;
}

function descending(values: ArrayLike<number>): number[] {
  return Array.from(values, (_, index) => index).sort((a, b) => values[b]! - values[a]! || a - b);
}

function listText(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The colour bar for those who do not see it. */
export function barSentence(kind: Kind, [low, high]: readonly [number, number]): string {
  if (kind === "weights") return `Colour runs from ${digits(low, 2)}, the ground of the page, to ${digits(high, 2)}, the strongest ink.`;
  return `Colour runs from ${digits(low, 2)}, brown, through 0, the ground of the page, to ${digits(high, 2)}, blue-green.`;
}
