// Which cells of a matrix are hidden: by a value for each cell, and by the options of a call that say who may attend to
// whom. The forms and the rules are those of heed.attention.
import { isPlain, kindOf, listOf, refuse } from "./check-given.js";
import { fault } from "./fault.js";
import { product, type Along, type Mask } from "./matrix.js";

export type NestedMask = readonly (boolean | number | NestedMask)[];

/** A value for each cell, true or 1 = may attend: in one list, nested by rows, or a tensor. */
export type ListedMask = Mask | NestedMask | { readonly data: Mask | NestedMask; readonly shape: readonly number[] };

/** One number, or one for each text of a batch. */
type PerText = number | readonly number[] | Int32Array;

type Flags = ArrayLike<boolean | number | bigint>;

/** A flag for each key, true or 1 = may attend: one list for all texts, or one for each text of a batch. */
type KeyMask = Flags | readonly Flags[] | { readonly data: Flags; readonly shape: readonly number[] };

/** Options of a call that hide cells, as `heed.attention` takes them. A cell is shown if all of them show it. */
export interface MaskOptions {
  /**
   * Column j is shown in row i if j ≤ i + offset. `true` takes the offset of window, or 0.
   * @default false
   */
  readonly causal?: boolean | { readonly offset: PerText } | undefined;
  /**
   * Columns before and after the row's own; a side that you omit has no bound.
   * @default none
   */
  readonly window?: MaskWindow | undefined;
  /**
   * How many columns are shown, counted from the first.
   * @default all columns
   */
  readonly keyLengths?: PerText | undefined;
  /**
   * Which columns are shown: 1 or true.
   * @default none
   */
  readonly keyMask?: KeyMask | undefined;
  /**
   * true = may attend. It is broadcast to the shape of the matrix.
   * @default none
   */
  readonly mask?: ListedMask | undefined;
}

/** A sliding window. Both ends count. */
export interface MaskWindow {
  /**
   * How many columns before its own a row shows.
   * @default no bound
   */
  readonly left?: number | undefined;
  /**
   * How many columns after its own a row shows.
   * @default no bound
   */
  readonly right?: number | undefined;
  /**
   * Where the diagonal is, as in causal.
   * @default the offset of causal, else 0
   */
  readonly offset?: PerText | undefined;
}

/** The forms of a mask. */
export type MaskInput = ListedMask | MaskOptions;

/** A mask that is right by itself. `maskOf` holds it against a matrix. */
export interface CheckedMask {
  /** A list of one level has no shape: it may be of one matrix, of all, or of one row. */
  readonly cells?: { readonly data: Mask; readonly shape: readonly number[] | undefined } | undefined;
  readonly causal?: boolean | undefined;
  readonly window?: { readonly left: number; readonly right: number } | undefined;
  /** Where the diagonal of causal and window lies, for each text. */
  readonly offsets?: readonly number[] | undefined;
  readonly keyLengths?: readonly number[] | undefined;
  /** Of one text, or of each. */
  readonly keyMask?: Mask | undefined;
}

const OPTIONS = ["causal", "window", "keyLengths", "keyMask", "mask"];
/** A saved page has up to five axes. */
const DEEPEST = 5;

/** Throws an error that says what was needed and what came. */
export function checkMask(mask: unknown): CheckedMask {
  return isPlain(mask) && !("data" in mask) ? checkOptions(mask) : { cells: listed("mask", mask) };
}

function checkOptions(options: Record<string, unknown>): CheckedMask {
  const foreign = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (foreign !== undefined)
    throw fault(
      "type",
      `<attention-matrix>: mask takes the options ${OPTIONS.join(", ")} of a call; got ${kindOf(foreign)}. Give any ` +
        "other mask as booleans.",
    );
  const { causal, window, keyLengths, keyMask, mask } = options;
  const [ofCausal, ofWindow] = [offsetsOf("causal", causal), offsetsOf("window", window)];
  if (ofCausal !== undefined && ofWindow !== undefined && String(ofCausal) !== String(ofWindow))
    refuse("mask.window.offset", `the offset of mask.causal, ${listOf(ofCausal)}`, listOf(ofWindow));
  return {
    cells: mask === undefined ? undefined : listed("mask.mask", mask),
    causal: Boolean(causal),
    window: window === undefined ? undefined : sidesOf(window as Record<string, unknown>),
    offsets: ofCausal ?? ofWindow,
    keyLengths: keyLengths === undefined ? undefined : wholes("mask.keyLengths", keyLengths),
    keyMask: keyMask === undefined ? undefined : listed("mask.keyMask", keyMask)!.data,
  };
}

/** The offsets that causal or window states; undefined where it states none. */
function offsetsOf(name: "causal" | "window", given: unknown): readonly number[] | undefined {
  if (given === undefined || (name === "causal" && typeof given === "boolean")) return undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    refuse(`mask.${name}`, name === "causal" ? "true, false or { offset }" : "{ left, right, offset }", kindOf(given));
  const { offset } = given as { readonly offset?: unknown };
  return name === "window" && offset === undefined ? undefined : wholes(`mask.${name}.offset`, offset);
}

