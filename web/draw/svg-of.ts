// A matrix as one SVG: cells, digits, labels and a numbered colour bar, as text and shapes up to a size.
import {
  checkDomain,
  checkFlags,
  checkHead,
  checkMask,
  checkNames,
  checkOneOf,
  checkOptions,
  checkTexts,
  headsOf,
  inNameOf,
  inserted,
  mayAttend,
  mustBe,
  numbersOf,
  rowSentences,
  textOf,
  type Described,
  type Domain,
  type Numbers,
} from "../show/index.js";
import type { MaskInput, Matrix } from "../show/types/index.js";
import { checkNumber, matrixOf, type MatrixRows } from "./given.js";
import {
  DIGITS_FROM,
  drawMatrix,
  ENGLISH,
  isDrawn,
  type Colours,
  type Drawn,
  type DrawWords,
} from "./picture/index.js";

/** How a matrix is drawn. */
export interface SvgOptions {
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
   * Which cells may be attended to, as `heed.attention` takes it, or options of a call:
   * `{ causal, window, keyLengths, keyMask, mask }`. The other cells are hatched.
   * @default none
   */
  readonly mask?: MaskInput | undefined;
  /**
   * The line above the picture, and its name for screen readers.
   * @default what is drawn, as the name only
   */
  readonly title?: string | undefined;
  /**
   * Which of several heads is drawn, counted from 0 through heads and batch.
   * @default 0
   */
  readonly head?: number | undefined;
  /**
   * The kind of numbers: weights have colours from 0 to 1, scores and vectors on either side of 0.
   * @default "scores" if a number is below 0, else "weights"
   */
  readonly kind?: "weights" | "scores" | "vectors" | undefined;
  /**
   * Light, dark, or as the reader's system is. An `"auto"` picture is light wherever styles are forbidden or not known,
   * as in a PDF. In a page that is always light, take `"light"`.
   * @default "auto"
   */
  readonly colours?: Colours | undefined;
  /**
   * The ends of the colours.
   * @default 0 and 1 for weights, symmetric round 0 for others
   */
  readonly domain?: Domain | undefined;
  /**
   * Each row has colours of its own: its largest number is the strongest.
   * @default false
   */
  readonly perRow?: boolean | undefined;
  /**
   * Colours by powers of ten, so that small weights can be told apart.
   * @default false
   */
  readonly log?: boolean | undefined;
  /**
   * Whether a cell holds its number. It needs a `size` of 30 or more. Vectors with numbers have no colours. Each cell
   * has a title with its number in either case.
   * @default true if cells are large enough
   */
  readonly values?: boolean | undefined;
  /**
   * The side of a cell, in CSS pixels, from 1 to 256.
   * @default 46 up to 16 rows and columns, 38 up to 32, 30 up to 128, then what fits
   */
  readonly size?: number | undefined;
  /**
   * What screen readers say after the title.
   * @default the size, and the largest number of each row
   */
  readonly description?: string | undefined;
  /**
   * The picture's texts in another language.
   * @default English ones
   */
  readonly words?: Partial<DrawWords> | undefined;
}

const CALL = "heed/draw.svgOf";
const KINDS: readonly Drawn["kind"][] = ["weights", "scores", "vectors"];
const OPTIONS: readonly (keyof SvgOptions)[] = [
  ...(["rowLabels", "columnLabels", "mask", "title", "head", "kind", "colours", "domain", "perRow", "log"] as const),
  ...(["values", "size", "description", "words"] as const),
];

/**
 * A matrix as the text of one SVG: a file by itself, or a part of a page. Masked cells are hatched, and so is NaN.
 * Screen readers have its title and a description with the largest number of each row. Cells have their numbers as
 * titles. Beyond 128 rows or columns the cells are an embedded picture with a pixel for each.
 *
 * @param matrix `{ data, shape }` as heed returns it, of `[rows, columns]` with up to two axes before, or rows of
 * numbers
 * @returns the text of the SVG
 */
export function svgOf(matrix: Matrix | MatrixRows, options: SvgOptions = {}): string {
  checkOptions(CALL, options, OPTIONS);
  const whole = matrixOf(CALL, matrix);
  const { head = 0 } = options;
  checkHead(CALL, head, headsOf(whole));
  const numbers = numbersOf(whole, head, maskFor(whole, head, options.mask));
  const labels = labelsOf(numbers, options);
  const look = lookOf(numbers, options);
  return drawMatrix({ ...look, ...labels, ...spokenOf({ ...look, ...labels, numbers }, options), numbers });
}

function labelsOf({ rows, columns }: Numbers, options: SvgOptions): Pick<Drawn, "rowLabels" | "columnLabels"> {
  const { rowLabels = [], columnLabels = rows === columns ? rowLabels : [] } = options;
  checkNames(CALL, "rowLabels", rowLabels, rows);
  checkNames(CALL, "columnLabels", columnLabels, columns);
  return { rowLabels, columnLabels };
}

type Look = Omit<Drawn, "numbers" | "rowLabels" | "columnLabels" | "name" | "description" | "words"> & {
  readonly words: DrawWords;
};

function lookOf(numbers: Numbers, options: SvgOptions): Look {
  const { colours = "auto", kind = kindOf(numbers), domain, perRow, log, size, values } = options;
  checkOneOf(CALL, "colours", colours, ["auto", "light", "dark"]);
  checkOneOf(CALL, "kind", kind, KINDS);
  if (domain !== undefined) inNameOf(CALL, () => checkDomain(domain));
  checkFlags(CALL, { perRow, log, values });
  if (size !== undefined) checkNumber(CALL, "size", size, [1, 256]);
  if (values === true && size !== undefined && size < DIGITS_FROM)
    mustBe(CALL, "size", `${DIGITS_FROM} or more with values: true`, size, "value");
  checkTexts(CALL, "words", options.words, ENGLISH);
  return {
    ...{ colours, kind, domain, perRow: perRow === true, log: log === true, size },
    values: values !== false && isDrawn(numbers) && (size === undefined || size >= DIGITS_FROM),
    title: textOf(CALL, "title", options.title),
    words: { ...ENGLISH, ...options.words },
  };
}

function kindOf({ data, start, rows, columns }: Numbers): Drawn["kind"] {
  for (let at = start; at < start + rows * columns; at++) if (data[at]! < 0) return "scores";
  return "weights";
}

/** A 1 for each cell of the head that may be attended to. */
function maskFor({ shape }: Matrix, head: number, given: MaskInput | undefined): Numbers["mask"] {
  if (given === undefined) return null;
  const of = { shape, textAxis: shape.length === 4 ? 0 : -1, along: "rows" } as const;
  const sees = inNameOf(CALL, () => mayAttend(checkMask(given), of));
  const [rows, columns] = shape.slice(-2) as [number, number];
  return Uint8Array.from({ length: rows * columns }, (_, at) =>
    Number(sees(head, Math.floor(at / columns), at % columns)),
  );
}

/** What screen readers say: the title or the size, then what was given or the matrix in sentences. */
function spokenOf(drawn: Look & Described, { description }: SvgOptions): Pick<Drawn, "name" | "description"> {
  const { numbers, title, words } = drawn;
  const { rows, columns, mask } = numbers;
  const size = inserted(words.size, { rows, columns });
  const notes = [
    mask === null ? "" : words.hatched,
    isDrawn(numbers) ? "" : inserted(words.embedded, { rows, columns }),
  ];
  const sentences = [size, ...notes, ...rowSentences(drawn, words)].filter((sentence) => sentence !== "");
  return { name: title || size, description: textOf(CALL, "description", description) || sentences.join(" ") };
}
