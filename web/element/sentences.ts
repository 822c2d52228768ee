// What a matrix says in words, so that nobody needs to see colours to read it.
import { digits, percent } from "./digits.js";
import { tickText, type Domain } from "./scale.js";
import { say } from "./words.js";

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
  const name = row.head === undefined ? say("row", { label: row.label }) : say("headRow", { head: row.head, label: row.label });
  if (order.length === 0) return say(kind === "vectors" ? "noNumbers" : "mayAttendToNothing", { row: name });
  if (kind === "weights") return weightsSentence(name, row, order);
  if (kind === "vectors" && row.values.length <= LIST) return say("list", { row: name, numbers: listText(Array.from(row.values, (value) => digits(value))) });
  const named = (index: number): string => say("named", { label: row.columnLabel(index), number: digits(row.values[index]!) });
  if (order.length === 1) return say("list", { row: name, numbers: named(order[0]!) });
  return say(kind === "vectors" ? "extremesAt" : "extremesWith", { row: name, high: named(order[0]!), low: named(order.at(-1)!) });
}

/** The three largest shares, in order, and how spread the row is. */
function weightsSentence(name: string, { values, columnLabel }: Row, order: readonly number[]): string {
  if (order.every((index) => values[index] === 0)) return say("zeros", { row: name });
  const given = order.filter((index) => values[index] !== 0);
  const named = given.slice(0, 3).map((index) => say("share", { percent: percent(values[index]!), label: columnLabel(index) }));
  const shares = named.join(", ");
  const more = given.length > named.length;
  const entropy = entropyOf(order.map((index) => values[index]!));
  if (entropy === undefined) return say(more ? "sharesOfMore" : "shares", { row: name, shares });
  return say(more ? "spreadOfMore" : "spread", { row: name, shares, bits: digits(entropy, 1) });
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
  return say("and", { numbers: words.slice(0, -1).join(", "), last: words.at(-1)! });
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
  const way = log ? ` ${say("byPowers")}` : "";
  return say(`${perRow ? "barOfRow" : "bar"}${signed ? "Signed" : ""}`, { way, low: number(low), high: number(high), label });
}
