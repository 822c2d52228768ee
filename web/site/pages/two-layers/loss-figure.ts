// What the loss is made of: the mean over all answers that can be known. Each answer opens, down to the logits.
import type { Floats, Heed } from "heed";
import type { Fields } from "../../kit/index.js";
import {
  layerOf,
  lossFigure,
  meanLossFigure,
  type Figure,
  type FigureNames,
  type LayerComputation,
  type Page,
} from "../../rooms/lesson/index.js";
import { DIM } from "./net.js";
import type { Answered, Change, LayerRead, Reader } from "./reader.js";
import { letterOf, LETTERS } from "./task.js";

export interface Trained {
  readonly heed: Heed;
  readonly reader: Reader;
  readonly parameters: Float32Array;
  readonly change: Change;
}

export function lossOf<F extends Fields>(page: Page<F>, trained: Trained): Figure {
  const { reader, parameters, change } = trained;
  const location = page.text(`away-${change}`);
  const answers = reader.answers(parameters, change).map((one) => {
    const names = { location, title: nameOf(one) };
    return { ...one, name: names.title, figure: () => answerOf(trained, one, names) };
  });
  return meanLossFigure({ location, title: page.text("loss") }, answers);
}

/** The computation of a layer that has read a text. */
export function computationOf(
  heed: Heed,
  { x, weights, bias }: LayerRead,
  tokens: readonly string[],
): LayerComputation {
  const matrix = (data: Floats) => ({ data, shape: [DIM, data.length / DIM] });
  const { query, key, value, output } = weights;
  return layerOf(heed, {
    tokens,
    x: { data: x, shape: [tokens.length, DIM] },
    weights: {
      queryWeight: matrix(query),
      keyWeight: matrix(key),
      valueWeight: matrix(value),
      outputWeight: matrix(output),
    },
    options: { causal: true, bias: { data: bias, shape: [tokens.length, tokens.length] } },
  });
}

/** One answer: its logits are a row of the output of layer 2. */
function answerOf(
  { heed, reader, parameters, change }: Trained,
  { ids, place, right, logits }: Answered,
  names: FigureNames,
): Figure {
  const computation = (): LayerComputation =>
    computationOf(heed, reader.read(parameters, change, ids).layers[1]!, ids.map(letterOf));
  const rows = Array.from(logits, (value, column) => ({
    name: LETTERS[column]!,
    value,
    cell: () => [computation(), { matrix: "output", head: 0, row: place, column }] as const,
  }));
  return lossFigure(names, rows, right);
}

/** The text up to the place, and the right answer. */
function nameOf({ ids, place, right }: Answered): string {
  return `…${ids
    .slice(Math.max(0, place - 1), place + 1)
    .map(letterOf)
    .join("")} → ${letterOf(right)}`;
}
