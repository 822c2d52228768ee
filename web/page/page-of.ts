// The text of a saved page.
import {
  checkDomain,
  checkFlags,
  checkHead,
  checkMask,
  checkMatrix,
  checkNames,
  checkOneOf,
  checkOptions,
  checkTexts,
  ENGLISH as MATRIX_ENGLISH,
  fault,
  inNameOf,
  inserted,
  listOf,
  maskOf,
  numbersOf,
  product,
  textOf,
  toBase64,
  type Mask,
  type MaskedShape,
} from "../show/index.js";
import type { MaskInput, Matrix, Words } from "../show/types/index.js";
import template from "heed:saved-page";
import { bytesOf } from "./bytes.js";
import { describe } from "../statistics/index.js";
import { jsonBlock, type Axis, type Look, type Saved } from "./saved.js";
import { ENGLISH, type PageWords } from "./words.js";

/** What a saved page shows, and its texts. */
export interface PageOptions extends Look {
  /** The numbers, as heed returns them: `{ data, shape }`, of shape `[rows, columns]` with up to three axes before. */
  readonly matrix: Matrix;
  /**
   * What those axes count.
   * @default ["head"], ["layer", "head"] or ["layer", "text", "head"]
   */
  readonly axes?: readonly Axis[] | undefined;
  /**
   * Names of the rows.
   * @default numbers from 1
   */
  readonly rowLabels?: readonly string[] | undefined;
  /**
   * Names of the columns.
   * @default the rows' names if the matrix is square, else numbers from 1
   */
  readonly columnLabels?: readonly string[] | undefined;
  /**
   * **true = may attend**, as `heed.attention` takes it, or options of a call: `{ causal, window, keyLengths, keyMask,
   * mask }`. The other cells are hatched.
   * @default none
   */
  readonly mask?: MaskInput | undefined;
  /**
   * The heading of the page, and its name in the browser.
   * @default "heed"
   */
  readonly title?: string | undefined;
  /**
   * A line or two below the heading.
   * @default ""
   */
  readonly about?: string | undefined;
  /**
   * How the numbers are kept. `"float16"` takes half the space and says so on the page; `"float32"` keeps every bit.
   * @default "float32"
   */
  readonly type?: "float32" | "float16" | undefined;
  /**
   * The language of the words.
   * @default "en"
   */
  readonly language?: string | undefined;
  /**
   * The page's texts in another language.
   * @default English ones
   */
  readonly words?: Partial<PageWords> | undefined;
  /**
   * The element's texts in another language, as `setWords` of heed/element takes them.
   * @default English ones
   */
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

/** What its errors begin with. */
const CALL = "heed/page.pageOf";

function savedOf(options: PageOptions): { saved: Saved; mask: Mask | null } {
  checkOptions(CALL, options, OPTIONS, "an object with a matrix");
  const { matrix, rowLabels = [], along = "rows", kind = "weights", head = 0, type = "float32" } = options;
  const shape = shapeOf(matrix);
  const { axes = DEFAULT_AXES[shape.length - 2]! } = options;
  if (!Array.isArray(axes) || axes.length !== shape.length - 2 || axes.some((name) => !AXES.includes(name)))
    throw fault(
      "type",
      `${CALL}: axes must name each of the ${shape.length - 2} axes before rows and columns: "text", "layer" or ` +
        `"head"; got ${listOf(axes)}.`,
    );
  const [rows, columns] = shape.slice(-2) as [number, number];
  const { columnLabels = rows === columns ? rowLabels : [] } = options;
  checkNames(CALL, "rowLabels", rowLabels, rows);
  checkNames(CALL, "columnLabels", columnLabels, columns);
  checkOneOf(CALL, "type", type, ["float32", "float16"]);
  checkOneOf(CALL, "kind", kind, ["weights", "scores", "vectors"]);
  if (options.view !== undefined) checkOneOf(CALL, "view", options.view, ["heatmap", "arcs", "table"]);
  checkOneOf(CALL, "along", along, ["rows", "columns"]);
  if (options.domain !== undefined) inNameOf(CALL, () => checkDomain(options.domain));
  checkHead(CALL, head, product(shape.slice(0, -2)));
  checkFlags(CALL, { perRow: options.perRow, log: options.log });
  checkTexts(CALL, "words", options.words, ENGLISH);
  checkTexts(CALL, "matrixWords", options.matrixWords, MATRIX_ENGLISH, true);
  const words = { ...ENGLISH, ...options.words };
  const mask =
    options.mask === undefined ? null : listFor(options.mask, { shape, textAxis: axes.indexOf("text"), along });
  const bytes = bytesOf(matrix.data, type);
  const notes = type === "float16" ? [inserted(words.half, { size: kilobytes(bytes.length) })] : [];
  const saved: Saved = {
    formatVersion: 1,
    heed: __HEED_VERSION__,
    title: textOf(CALL, "title", options.title) || "heed",
    about: textOf(CALL, "about", options.about),
    language: textOf(CALL, "language", options.language) || "en",
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
  inNameOf(CALL, () =>
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
  return inNameOf(CALL, () => maskOf(checkMask(given), of));
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} KB`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}
