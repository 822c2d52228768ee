// The table "In numbers". Each number opens: a median shows its draws, a variance its first dot products.
import type { Heed } from "heed";
import type { Fields } from "../../kit/index.js";
import { digits, powerText } from "../../../show/index.js";
import {
  attentionOf,
  figureButton,
  fillTable,
  formula,
  meanFigure,
  median,
  medianFigure,
  numbered,
  openFigures,
  productsFigure,
  tableRow,
  type AttentionComputation,
  type Figure,
  type FigureNames,
  type FigureNumber,
  type Page,
} from "../../rooms/lesson/index.js";
import { DIVISORS, inputsOf, KEYS, scaleOf, variance, type Divisor, type Sample } from "./experiment.js";

/** Dot products that a variance shows. */
const FIRST = 12;

export interface Drawn {
  readonly samples: readonly Sample[];
  readonly heads: number;
  /** The seed of a draw. */
  readonly seedOf: (width: number, draw: number) => number;
}

export function showFigures<F extends Fields>(page: Page<F>, heed: Heed, drawn: Drawn): void {
  const figures = new Figures(page, heed, drawn);
  openFigures("variance", (width) => figures.variance(Number(width)));
  openFigures("largest", (at) => figures.largest(...placeOf(at)));
  openFigures("trace", (at) => figures.trace(...placeOf(at)));
  const opened = (value: number, name: string, at: string, decimals?: number): string | HTMLElement =>
    Number.isNaN(value) ? "–" : figureButton(figureText(value, decimals), name, at);
  fillTable(
    "figures",
    drawn.samples.map(({ width, dots, largest, trace }) =>
      tableRow(
        String(width),
        opened(variance(dots), "variance", String(width), 2),
        ...DIVISORS.map((divisor) => opened(median(largest[divisor]), "largest", `${width}/${divisor}`)),
        opened(median(trace.none), "trace", `${width}/none`),
        opened(median(trace["root-dk"]), "trace", `${width}/root-dk`),
      ),
    ),
  );
}

/** A small number is written with a power of ten, unless `decimals` are given. */
export function figureText(value: number, decimals?: number): string {
  return decimals === undefined && value < 0.001 ? powerText(value) : digits(value, decimals);
}

function placeOf(at: string): [width: number, divisor: Divisor] {
  const [width, divisor] = at.split("/") as [string, Divisor];
  return [Number(width), divisor];
}

/** What the numbers of the table are made of. */
class Figures<F extends Fields> {
  constructor(
    readonly page: Page<F>,
    readonly heed: Heed,
    readonly drawn: Drawn,
  ) {}

  variance(width: number): Figure {
    const { dots } = this.#sample(width);
    const computation = this.#computation(width, 0, "none");
    const rows = dots.slice(0, FIRST).map((value, column) => ({
      name: `q · k${column + 1}`,
      numbers: [cellOf("raw", value, column, () => computation), value * value],
    }));
    return meanFigure({
      ...this.#names("variance-title", width),
      formula: formula("\\frac{1}{n} \\sum_i s_i^2", true),
      heads: ["", "s", "s²"],
      rows,
      sum: dots.reduce((sum, dot) => sum + dot * dot, 0),
      count: dots.length,
    });
  }

  largest(width: number, divisor: Divisor): Figure {
    return medianFigure(
      this.#names("largest-title", width),
      this.#sample(width).largest[divisor].map((value, draw) => ({
        name: this.#drawName(draw),
        value,
        cell: () => {
          const computation = this.#computation(width, draw, divisor);
          const weights = Array.from(computation.kept.weights.data);
          return [computation, { matrix: "weights", head: 0, row: 0, column: weights.indexOf(Math.max(...weights)) }];
        },
      })),
    );
  }

  trace(width: number, divisor: Divisor): Figure {
    return medianFigure(
      this.#names("trace-title", width),
      this.#sample(width).trace[divisor].map((value, draw) => ({
        name: this.#drawName(draw),
        value,
        figure: () => this.#traceOf(width, draw, divisor),
      })),
    );
  }

  /** The trace of one draw. */
  #traceOf(width: number, draw: number, divisor: Divisor): Figure {
    const computation = this.#computation(width, draw, divisor);
    const rows = Array.from(computation.kept.weights.data, (weight, column) => ({
      name: `k${column + 1}`,
      numbers: [cellOf("weights", weight, column, () => computation), 1 - weight],
    }));
    const names = { location: this.#names("trace-title", width).location, title: this.#drawName(draw) };
    return productsFigure(names, { formula: formula("\\sum_j a_j (1 - a_j)", true), heads: ["", "a", "1 − a"], rows });
  }

  #names(caption: string, width: number): FigureNames {
    return { location: `d = ${width}`, title: this.page.text(caption) };
  }

  #drawName(draw: number): string {
    return this.page.text("draw", { draw: draw + 1 });
  }

  #sample(width: number): Sample {
    return this.drawn.samples.find((sample) => sample.width === width)!;
  }

  #computation(width: number, draw: number, divisor: Divisor): AttentionComputation {
    const inputs = inputsOf(width, this.drawn.seedOf(width, draw));
    const names = { tokens: ["q"], keyTokens: numbered("k", KEYS) };
    return attentionOf(this.heed, {
      ...names,
      ...inputs,
      options: { scale: scaleOf(divisor, width, this.drawn.heads) },
    });
  }
}

function cellOf(
  matrix: "raw" | "weights",
  value: number,
  column: number,
  computation: () => AttentionComputation,
): FigureNumber {
  return { value, cell: () => [computation(), { matrix, head: 0, row: 0, column }] };
}
