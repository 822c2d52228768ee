// The formulas of gradients round the attention, with the names of their operands.
import {
  below,
  both,
  brackets,
  equation,
  letter,
  list,
  number,
  operator,
  over,
  row,
  sum,
  word,
  type MathML,
} from "./mathml.js";
import { headsOf, sizeOf, weightPlace, type Cell, type LayerGradient, type Run } from "./run.js";
import { waysOf, type Way } from "./trace-layer-gradient.js";

/** ∂L ∕ ∂ of something. */
export function slopeOf(of: MathML): MathML {
  return over(row(operator("∂"), letter("L")), row(operator("∂"), of));
}

/** `token` is the name of the cell's row, where that is a token. */
export function layerGradientFormula(run: Run, cell: Cell, matrix: LayerGradient, token: MathML): MathML {
  const turned = run.convention === "columns";
  const indices = (of: MathML, at: MathML): MathML => (turned ? list(at, of) : list(of, at));
  const plain = (name: string, of: MathML, at: MathML): MathML => below(letter(name), indices(of, at));
  const weight = (projection: string, input: MathML, output: MathML): MathML =>
    both(letter("w"), indices(input, output), letter(projection));
  const tokens = turned ? "h" : "x";
  switch (matrix) {
    case "dy":
      return equation(slopeOf(plain("y", token, number(cell.column + 1))), word("given by the loss"));
    case "dOutput": {
      const left = slopeOf(headed("o", headsOf(run.kept.dOutput!), cell.head, indices(token, number(cell.column + 1))));
      const { dy } = run.kept;
      if (dy === undefined) return equation(left, word("given by the loss"));
      const across = number(cell.head * sizeOf(run.kept.dOutput!).columns + cell.column + 1);
      return equation(
        left,
        row(sum("m", sizeOf(dy).columns), slopeOf(plain("y", token, letter("m"))), weight("o", across, letter("m"))),
      );
    }
    case "dquery":
      return projection("q");
    case "dkey":
      return projection("k");
    case "dvalue":
      return projection("v");
    case "doutputWeight": {
      const { input, output } = weightPlace(run, cell);
      const [from, to] = [number(input + 1), number(output + 1)];
      return equation(
        slopeOf(weight("o", from, to)),
        row(sum("i", sizeOf(run.kept.dy!).rows), plain("o", letter("i"), from), slopeOf(plain("y", letter("i"), to))),
      );
    }
    case "dx": {
      const at = number(cell.column + 1);
      const parts = waysOf(run).map((way) =>
        run.weights === undefined ? slopeOf(plain(way, token, at)) : byWay(way, at),
      );
      return equation(
        slopeOf(plain(tokens, token, at)),
        row(...parts.flatMap((part, place) => (place === 0 ? [part] : [operator("+"), part]))),
      );
    }
  }

  function projection(way: Way): MathML {
    const { input, output } = weightPlace(run, cell);
    const { rows, columns } = sizeOf(run.kept[way]);
    const [from, to] = [number(input + 1), number((output % columns) + 1)];
    const made = headed(way, headsOf(run.kept[way]), Math.floor(output / columns), indices(letter("i"), to));
    return equation(
      slopeOf(weight(way, from, number(output + 1))),
      row(sum("i", rows), plain(tokens, letter("i"), from), slopeOf(made)),
    );
  }

  /** Σ over the numbers of all heads. */
  function byWay(way: Way, at: MathML): MathML {
    const gradients = run.kept[`d${way}`]!;
    return row(
      sum("c", headsOf(gradients) * sizeOf(gradients).columns),
      slopeOf(plain(way, token, letter("c"))),
      weight(way, at, letter("c")),
    );
  }
}

function headed(name: string, heads: number, head: number, indices: MathML): MathML {
  return heads === 1 ? below(letter(name), indices) : both(letter(name), indices, brackets(number(head + 1)));
}
