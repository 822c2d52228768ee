// The text of a saved page.
import {
  checkDomain,
  checkMask,
  checkMatrix,
  ENGLISH as MATRIX_ENGLISH,
  inserted,
  isPlain,
  kindOf,
  listOf,
  maskOf,
  numbersOf,
  product,
  type Mask,
  type MaskedShape,
} from "../show/index.js";
import type { MaskInput, Matrix, Words } from "../show/types/index.js";
import template from "heed:saved-page";
import { bytesOf, toBase64 } from "./bytes.js";
import { describe } from "../statistics/index.js";
import { jsonBlock, type Axis, type Look, type Saved } from "./saved.js";
import { ENGLISH, type PageWords } from "./words.js";

/** What a saved page shows, and in which words. */
export interface PageOptions extends Look {
  /** The numbers, as heed returns them: `{ data, shape }`, of shape `[rows, columns]` with up to three axes before. */
  readonly matrix: Matrix;
  /** What those axes count: `["head"]`, `["layer", "head"]` or `["layer", "text", "head"]` where it is left out. */
  readonly axes?: readonly Axis[] | undefined;
  /** Names of the rows; without them, numbers from 1. */
  readonly rowLabels?: readonly string[] | undefined;
  /** Names of the columns; those of the rows where a matrix is square and has none of its own. */
  readonly columnLabels?: readonly string[] | undefined;
  /**
   * **true = may attend**, as `heed.attention` takes it, or options of a call: `{ causal, window, keyLengths, mask }`.
   * The other cells are hatched.
   */
  readonly mask?: MaskInput | undefined;
  /** The heading of the page, and its name in the browser. */
  readonly title?: string | undefined;
  /** A line or two below the heading. */
  readonly about?: string | undefined;
  /** How the numbers are kept. `"float16"` takes half the room and says so on the page; `"float32"` keeps every bit. */
  readonly type?: "float32" | "float16" | undefined;
  /** The language of the words, `"en"` where it is left out. */
  readonly language?: string | undefined;
  /** The page's texts in another language. */
  readonly words?: Partial<PageWords> | undefined;
  /** The element's texts in another language, as `setWords` of heed/element takes them. */
  readonly matrixWords?: Words | undefined;
}

/**
 * A matrix, or the heads of a model, as one HTML file: `<attention-matrix>`, its numbers and its names. The file opens
 * from disk and without a network, under a policy that lets nothing else run. Readers choose the head, see arcs or a
 * table, and read the largest number of each row in words.
 *
 * @returns the text of the file
 */
export function pageOf(options: PageOptions): string {
  const { saved, mask } = savedOf(options);
  const parts: Record<string, string> = {
    language: escaped(saved.language),
    title: escaped(saved.title),
    noScript: escaped(saved.words.noScript),
    words: sentencesOf(options.matrix, mask, saved)
      .map((sentence) => `<li>${escaped(sentence)}</li>`)
      .join(""),
    data: jsonBlock(saved),
  };
  return template.replace(/%(language|title|noScript|words|data)%/g, (_, name: string) => parts[name]!);
}

function savedOf(options: PageOptions): { saved: Saved; mask: Mask | null } {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`pageOf: options must be an object with a matrix; got ${kindOf(options)}.`);
  const foreign = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (foreign !== undefined)
    throw new TypeError(`pageOf: there is no option named ${kindOf(foreign)}; there are ${OPTIONS.join(", ")}.`);
  const { matrix, rowLabels = [], along = "rows", kind = "weights", head = 0, type = "float32" } = options;
  const shape = shapeOf(matrix);
  const { axes = DEFAULT_AXES[shape.length - 2]! } = options;
  if (!Array.isArray(axes) || axes.length !== shape.length - 2 || axes.some((name) => !AXES.includes(name)))
    throw new TypeError(
      `pageOf: axes must name each of the ${shape.length - 2} axes before rows and columns: "text", "layer" or ` +
        `"head"; got ${listOf(axes)}.`,
    );
  const [rows, columns] = shape.slice(-2) as [number, number];
  const { columnLabels = rows === columns ? rowLabels : [] } = options;
  checkLabels("rowLabels", rowLabels, rows);
  checkLabels("columnLabels", columnLabels, columns);
  checkOne("type", type, ["float32", "float16"]);
  checkOne("kind", kind, ["weights", "scores", "vectors"]);
  if (options.view !== undefined) checkOne("view", options.view, ["heatmap", "arcs", "table"]);
  checkOne("along", along, ["rows", "columns"]);
  if (options.domain !== undefined) inOwnName(() => checkDomain(options.domain));
  const heads = product(shape.slice(0, -2));
  if (!Number.isInteger(head) || head < 0 || head >= Math.max(1, heads))
    throw new RangeError(
      `pageOf: head must be ${heads < 2 ? "0, as there is one matrix" : `a whole number from 0 to ${heads - 1}`}; ` +
        `got ${kindOf(head)}.`,
    );
  for (const name of ["perRow", "log"] as const) {
    const value = options[name];
    if (value !== undefined && typeof value !== "boolean")
      throw new TypeError(`pageOf: ${name} must be true or false; got ${kindOf(value)}.`);
  }
  checkWords("words", options.words, ENGLISH);
  checkWords("matrixWords", options.matrixWords, MATRIX_ENGLISH, { needsAll: true });
  const words = { ...ENGLISH, ...options.words };
  const mask =
    options.mask === undefined ? null : listFor(options.mask, { shape, textAxis: axes.indexOf("text"), along });
  const bytes = bytesOf(matrix.data, type);
  const notes = type === "float16" ? [inserted(words.half, { size: kilobytes(bytes.length) })] : [];
  const saved: Saved = {
    layout: 1,
    heed: __HEED_VERSION__,
    title: textOf("title", options.title) || "heed",
    about: textOf("about", options.about),
    language: textOf("language", options.language) || "en",
    shape,
    axes: [...axes],
    type,
    numbers: toBase64(bytes),
    mask: mask === null ? undefined : toBase64(Uint8Array.from(mask, (may) => (may ? 1 : 0))),
    rowLabels: [...rowLabels],
    columnLabels: [...columnLabels],
    notes,
    words,
    matrixWords: options.matrixWords,
    kind,
    view: options.view,
    along: options.along,
    domain: options.domain,
    perRow: options.perRow,
    log: options.log,
    head,
  };
  return { saved, mask };
}

