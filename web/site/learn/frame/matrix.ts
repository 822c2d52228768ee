// <attention-matrix> on a lesson: by its id, in the page's language.
import { setWords, type AttentionMatrix, type Matrix, type Words } from "heed/element";
import { byId, onLanguage } from "./page.js";

onLanguage((texts) => setWords(texts["matrix"] as unknown as Words));

export interface Labels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** The kind and caption stand in the page's HTML. */
export function showMatrix(id: string, matrix: Matrix, labels: Labels): void {
  const element = byId(id) as AttentionMatrix;
  element.rowLabels = labels.rows;
  element.columnLabels = labels.columns;
  element.matrix = matrix;
}
