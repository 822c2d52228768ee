// A matrix as the picture of heed/draw, in the language of this page.
import { drawMatrix, isDrawn } from "../../../draw/picture/index.js";
import { describe, type DescriptionWords } from "../../../statistics/index.js";
import { phrase, phrasesOf } from "../../kit/texts/index.js";
import type { LabelledMatrix } from "./labelled.js";
import "./texts/en.json";
import "./texts/saved/en.json";

export function figureOf(matrix: LabelledMatrix, colours: "light" | "dark"): string {
  const { data, rows, columns, mask = null, domain, log = false, perRow = false } = matrix;
  const embedded = phrase("export.cells-embedded", { rows, columns });
  return drawMatrix({
    ...matrix,
    ...{ domain, log, perRow, colours, size: undefined },
    numbers: { data, rows, columns, start: 0, mask },
    values: isDrawn(matrix),
    name: matrix.title,
    description: descriptionOf(matrix, isDrawn(matrix) ? "" : embedded),
    words: { embedded, masked: phrase("matrix.masked"), ofRow: phrase("export.of-row") },
  });
}

/** Where its numbers come from, and the matrix in sentences. */
function descriptionOf(matrix: LabelledMatrix, note: string): string {
  const { data, rows, columns, mask = null, source = phrase("export.by-heed") } = matrix;
  const numbers = { data, rows, columns, start: 0, mask };
  const [size, ...sentences] = describe({ ...matrix, numbers }, phrasesOf<DescriptionWords>("saved"));
  const hatched = mask === null ? "" : phrase("export.hatched");
  return [size, phrase("export.from", { source }), hatched, note, ...sentences].filter(Boolean).join(" ");
}

/** The size of a figure, in CSS pixels. */
export function sizeOf(figure: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /^<svg [^>]*?width="(\d+)" height="(\d+)"/.exec(figure)!;
  return { width: Number(width), height: Number(height) };
}
