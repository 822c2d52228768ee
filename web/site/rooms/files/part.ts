// One attention of a file: its heads, their tokens, and the queries, keys and values that belong to them.
import type { Contents, MaskArray, TextList } from "./arrays.js";
import type { StackPlace } from "./axes.js";
import { computedStack, ownPlace, widthsOf } from "./computed.js";
import { MOST_KEPT } from "./limits.js";
import { isFitting, maskOfHead } from "./mask.js";
import { byteCount } from "./byte-count.js";
import { shapeText, told } from "./problem.js";
import { transposed, type Stack } from "./stack.js";
import { partnerOf, type Pair, type Stacks } from "./stacks.js";
import { isOfAnySide, kindOf, tokensFor, type Tokens } from "./tokens.js";

/** How the numbers are read: as they are, with rows and columns exchanged, or computed so that no token looks ahead. */
export type Reading = "plain" | "turned" | "causal";

/** The vectors of one head, as the file has them. */
export interface Vectors {
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array | undefined;
  readonly dim: number;
  readonly valueDim: number;
}

export class Part {
  readonly stack: Stack;
  readonly reading: Reading;
  /** Whether the file has no weights, so that they are computed of queries and keys. */
  readonly isComputed: boolean;
  readonly notes: readonly string[];
  readonly #texts: readonly TextList[];
  readonly #shared: ReadonlySet<TextList>;
  readonly #pair: Pair | undefined;
  readonly #values: Stack | undefined;
  readonly #mask: MaskArray | undefined;

