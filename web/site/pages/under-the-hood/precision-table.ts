import type { Heed } from "heed";
import { localised, powerText } from "../../../show/index.js";
import { type Fields, shownDouble, ulpAt } from "../../kit/index.js";
import {
  cellButton,
  differenceFigure,
  figureButton,
  fillTable,
  formula,
  openCells,
  openFigures,
  productsFigure,
  tableRow,
  type Figure,
  type Page,
} from "../../rooms/lesson/index.js";
import { compare, STRETCHES, type Compared } from "./precision.js";

/** All digits of a float32, and as many of the float64 beside it. */
const FIGURES = 9;

export function showPrecision<F extends Fields>(page: Page<F>, heed: Heed, seed: number): void {
  const rows = STRETCHES.map((stretch) => {
    const compared = compare(heed, seed, stretch);
    const { single, double, difference, steps, row, column, computation } = compared;
    const name = `stretch-${stretch}`;
    openCells(name, computation);
    const location = `× ${stretch}`;
    openFigures(`double-${stretch}`, () => doubleFigure(page, location, compared));
    openFigures(`difference-${stretch}`, () => apartFigure(page, location, compared));
    openFigures(`spacings-${stretch}`, () => spacingsFigure(page, location, compared));
    return tableRow(
      location,
      cellButton(full(single), name, { matrix: "output", row, column }),
      figureButton(full(double), `double-${stretch}`),
      figureButton(powerText(difference), `difference-${stretch}`),
      figureButton(steps.toFixed(0), `spacings-${stretch}`),
    );
  });
  fillTable("precision", rows);
}

/** The sum of weights and values in double precision. A weight opens as the core has it. */
function doubleFigure<F extends Fields>(page: Page<F>, location: string, compared: Compared): Figure {
  const { computation, row, weights, values } = compared;
  const rows = weights.map((value, column) => ({
    name: computation.keyTokens![column]!,
    numbers: [
      { value, cell: () => [computation, { matrix: "weights", head: 0, row, column }] as const },
      values[column]!,
    ],
  }));
  return productsFigure(
    { location, title: page.text("double") },
    { formula: formula("\\sum_j a_j v_j", true), heads: ["", "a", "v"], rows },
  );
}

function apartFigure<F extends Fields>(page: Page<F>, location: string, compared: Compared): Figure {
  const { single, double, computation, row, column } = compared;
  return differenceFigure({ location, title: page.text("difference") }, [
    {
      name: page.text("single"),
      value: single,
      cell: () => [computation, { matrix: "output", head: 0, row, column }],
    },
    { name: page.text("double"), value: double, figure: () => doubleFigure(page, location, compared) },
  ]);
}

/** The difference, divided by the distance from one float32 to the next. */
function spacingsFigure<F extends Fields>(page: Page<F>, location: string, compared: Compared): Figure {
  const { double, steps } = compared;
  const apart = apartFigure(page, location, compared);
  return {
    ...apart,
    title: page.text("spacings"),
    value: steps,
    formula: formula("\\frac{|a - b|}{\\text{ulp}}", true),
    last: `(${apart.last}) ∕ ${shownDouble(ulpAt(double))}`,
  };
}

function full(value: number): string {
  return localised(value.toFixed(FIGURES));
}