const OF_LOOK: readonly (keyof Look)[] = ["kind", "view", "along", "domain", "perRow", "log", "head"];
const OWN: readonly Exclude<keyof PageOptions, keyof Look>[] = [
  ...(["matrix", "axes", "rowLabels", "columnLabels", "mask", "title", "about", "type"] as const),
  ...(["language", "words", "matrixWords"] as const),
];
const OPTIONS: readonly string[] = [...OWN, ...OF_LOOK];
const AXES: readonly unknown[] = ["text", "layer", "head"];
const DEFAULT_AXES: readonly (readonly Axis[])[] = [[], ["head"], ["layer", "head"], ["layer", "text", "head"]];

function shapeOf(matrix: Matrix): readonly number[] {
  const given = (matrix as Matrix | undefined)?.shape;
  // The element knows four axes, and a page has one more.
  const isLong = Array.isArray(given) && given.length === 5;
  inOwnName(() =>
    checkMatrix(isLong ? { data: matrix.data, shape: [given[0] * given[1], ...given.slice(2)] } : matrix),
  );
  const shape = [...matrix.shape];
  return shape.length === 1 ? [1, ...shape] : shape;
}

/** The description of the head that is shown first, for readers without scripts. */
function sentencesOf(
  { data }: Matrix,
  mask: Mask | null,
  { words, shape, kind, head, rowLabels, columnLabels }: Saved,
): string[] {
  if (product(shape) === 0) return [];
  const numbers = numbersOf({ data, shape }, head!, mask);
  return describe({ numbers, kind: kind!, rowLabels, columnLabels }, words);
}

function listFor(given: MaskInput, of: MaskedShape): Mask {
  return inOwnName(() => maskOf(checkMask(given), of));
}

function checkLabels(name: string, labels: unknown, count: number): void {
  if (!Array.isArray(labels) || labels.some((label) => typeof label !== "string"))
    throw new TypeError(`pageOf: ${name} must be a list of strings; got ${kindOf(labels)}.`);
  if (labels.length > 0 && labels.length !== count)
    throw new RangeError(`pageOf: ${name} must have a name for each of ${count}; got ${labels.length} names.`);
}

function checkOne(name: string, value: unknown, known: readonly string[]): void {
  if (known.includes(value as string)) return;
  throw new TypeError(`pageOf: ${name} must be ${known.map((one) => `"${one}"`).join(" or ")}; got ${kindOf(value)}.`);
}

/** Texts by their keys. Where one is missing, the element would have nothing to say. */
function checkWords(name: string, words: unknown, known: object, { needsAll = false } = {}): void {
  if (words === undefined) return;
  if (!isPlain(words))
    throw new TypeError(`pageOf: ${name} must be an object with texts by their keys; got ${kindOf(words)}.`);
  const foreign = Object.keys(words).find((key) => !Object.hasOwn(known, key));
  if (foreign !== undefined)
    throw new TypeError(
      `pageOf: ${name} has no text named ${kindOf(foreign)}; there are ${Object.keys(known).join(", ")}.`,
    );
  for (const key of Object.keys(needsAll ? known : words)) {
    const text = (words as Record<string, unknown>)[key];
    if (typeof text !== "string") throw new TypeError(`pageOf: ${name}.${key} must be a string; got ${kindOf(text)}.`);
  }
}

function textOf(name: string, value: unknown): string {
  if (value === undefined || typeof value === "string") return value ?? "";
  throw new TypeError(`pageOf: ${name} must be a string; got ${kindOf(value)}.`);
}

/** What the element's checks say, in the name of this call. */
function inOwnName<Checked>(check: () => Checked): Checked {
  try {
    return check();
  } catch (error) {
    (error as Error).message = (error as Error).message.replace("<attention-matrix>", "pageOf");
    throw error;
  }
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} KB`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}
