// How far a matrix is from being symmetric: the largest difference between a number and its mirror image.
import { byId } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import type { Computation } from "../inspector/index.js";
import { phrase } from "../../kit/texts/index.js";
import { differenceFigure } from "./figure-kinds.js";
import { fillFigure, openFigures } from "./figures.js";
import { rowsOf } from "./rows.js";
import "./texts/figures/en.json";

/** Shows the largest |m_ij − m_ji| of a matrix in an element. It opens. */
export function showAsymmetry(id: string, computation: Computation, matrix: "raw" | "weights"): void {
  const rows = rowsOf(computation.kept[matrix]!);
  const places = rows.flatMap((_, row) => rows.map((__, column) => ({ row, column })));
  const apart = ({ row, column }: (typeof places)[number]): number =>
    Math.abs(rows[row]![column]! - rows[column]![row]!);
  const { row, column } = places.reduce((most, place) => (apart(place) > apart(most) ? place : most));
  const { tokens } = computation;
  const one = (from: number, to: number) => ({
    name: `${tokens[from]} → ${tokens[to]}`,
    value: rows[from]![to]!,
    cell: () => [computation, { matrix, head: 0, row: from, column: to }] as const,
  });
  openFigures(id, () =>
    differenceFigure({ location: "", title: phrase("asymmetry", {}, "figures") }, [one(row, column), one(column, row)]),
  );
  fillFigure(byId(id), digits(apart({ row, column })), id);
}