  constructor(of: Stack | Pair, reading: Reading, stacks: Stacks, { texts, notes, masks }: Contents) {
    this.isComputed = "queries" in of;
    this.reading = fitting(of, reading);
    this.stack = stackAs(of, this.reading);
    this.#pair = "queries" in of ? of : pairOf(this.stack, stacks);
    const isTheirs = (one: Stack): boolean => isFor(this.stack, one, this.stack.columns, stacks);
    this.#values = this.#pair && partnerOf(this.#pair.queries, stacks.values, isTheirs);
    const near = masks.filter(({ folder }) => this.stack.folder.startsWith(folder));
    this.#mask = near.find((mask) => isFitting(mask, this.#plainSizes));
    const unfit = this.#mask === undefined ? near.slice(0, 1).map((mask) => unfitNote(mask, this.#plainSizes)) : [];
    this.notes = [...notes, ...unfit, ...computedNotes(of, this.reading), ...keepingNotes(this.stack)];
    const folders = placesOf(stacks);
    this.#texts = textsOf(this.stack, texts, folders);
    const others = folders.filter((one) => kindOf(one.name) !== kindOf(this.stack.name));
    this.#shared = new Set(
      this.#texts.filter((list) => others.some((other) => textsOf(other, [list], folders).length > 0)),
    );
  }

  /** Whether the file has queries and keys of each head. */
  get hasVectors(): boolean {
    return this.#pair !== undefined;
  }

  /** "float16", "float32, compressed". */
  get typeName(): string {
    const { array, typeName } = this.stack.readers[0]!;
    return (
      typeName +
      (array.bytes.unpacker !== undefined ? `, ${told("compressed")}` : "") +
      (array.fortran ? ", Fortran" : "")
    );
  }

  tokens(text: number): Tokens {
    const { name, rows, columns, batch } = this.stack;
    return tokensFor({ texts: this.#texts, shared: this.#shared, kind: kindOf(name), rows, columns, text, batch });
  }

  /** Who may attend to whom, row after row, 1 = may; undefined where the file has no mask. */
  async mask(place: StackPlace): Promise<Uint8Array | undefined> {
    return this.#mask && maskOfHead(this.#mask, this.stack, place, this.reading === "turned");
  }

  /** The sizes as the file has them. */
  get #plainSizes(): Stack {
    const { rows, columns } = this.stack;
    return this.reading === "turned" ? { ...this.stack, rows: columns, columns: rows } : this.stack;
  }

  async vectors(place: StackPlace): Promise<Vectors | undefined> {
    if (this.#pair === undefined) return undefined;
    const { queries, keys } = this.#pair;
    const values = this.#values;
    const own = (shared: Stack): StackPlace => ownPlace(place, this.stack.heads, shared);
    return {
      q: await queries.matrix(place),
      k: await keys.matrix(own(keys)),
      v: values && (await values.matrix(own(values))),
      dim: queries.width(place),
      valueDim: values?.width(own(values)) ?? 0,
    };
  }

  /** Compares some more bytes with their checksums: true once all are compared. Throws for bytes that are damaged. */
  async checkOn(): Promise<boolean> {
    const stacks = [this.stack, this.#pair?.queries, this.#pair?.keys, this.#values];
    for (const { array } of stacks.flatMap((one) => one?.readers ?? []))
      if ((await array.bytes.checkOn?.()) === false) return false;
    return true;
  }
}

/** A link may ask for what these heads do not have. */
function fitting(of: Stack | Pair, reading: Reading): Reading {
  const other = !("queries" in of) ? "turned" : of.queries.rows === of.keys.rows ? "causal" : "plain";
  return reading === other ? other : "plain";
}

function stackAs(of: Stack | Pair, reading: Reading): Stack {
  if ("queries" in of) return computedStack(of.queries, of.keys, reading === "causal");
  return reading === "turned" ? transposed(of) : of;
}

/** Vectors that have the sizes of these heads, and whose names do not speak of others. */
function pairOf(stack: Stack, stacks: Stacks): Pair | undefined {
  const own = stacks.queries.filter((one) => one.heads === stack.heads && isFor(stack, one, stack.rows, stacks));
  for (const queries of own) {
    const keys = partnerOf(
      queries,
      stacks.keys,
      (one) => isFor(stack, one, stack.columns, stacks) && widthsOf(one) === widthsOf(queries),
    );
    if (keys !== undefined) return { queries, keys };
  }
  return undefined;
}

function isFor(stack: Stack, one: Stack, rows: number, { attention, pairs }: Stacks): boolean {
  const isBeside = attention.length + pairs.length === 1 || (one.folder !== "" && one.folder === stack.folder);
  const isOfKind = kindOf(one.name) === kindOf(stack.name) && (kindOf(one.name) !== undefined || isBeside);
  const fits = one.layers === stack.layers && one.batch === stack.batch && one.rows === rows;
  return isOfKind && fits && stack.heads % one.heads === 0;
}

type Placed = Pick<Stack, "name" | "folder">;

function placesOf({ attention, pairs }: Stacks): readonly Placed[] {
  return [...attention, ...pairs.map(({ queries }) => queries)];
}

/**
 * The lists beside an attention or further out, and those that are beside none: “meta.tokens”. Cross-attention has the
 * tokens of two folders, unless the lists beside it name both of its sides.
 */
function textsOf({ name, folder }: Placed, texts: readonly TextList[], all: readonly Placed[]): readonly TextList[] {
  const isNear = (list: TextList, of: string): boolean => of.startsWith(list.folder);
  const own = texts.filter((list) => isNear(list, folder) || !all.some((one) => isNear(list, one.folder)));
  return kindOf(name) === "cross" && !own.some(isOfAnySide) ? texts : own;
}

function unfitNote({ title, shape }: MaskArray, { layers, batch, heads, rows, columns }: Stack): string {
  const needed = shapeText([layers, batch, heads, rows, columns]);
  return told("mask-shape", { name: title, shape: shapeText(shape), needed });
}

function computedNotes(of: Stack | Pair, reading: Reading): string[] {
  if (!("queries" in of)) return [];
  return [told(reading === "causal" ? "computed-causal" : "computed")];
}

/** What is compressed and too large to be kept whole is slow to come back to. */
function keepingNotes({ readers }: Stack): string[] {
  const unpacked = readers.reduce((sum, { array: { bytes } }) => sum + (bytes.unpacker ? bytes.size : 0), 0);
  if (unpacked <= MOST_KEPT) return [];
  return [told("keeping", { unpacked: byteCount(unpacked), kept: byteCount(MOST_KEPT) })];
}
