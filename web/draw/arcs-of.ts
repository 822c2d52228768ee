// One row of weights as arcs over a sentence: from the word that asks to the words that it looks at.
import {
  checkFlags,
  checkNames,
  checkOneOf,
  checkOptions,
  checkPlace,
  checkTexts,
  fault,
  kindOf,
  mustBe,
  textOf,
} from "../show/index.js";
import type { Matrix } from "../show/types/index.js";
import { checkNumber, matrixOf } from "./given.js";
import { drawSentence, ENGLISH, type Colours, type DrawWords } from "./picture/index.js";

/** How a row is drawn. */
export interface ArcsOptions {
  /**
   * The word that asks, counted from 0.
   * @default the last word
   */
  readonly from?: number | undefined;
  /**
   * The line above the picture, and its name for screen readers.
   * @default the sentence, as the name only
   */
  readonly title?: string | undefined;
  /**
   * Light, dark, or as the reader's system is.
   * @default "auto"
   */
  readonly colours?: Colours | undefined;
  /**
   * Whether shares of 5 % and more are written below their words. Each word has a title with its share in either case.
   * @default true
   */
  readonly values?: boolean | undefined;
  /**
   * The size of the words, in CSS pixels, from 8 to 128.
   * @default 32
   */
  readonly size?: number | undefined;
  /**
   * The width of a line, in CSS pixels, from 100 to 10,000.
   * @default 960
   */
  readonly width?: number | undefined;
  /**
   * The picture's texts in another language.
   * @default English ones
   */
  readonly words?: Partial<DrawWords> | undefined;
}

const CALL = "heed/draw.arcsOf";
const OPTIONS: readonly (keyof ArcsOptions)[] = [
  ...(["from", "title", "colours", "values", "size", "width", "words"] as const),
];
/** Over more words arcs show nothing. */
const MOST_WORDS = 1000;

/**
 * One row of weights as the text of one SVG: a sentence, and an arc from the word that asks to each word that it looks
 * at. The arc's width is proportional to the share. Words that may not be attended to, NaN in the row, are faint.
 *
 * @param row a share from 0 to 1 for each word, as a list or as `{ data, shape }` with one row
 * @param words the words of the sentence
 * @returns the text of the SVG
 */
export function arcsOf(row: ArrayLike<number> | Matrix, words: readonly string[], options: ArcsOptions = {}): string {
  checkOptions(CALL, options, OPTIONS);
  const { size = 32, width = 960, colours = "auto", values = true } = options;
  if (!Array.isArray(words) || words.length === 0 || words.length > MOST_WORDS)
    throw fault(
      "value",
      `${CALL}: words must be an array of 1 to ${MOST_WORDS} strings; got ` +
        `${Array.isArray(words) ? `${words.length} of them. Draw a part of the text` : kindOf(words)}.`,
    );
  checkNames(CALL, "words", words, words.length);
  const shares = sharesOf(row, words.length);
  const { from = words.length - 1 } = options;
  checkPlace(CALL, "from", from, words.length);
  checkOneOf(CALL, "colours", colours, ["auto", "light", "dark"]);
  checkFlags(CALL, { values });
  checkNumber(CALL, "size", size, [8, 128]);
  checkNumber(CALL, "width", width, [100, 10_000]);
  checkTexts(CALL, "words", options.words, ENGLISH);
  const title = textOf(CALL, "title", options.title);
  const texts = { ...ENGLISH, ...options.words };
  return drawSentence({ words, shares, from, size, width, values, title, colours, texts });
}

/** One share for each word. Rounding may make one a little larger than 1. */
function sharesOf(row: unknown, count: number): ArrayLike<number> {
  const isList = Array.isArray(row) || ArrayBuffer.isView(row);
  const { data } = matrixOf(CALL, isList ? [row] : row);
  if (data.length !== count)
    mustBe(CALL, "row", `an array of ${count} shares, one for each word`, data.length, "shape");
  const wrong = Array.from(data).findIndex((share) => share < 0 || share > 1.001);
  if (wrong === -1) return data;
  throw fault(
    "value",
    `${CALL}: row must hold shares from 0 to 1, or NaN for a hidden word; got ${data[wrong]} ` +
      `for word ${wrong}. Draw scores with svgOf.`,
  );
}
