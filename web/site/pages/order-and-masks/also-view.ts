// A bias on the scores, and biases of projections.
import type { Heed } from "heed";
import type { Fields } from "../../kit/index.js";
import {
  differenceFigure,
  figureButton,
  fillTable,
  openCells,
  openFigures,
  showMatrix,
  tableRow,
  type LayerComputation,
  type Page,
} from "../../rooms/lesson/index.js";
import { BIASED, biased, projectionBias } from "./also.js";
import { amount } from "./order-view.js";
import { DIM, namesOf, WORDS } from "./words.js";

export function showBias(heed: Heed, slope: number): void {
  const names = namesOf(WORDS);
  const computation = biased(heed, slope);
  openCells("biased", computation, { biased: "weights" });
  showMatrix("biased", computation.kept.weights, { rows: names, columns: names });
}

const CHANGED = ["weights", "output"] as const;

export function showProjectionBiases<F extends Fields>(page: Page<F>, heed: Heed): void {
  const rows = BIASED.map((which) => {
    const layers = projectionBias(heed, which);
    return tableRow(page.text(`bias-${which}`), ...CHANGED.map((matrix) => opened(page, which, matrix, layers)));
  });
  fillTable("projection", rows);
}

/** The largest difference that a bias makes in a matrix. */
function opened<F extends Fields>(
  page: Page<F>,
  which: (typeof BIASED)[number],
  matrix: (typeof CHANGED)[number],
  layers: readonly [LayerComputation, LayerComputation],
): HTMLElement {
  const [without, withBias] = layers.map(({ kept }) => kept[matrix].data);
  const differences = Array.from(without!, (value, at) => Math.abs(value - withBias![at]!));
  const at = differences.indexOf(Math.max(...differences));
  const columns = matrix === "weights" ? WORDS.length : DIM;
  const cell = { matrix, head: 0, row: Math.floor(at / columns), column: at % columns };
  const name = `bias-${which}-${matrix}`;
  openFigures(name, () =>
    differenceFigure(
      {
        location: page.text(`bias-${which}`),
        title: page.text(matrix === "weights" ? "weights-change" : "output-changes"),
      },
      layers.map((layer, nth) => ({
        name: page.text(nth === 0 ? "without-bias" : "with-bias"),
        value: layer.kept[matrix].data[at]!,
        cell: () => [layer, cell],
      })),
    ),
  );
  return figureButton(amount(differences[at]!), name);
}