function sidesOf({ left, right }: Record<string, unknown>): { left: number; right: number } {
  const side = (name: string, given: unknown): number => {
    if (given === undefined) return Infinity;
    if (Number.isInteger(given) && (given as number) >= 0) return given as number;
    refuse(`mask.window.${name}`, "an integer, 0 or greater", kindOf(given));
  };
  return { left: side("left", left), right: side("right", right) };
}

function wholes(name: string, given: unknown): readonly number[] {
  const list = typeof given === "number" ? [given] : given;
  const isList = Array.isArray(list) || list instanceof Int32Array;
  if (isList && list.length > 0 && Array.prototype.every.call(list, Number.isInteger)) return Array.from(list);
  refuse(name, "an integer, or one for each text of a batch", kindOf(given));
}

function listed(name: string, mask: unknown): CheckedMask["cells"] {
  const isTensor = typeof mask === "object" && mask !== null && "data" in mask && "shape" in mask;
  if (!isTensor) {
    const { data, shape } = flat(name, mask);
    return { data, shape: shape.length === 1 ? undefined : shape };
  }
  const { data } = flat(name, mask.data);
  const { shape } = mask;
  const isShape = Array.isArray(shape) && shape.length <= DEEPEST && shape.every((one) => Number.isInteger(one));
  if (isShape && shape.length > 0 && product(shape) === data.length) return { data, shape };
  throw fault(
    "shape",
    `<attention-matrix>: ${name}.shape must multiply to ${data.length}, the number of values in ${name}.data; ` +
      `got ${listOf(shape)}.`,
  );
}

/** The values of a list, or of lists in one another, row after row. */
function flat(name: string, mask: unknown, depth = 1): { data: Mask; shape: readonly number[] } {
  // 0 hides a cell and all else shows it, as in the core.
  if (mask instanceof Uint8Array) return { data: mask, shape: [mask.length] };
  if (Array.isArray(mask) && Array.isArray(mask[0])) {
    if (depth === DEEPEST) throw maskError(name, `arrays nested more than ${DEEPEST} deep`);
    const rows = mask.map((row) => flat(name, row, depth + 1));
    const { shape } = rows[0]!;
    const unequal = rows.find((row) => String(row.shape) !== String(shape));
    if (unequal === undefined)
      return { data: rows.flatMap(({ data }) => Array.from(data)), shape: [rows.length, ...shape] };
    throw maskError(name, `rows of ${shape[0]} and of ${unequal.shape[0]}`);
  }
  if (!Array.isArray(mask) && !ArrayBuffer.isView(mask)) throw maskError(name, kindOf(mask));
  const data = mask as ArrayLike<unknown>;
  // Tokenizers of other libraries give bigints.
  const wrong = Array.prototype.findIndex.call(data, (one) => ![0, 1, false, true, 0n, 1n].includes(one as number));
  if (wrong !== -1) throw maskError(name, `an array with ${kindOf(data[wrong])} in it`);
  return { data: data as Mask, shape: [data.length] };
}

function maskError(name: string, came: string): TypeError {
  return fault(
    "type",
    `<attention-matrix>: ${name} must hold true or 1 for each cell that may be attended to, else false or 0: as an ` +
      `array, nested by rows, or as { data, shape }. It may also be { ${OPTIONS.join(", ")} } as a call takes them, ` +
      `or null; got ${came}.`,
  );
}

/** What a mask is held against. */
export interface MaskedShape {
  /** Of the matrix, with all axes before rows and columns. */
  readonly shape: readonly number[];
  /** Which of these axes counts the texts of a batch; −1 for none. */
  readonly textAxis: number;
  /** Which lines are the queries: the columns where a token is a column. A list lies as the cells do in both. */
  readonly along: Along;
}

/** Says of each cell of each head whether it may be attended to. Throws for a mask that does not fit. */
export function mayAttend(mask: CheckedMask, of: MaskedShape): (head: number, row: number, column: number) => boolean {
  const { causal, window = { left: Infinity, right: Infinity }, keyLengths } = mask;
  const right = causal ? 0 : window.right;
  const [rows, columns] = extentOf(of.shape);
  const [queries, keys] = of.along === "rows" ? [rows, columns] : [columns, rows];
  const isDiagonal = causal || mask.window !== undefined;
  if (isDiagonal && mask.offsets === undefined && queries !== keys)
    refuse(
      `mask.${causal ? "causal" : "window"}`,
      `given with an offset for ${queries} × ${keys} cells`,
      `none. offset: ${keys - queries} lines up the last query with the last key`,
    );
  for (const length of keyLengths ?? [])
    if (length < 0 || length > keys) refuse("mask.keyLengths", `from 0 to ${keys}`, String(length));
  const offsetOf = perText("offset", mask.offsets, of);
  const lengthOf = perText("keyLengths", keyLengths, of);
  const seesKey = perText("keyMask", mask.keyMask, of, keys);
  const cells = cellsOf(mask, of);
  return (head, row, column) => {
    const [query, key] = of.along === "rows" ? [row, column] : [column, row];
    const distance = key - query - (offsetOf?.(head, 0) ?? 0);
    return (
      distance <= right &&
      -distance <= window.left &&
      key < (lengthOf?.(head, 0) ?? Infinity) &&
      Boolean((seesKey?.(head, key) ?? 1) && (cells?.(head, row, column) ?? 1))
    );
  };
}

