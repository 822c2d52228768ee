// <attention-matrix> in a lesson, found by its id. Its kind and caption stand in the page's HTML.
import { byId } from "../../kit/index.js";
import "heed/element";
import type { AttentionMatrix, Matrix } from "heed/element";
import { offerFigures } from "./saving.js";

export interface Labels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

export function showMatrix(id: string, matrix: Matrix, labels: Labels): void {
  const element = byId(id) as AttentionMatrix;
  element.rowLabels = labels.rows;
  element.columnLabels = labels.columns;
  element.matrix = matrix;
  offerFigures();
}
