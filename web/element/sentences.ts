// What a matrix says in words, so that nobody needs to see colours to read it.
import { digits, percent } from "./digits.js";
import { tickText, type Domain } from "./scale.js";

export type Kind = "weights" | "scores" | "vectors";

export interface Row {
  /** The token whose row it is. */
  readonly label: string;
  /** NaN where it may not attend. */
  readonly values: ArrayLike<number>;
  readonly columnLabel: (column: number) => string;
  /** Which of several heads it belongs to. */
  readonly head: number | undefined;
}

/** A vector longer than this is described rather than read out. */
const LIST = 12;

export function rowSentence(kind: Kind, row: Row): string {
  const order = strongest(row.values);
  const name = row.head === undefined ? `Row “${row.label}”` : `Head ${row.head}, row “${row.label}”`;
  if (order.length === 0) return kind === "vectors" ? `${name} holds no numbers.` : `${name} may attend to nothing.`;
  if (kind === "weights") return `${name}: ${weightsPhrase(row, order)}`;
  if (kind === "vectors" && row.values.length <= LIST) return `${name}: ${listText(Array.from(row.values, (value) => digits(value)))}.`;
  const named = (index: number): string => `“${row.columnLabel(index)}” (${digits(row.values[index]!)})`;
  if (order.length === 1) return `${name}: ${named(order[0]!)}.`;
  const joint = kind === "vectors" ? "at" : "with";
  return `${name}: highest ${joint} ${named(order[0]!)}, lowest ${joint} ${named(order.at(-1)!)}.`;
}

/** The three largest shares, in order, and how spread the row is. */
function weightsPhrase({ values, columnLabel }: Row, order: readonly number[]): string {
  if (order.every((index) => values[index] === 0)) return "0 on every column.";
  const given = order.filter((index) => values[index]! !== 0);
  const shares = given.slice(0, 3).map((index) => `${percent(values[index]!)} on “${columnLabel(index)}”`);
  const entropy = entropyOf(order.map((index) => values[index]!));
  const rest = given.length > shares.length ? ", …" : "";
  const end = rest === "" ? "." : "";
  return `${shares.join(", ")}${rest}${entropy === undefined ? end : `; entropy ${digits(entropy, 1)} bits.`}`;
}

/** Indices of the numbers in a row, the largest first. */
export function strongest(values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length }, (_, index) => index)
    .filter((index) => !Number.isNaN(values[index]!))
    .sort((a, b) => values[b]! - values[a]! || a - b);
}

/** In bits, if the values are shares of a whole. */
function entropyOf(shares: readonly number[]): number | undefined {
  const sum = shares.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) > 1e-3 || shares.some((share) => share < 0)) return undefined;
  return shares.reduce((bits, share) => (share > 0 ? bits - share * Math.log2(share) : bits), 0);
}

function listText(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export interface BarWords {
  readonly signed: boolean;
  readonly log: boolean;
  readonly perRow: boolean;
  readonly domain: Domain;
  readonly label: string;
}

/** The colour bar for those who do not see it. */
export function barSentence({ signed, log, perRow, domain: [low, high], label }: BarWords): string {
  const number = log ? tickText : (value: number): string => digits(value, 2);
  const way = log ? " by powers of ten" : "";
  const ends = signed
    ? `from ${number(low)}, brown, through 0, the ground of the page, to ${number(high)}, blue-green`
    : `from ${number(low)}, the ground of the page, to ${number(high)}, the strongest ink`;
  return perRow ? `Each row has its own colours; in row “${label}” they run${way} ${ends}.` : `Colour runs${way} ${ends}.`;
}