/** A value for each cell of one matrix if they hold for all, else of all. Throws for a mask that does not fit. */
export function maskOf(mask: CheckedMask, of: MaskedShape): Mask {
  const [rows, columns] = extentOf(of.shape);
  const sees = mayAttend(mask, of);
  const { cells, offsets = [0], keyLengths = [columns], keyMask } = mask;
  const given = cells === undefined ? [] : shapeOf(cells, of.shape);
  const isSame = given.slice(0, -2).every((extent) => extent === 1);
  const isWhole = isSame ? String(given.slice(-2)) === `${rows},${columns}` : product(given) === product(of.shape);
  const isAll = !mask.causal && [mask.window, mask.keyLengths, keyMask].every((one) => one === undefined);
  // The list itself, so that a page may go on to write into it.
  if (cells !== undefined && isWhole && isAll) return cells.data;
  const keys = of.along === "rows" ? columns : rows;
  const isOfAll =
    isSame && offsets.length === 1 && keyLengths.length === 1 && (keyMask === undefined || keyMask.length === keys);
  const heads = isOfAll ? 1 : product(of.shape.slice(0, -2));
  const values = new Uint8Array(heads * rows * columns);
  for (let head = 0, at = 0; head < heads; head++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) values[at++] = Number(sees(head, row, column));
  return values;
}

function extentOf(shape: readonly number[]): readonly [rows: number, columns: number] {
  return [shape.at(-2) ?? 1, shape.at(-1)!];
}

/** The number of each head, or for each head one number of `count`. */
function perText<One>(
  name: string,
  numbers: ArrayLike<One> | undefined,
  { shape, textAxis }: MaskedShape,
  count = 1,
): ((head: number, at: number) => One) | undefined {
  if (numbers === undefined) return undefined;
  const texts = numbers.length / count;
  const all = shape[textAxis] ?? 1;
  if (![1, all].includes(texts))
    refuse(
      `mask's ${name}`,
      `one ${count > 1 ? `array of ${count}` : "number"}, or one for each of ${all} texts`,
      `${numbers.length} numbers`,
    );
  const each = product(shape.slice(textAxis + 1, -2));
  return (head, at) => numbers[(Math.floor(head / each) % texts) * count + at]!;
}

/** The value of each cell. Axes are aligned at the last one, and an axis of 1 stands for all. */
function cellsOf(
  { cells }: CheckedMask,
  { shape }: MaskedShape,
): ((head: number, row: number, column: number) => boolean | number) | undefined {
  if (cells === undefined) return undefined;
  const { data } = cells;
  const given = shapeOf(cells, shape);
  const strides = stridesOf(given, shape.length === 1 ? [1, ...shape] : shape);
  if (strides === undefined) {
    const [rows, columns] = extentOf(shape);
    const [one, all] = [rows * columns, product(shape)];
    throw fault(
      "shape",
      `<attention-matrix>: mask must have a value for each of the ${one} cells` +
        `${one === all ? "" : `, or for all ${all}`}, or a shape that can be broadcast to ${listOf(shape)}; got ` +
        `${cells.shape === undefined ? `${data.length} values` : `the shape ${listOf(given)}`}.`,
    );
  }
  const [down, across] = [strides.at(-2)!, strides.at(-1)!];
  return (head, row, column) => {
    let at = row * down + column * across;
    for (let axis = shape.length - 3, rest = head; axis >= 0; axis--) {
      at += (rest % shape[axis]!) * strides[axis]!;
      rest = Math.floor(rest / shape[axis]!);
    }
    return data[at]!;
  };
}

/** The shape of the values. A list without one is of one matrix, of all, or of one row. */
function shapeOf({ data, shape }: NonNullable<CheckedMask["cells"]>, of: readonly number[]): readonly number[] {
  if (shape !== undefined) return shape;
  const [rows, columns] = extentOf(of);
  if (data.length === rows * columns) return [rows, columns];
  return data.length === product(of) ? of : [data.length];
}

/** How far a step along each axis of `shape` goes in a tensor that is broadcast to it; undefined if it does not fit. */
function stridesOf(given: readonly number[], shape: readonly number[]): number[] | undefined {
  const strides = shape.map(() => 0);
  let stride = 1;
  // A mask may have more axes than the matrix, if they are 1.
  for (let axis = given.length - 1, to = shape.length - 1; axis >= 0; axis--, to--) {
    const extent = given[axis]!;
    if (extent !== 1 && extent !== shape[to]) return undefined;
    if (extent !== 1) strides[to] = stride;
    stride *= extent;
  }
  return strides;
}
