// Which lists of a file are the tokens of the rows, and which those of the columns. Where that is not known, numbers
// stand there, and a note says why: tokens of another text are worse than none.
//
//   by the side        left_text, query_tokens: the rows      right_text, key_tokens: the columns
//   by the sequence    encoder_tokens: both sides of encoder_attention, and the columns of cross_attention
//   by the count       of all other lists the only one that has a token for each row
import { listed } from "../../../show/index.js";
import type { Parameters } from "../../kit/texts/index.js";
import type { TextList } from "./arrays.js";
import { told } from "./problem.js";

export interface Tokens {
  /** One for each row, or none. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** What does not fit, in sentences. */
  readonly notes: readonly string[];
}

type Side = "rows" | "columns";
type Sequence = "source" | "target";
/** The kind of attention that an array holds, as its name says. */
export type Kind = Sequence | "cross" | undefined;

export interface TokenQuestion {
  /** The lists that may belong to the part. */
  readonly texts: readonly TextList[];
  /** Those that may as well belong to a part of another kind. */
  readonly shared: ReadonlySet<TextList>;
  readonly kind: Kind;
  readonly rows: number;
  readonly columns: number;
  /** Which text of a batch. */
  readonly text: number;
  readonly batch: number;
}

const SIDES: Readonly<Record<Side, RegExp>> = {
  rows: /^(left|rows?|quer(y|ies)|q)$/,
  columns: /^(right|col(umn)?s?|keys?|k|context)$/,
};
const SEQUENCES: Readonly<Record<Sequence, RegExp>> = {
  source: /^(source|src|encoder|enc|inputs?)$/,
  target: /^(target|tgt|trg|decoder|dec|outputs?)$/,
};
/** output_attentions is what some models call all of them. */
const OF_ALL = /^(in|out)puts?$/;
const CROSS = /cross|encdec/;

/** encoder_attention, decoder.layers.0.encoder_attn */
export function kindOf(name: string): Kind {
  const words = wordsOf(name).filter((word) => !OF_ALL.test(word));
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  const [source, target] = [has(SEQUENCES.source), has(SEQUENCES.target)];
  if (has(CROSS) || (source && target)) return "cross";
  return source ? "source" : target ? "target" : undefined;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .split(/[^a-z]+/);
}

function isOfSide({ name }: TextList, side: Side): boolean {
  return wordsOf(name.replace(/.*[./]/s, "")).some((word) => SIDES[side].test(word));
}

/** left_text, key_tokens */
export function isOfAnySide(list: TextList): boolean {
  return isOfSide(list, "rows") || isOfSide(list, "columns");
}

function isOfSequence({ name }: TextList, sequence: Sequence): boolean {
  return wordsOf(name).some((word) => SEQUENCES[sequence].test(word));
}

export function tokensFor(question: TokenQuestion): Tokens {
  if (question.texts.length === 0) return { rows: [], columns: [], notes: [] };
  const [down, across] = [listsOf("rows", question), listsOf("columns", question)];
  const isOne =
    question.rows === question.columns && down.length === across.length && down.every((one) => across.includes(one));
  const notes = new Set<string>();
  const rows = chosen(down, isOne ? "rows-and-columns" : "rows", question, notes);
  const columns = isOne ? rows : chosen(across, "columns", question, notes);
  return { rows, columns, notes: Array.from(notes) };
}

/** The lists that the names allow for a side. */
function listsOf(side: Side, { texts, kind }: TokenQuestion): readonly TextList[] {
  const sided = texts.filter((list) => isOfSide(list, side));
  if (sided.length > 0) return sided;
  const free = texts.filter((list) => !isOfAnySide(list));
  if (kind === undefined) return free;
  const sequence = kind === "cross" ? (side === "rows" ? "target" : "source") : kind;
  const own = free.filter((list) => isOfSequence(list, sequence));
  // Tokens of the encoder are not the decoder's. A list without a kind may be of any kind.
  return own.length > 0 ? own : free.filter((list) => !isOfSequence(list, "source") && !isOfSequence(list, "target"));
}

/** The one list that fits, or none and a note. */
function chosen(
  lists: readonly TextList[],
  where: Side | "rows-and-columns",
  question: TokenQuestion,
  notes: Set<string>,
): readonly string[] {
  const { text, batch } = question;
  const places = told(where);
  const none = (key: string, given: Parameters = {}): readonly string[] => {
    notes.add(told(key, { places, ...given }));
    return [];
  };
  if (lists.length === 0) return none("no-tokens");
  const own = lists.filter((list) => ofText(list, text, batch) !== undefined);
  if (own.length === 0) return none(...noteOnTexts(lists[0]!, question));
  const count = question[where === "columns" ? "columns" : "rows"];
  const fitting = nearest(
    own.filter((list) => ofText(list, text, batch)!.length === count),
    question,
  );
  if (fitting.length === 0) return none(...noteOnCount(own[0]!, count, question));
  const [list] = fitting;
  if (fitting.length > 1 || !isKnown(list!, where, question))
    return none("whose", { names: listed(fitting.map(({ title }) => title)) });
  if (batch > 1 && list!.lists.length === 1) notes.add(told("first-text", { name: list!.title, count: batch }));
  return ofText(list!, text, batch)!;
}

/** A single list is that of the first text, as of ids[0]. Undefined where it is not known which list a text has. */
function ofText({ lists }: TextList, text: number, batch: number): readonly string[] | undefined {
  if (lists.length === batch) return lists[text];
  return lists.length === 1 && text === 0 ? lists[0] : undefined;
}

/** Those that stand nearest to the attention, and of these the ones that are called tokens; equal ones once. */
function nearest(lists: readonly TextList[], { text, batch }: TokenQuestion): TextList[] {
  const depth = Math.max(...lists.map(({ folder }) => folder.length));
  const near = lists.filter(({ folder }) => folder.length === depth);
  const called = near.filter(({ name }) => /token/i.test(name));
  const each = (called.length > 0 ? called : near).map(
    (list) => [JSON.stringify(ofText(list, text, batch)), list] as const,
  );
  return Array.from(new Map(each).values());
}

/** Whether the name of a list says what it belongs to, or there is nothing else that it could belong to. */
function isKnown(list: TextList, where: Side | "rows-and-columns", question: TokenQuestion): boolean {
  const { kind, shared, rows, columns } = question;
  if (where !== "rows-and-columns" && isOfSide(list, where)) return true;
  const isNamed = isOfSequence(list, "source") || isOfSequence(list, "target");
  if (kind !== undefined && isNamed) return true;
  return !shared.has(list) && (kind !== "cross" || rows !== columns);
}

type Note = [key: string, given: Parameters];

function noteOnTexts({ title, lists }: TextList, { batch }: TokenQuestion): Note {
  const given = { name: title, lists: lists.length, count: batch };
  return [lists.length === 1 ? "not-first-text" : "other-texts", given];
}

/** A list that fits the other side is that side's. */
function noteOnCount(list: TextList, count: number, { rows, columns, text, batch }: TokenQuestion): Note {
  const tokens = ofText(list, text, batch)!.length;
  if (tokens === rows || tokens === columns) return ["no-tokens", {}];
  return ["token-count", { name: list.title, tokens, count }];
}
