// What a matrix shows, in sentences: nobody needs to see colours to read it.
import { digits, listed, percent, type Along, tickText, type Domain, type Name, say } from "../../show/index.js";
import type { Kind } from "../picture.js";

/** A row or a column. */
export interface Line {
  readonly along: Along;
  /** The token whose line it is. */
  readonly label: Name;
  /** NaN where it may not attend. */
  readonly values: ArrayLike<number>;
  /** Whether the mask hides all of it. */
  readonly isHidden: boolean;
  /** The name of its at-th cell: in a row the column's name, in a column the row's name. */
  readonly acrossName: (at: number) => Name;
  /** Which of several heads it belongs to. */
  readonly head: number | undefined;
}

/** A longer vector is described, not read out. */
const LIST = 12;

export function lineSentence(kind: Kind, line: Line): string {
  const order = strongest(line.values);
  const name = nameOf(line);
  if (order.length === 0)
    return say(kind !== "vectors" && line.isHidden ? "mayAttendToNothing" : "noNumbers", { row: name });
  if (kind === "weights") return weightsSentence(name, line, order);
  if (kind === "vectors" && line.values.length <= LIST)
    return say("list", { row: name, numbers: listText(Array.from(line.values, (value) => digits(value))) });
  const named = (index: number): string =>
    say("named", { label: line.acrossName(index), number: digits(line.values[index]!) });
  if (order.length === 1) return say("list", { row: name, numbers: named(order[0]!) });
  return say(kind === "vectors" ? "extremesAt" : "extremesWith", {
    row: name,
    high: named(order[0]!),
    low: named(order.at(-1)!),
  });
}

function nameOf({ along, head, label }: Line): string {
  if (head === undefined) return say(along === "rows" ? "row" : "column", { label });
  return say(along === "rows" ? "headRow" : "headColumn", { head, label });
}

/** The three largest weights, in order, and the entropy of the line. */
function weightsSentence(name: string, { along, values, acrossName }: Line, order: readonly number[]): string {
  if (order.every((index) => values[index] === 0)) return say(along === "rows" ? "zeros" : "zerosDown", { row: name });
  const given = order.filter((index) => values[index] !== 0);
  const named = given
    .slice(0, 3)
    .map((index) => say("share", { percent: percent(values[index]!), label: acrossName(index) }));
  const shares = named.join(", ");
  const more = given.length > named.length;
  const entropy = entropyOf(order.map((index) => values[index]!));
  if (entropy === undefined) return say(more ? "sharesOfMore" : "shares", { row: name, shares });
  return say(more ? "spreadOfMore" : "spread", { row: name, shares, bits: digits(entropy, 1) });
}

/** The indices of a line's numbers, the largest first. */
export function strongest(values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length }, (_, index) => index)
    .filter((index) => !Number.isNaN(values[index]!))
    .sort((a, b) => values[b]! - values[a]! || a - b);
}

/** The entropy in bits; undefined where the values do not sum to 1. */
function entropyOf(shares: readonly number[]): number | undefined {
  const sum = shares.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) > 1e-3 || shares.some((share) => share < 0)) return undefined;
  return shares.reduce((bits, share) => (share > 0 ? bits - share * Math.log2(share) : bits), 0);
}

function listText(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return say("and", { numbers: listed(words.slice(0, -1)), last: words.at(-1)! });
}

export interface BarWords {
  readonly signed: boolean;
  readonly log: boolean;
  readonly perRow: boolean;
  readonly isClipped: boolean;
  readonly along: Along;
  readonly domain: Domain;
  readonly label: Name;
}

/** The colour bar for those who do not see it. */
export function barSentence({ signed, log, perRow, isClipped, along, domain: [low, high], label }: BarWords): string {
  const number = log ? tickText : (value: number): string => digits(value, 2);
  const way = log ? ` ${say("byPowers")}` : "";
  return say(`${!perRow ? "bar" : along === "rows" ? "barOfRow" : "barOfColumn"}${signed ? "Signed" : ""}`, {
    way,
    low: isClipped && signed ? say("orLess", { number: number(low) }) : number(low),
    high: isClipped ? say("orMore", { number: number(high) }) : number(high),
    label,
  });
}
