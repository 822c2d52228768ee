// A matrix as a page of its own, in the language of this page.
import { pageOf } from "heed/page";
import { languageNow, matrixWords, phrasesOf } from "../../kit/texts/index.js";
import type { LabelledMatrix } from "./labelled.js";
import "./texts/saved/en.json";

/** The most numbers in single precision. Beyond it half precision is enough; the page then says so. */
const MOST_WHOLE = 1_000_000;

/** @param type how the numbers are kept; by default their count decides */
export function savedPageOf(matrix: LabelledMatrix, type?: "float32" | "float16"): string {
  const { id, name, data, rows, columns, tokens, source, among, ...look } = matrix;
  return pageOf({
    ...look,
    head: among?.at ?? 0,
    matrix: among?.matrix ?? { data, shape: [rows, columns] },
    about: [tokens?.join(" "), source].filter(Boolean).join(" — "),
    type: type ?? ((among?.matrix.data ?? data).length > MOST_WHOLE ? "float16" : "float32"),
    language: languageNow(),
    words: phrasesOf("saved"),
    matrixWords: matrixWords(),
  });
}
